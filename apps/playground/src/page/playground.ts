/** The playground: a stage, a panel of choices, and one scene after the other. */
import { solversOf } from '../choice.ts';
import { colliderNumbers } from '../collider-numbers.ts';
import { scenes } from '../scenes/index.ts';
import { type Choices, readChoices, writeChoices } from './address.ts';
import { Chart, write } from './chart.ts';
import { FrameRate } from './frame-rate.ts';
import {
  addHeading,
  addLinks,
  addTools,
  addTransport,
  addTuning,
  enableControls,
  overlayControls,
  sceneControl,
  toggleFullScreen,
  worldControls,
} from './groups.ts';
import { isTree, Overlays } from './overlays.ts';
import { add, Panel } from './panel.ts';
import { holdByPointer } from './pointer.ts';
import type { Runner } from './runner.ts';
import { Stage } from './stage.ts';
import { startRunner } from './start-runner.ts';
import { stageTheme } from './theme.ts';
import { WorldView } from './world-view.ts';
import './playground.css';

/** Longest time that passes between two pictures; after a pause the motion continues without a jump. */
const longestFrame = 0.1;

/** What belongs to the scene that is shown. */
interface Show {
  readonly runner: Runner;
  readonly view: WorldView;
  readonly overlays: Overlays;
}

/** Fills `root` with the playground and returns the function that ends it. */
export function mountPlayground(root: HTMLElement): () => void {
  const choices = readChoices(location.search, scenes);
  const { stage, rate, notice } = addStage(root);
  const frameRate = new FrameRate();
  const side = add(root, 'div', 'pg-panel');
  const chart = new Chart();
  let show: Show | undefined;
  let playing = !matchMedia('(prefers-reduced-motion: reduce)').matches;
  let attempt = 0;
  let request = 0;
  let last = 0;

  const current = () => scenes.find(({ name }) => name === choices.scene)!;

  const leave = () => {
    if (!show) return;
    stage.scene.remove(show.view.object, show.overlays.lines.object);
    show.view.dispose();
    show.overlays.dispose();
    show.runner.dispose();
    show = undefined;
  };

  /** Builds the chosen scene; a later choice has priority. */
  const open = async (keepCamera = false) => {
    const mine = ++attempt;
    const definition = current();
    leave();
    root.dataset['state'] = 'loading';
    root.dataset['steps'] = '0';
    write(notice, '');
    describeScene(definition);
    const { count, solver, broadPhase, volume, axis, narrowPhase, continuous, selfCollision } = choices;
    const { place, threads, gpuSearch, step } = choices;
    const choice = { count, solver, broadPhase, volume, axis, narrowPhase, continuous, selfCollision };
    try {
      const runner = await startRunner(definition, choice, {
        place,
        threads: Number(threads),
        gpuSearch,
        step,
      });
      if (mine !== attempt) return runner.dispose();
      const view = new WorldView(runner);
      const overlays = new Overlays(runner);
      show = { runner, view, overlays };
      stage.scene.add(view.object, overlays.lines.object);
      const { position, target } = definition.camera;
      if (keepCamera) stage.onTheme(stageTheme());
      else stage.look(position, target, groundOf(runner));
      stage.renderer.domElement.setAttribute(
        'aria-label',
        `${definition.title}. ${definition.summary} Arrow keys move the view.`,
      );
      controls.selfCollision.enable(runner.scene.soft !== undefined);
      controls.tree.enable(isTree(runner.scene.world.broadPhase));
      showTuning(runner);
      chart.clear();
      root.dataset['scene'] = definition.name;
      root.dataset['state'] = 'ready';
    } catch (error) {
      root.dataset['state'] = 'failed';
      write(notice, `The scene could not start: ${error instanceof Error ? error.message : String(error)}`);
      console.error(error);
    }
  };

  /** Applies a choice, also to the address, and rebuilds the scene if necessary. */
  const choose = (changes: Partial<Choices>, rebuild: boolean) => {
    const moved = changes.scene !== undefined && changes.scene !== choices.scene;
    Object.assign(choices, changes);
    if (moved) {
      choices.count = current().counts[0];
      controls.count.options!(current().counts);
      const offered = solversOf(current());
      if (!offered.includes(choices.solver)) choices.solver = offered[0];
      controls.solver.options!(offered);
    }
    history.replaceState(
      history.state,
      '',
      location.pathname + writeChoices(choices, scenes) + location.hash,
    );
    showChoices();
    if (rebuild) void open(!moved);
  };

  const panel = new Panel(side);
  const top = add(side, 'section', 'pg-group pg-top');
  const sceneChoice = sceneControl(panel, top, choose);
  const describeScene = addHeading(top);
  const pause = () => {
    playing = !playing;
    write(play, playing ? 'Pause' : 'Play');
  };
  const step = () => {
    playing = false;
    write(play, 'Play');
    show?.runner.advance(0);
    show?.runner.step();
  };
  const reset = () => void open(true);
  const shake = () => show?.runner.shake();
  const fullScreen = () => toggleFullScreen(root);
  const play = addTransport(panel, top, playing, { pause, step, reset, shake });
  addTools(panel, top, root, current, scene => choose({ scene }, true));
  const endKeys = listenToKeys(root, { ' ': pause, n: step, r: reset, s: shake, f: fullScreen });

  const showTuning = addTuning(panel, () => show?.runner);
  const controls = {
    scene: sceneChoice,
    ...worldControls(panel, current(), choose),
    ...overlayControls(panel, choose),
  };
  const showChoices = () => enableControls(controls, choices);

  const figures = panel.group('Each step');
  figures.append(chart.element);
  const numbers = add(figures, 'p', 'pg-numbers');
  addLinks(side);

  const endPointer = holdByPointer(stage, () => show?.runner);

  stage.onTheme = theme => {
    show?.view.paint(theme);
    show?.overlays.paint(theme);
    chart.paint();
  };

  let counted = 0;
  const frame = (now: number) => {
    request = requestAnimationFrame(frame);
    const seconds = Math.max(0, Math.min((now - last) / 1000, longestFrame));
    last = now;
    if (frameRate.count(now)) write(rate, `${frameRate.value.toFixed(frameRate.value < 10 ? 1 : 0)} fps`);
    if (show) {
      const { runner, view, overlays } = show;
      runner.advance(playing ? seconds : 0);
      if (runner.steps !== counted) {
        chart.add(runner.timings);
        write(numbers, describe(runner));
      }
      counted = runner.steps;
      view.update();
      overlays.update(choices);
      write(notice, runner.notice);
      root.dataset['steps'] = String(runner.steps);
      chart.draw();
    }
    stage.draw();
  };

  showChoices();
  void open();
  request = requestAnimationFrame(frame);
  return () => {
    attempt++;
    cancelAnimationFrame(request);
    endPointer();
    endKeys();
    leave();
    stage.dispose();
    root.replaceChildren();
  };
}

/** The stage, with the frame rate and what is to be told over it. */
function addStage(root: HTMLElement): { stage: Stage; rate: HTMLElement; notice: HTMLElement } {
  root.classList.add('pg');
  const theatre = add(root, 'div', 'pg-stage');
  const stage = new Stage(theatre);
  stage.renderer.domElement.setAttribute('role', 'application');
  const rate = add(theatre, 'p', 'pg-rate');
  const notice = add(theatre, 'p', 'pg-notice');
  notice.setAttribute('role', 'status');
  return { stage, rate, notice };
}

/** Calls the action of a key that is pressed anywhere but in a field of the page; returns the end of it. */
function listenToKeys(root: HTMLElement, actions: Record<string, () => void>): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const action = actions[key.toLowerCase()];
    const isTyping =
      target instanceof Element && target.closest('input, select, button, a, dialog, textarea');
    if (!action || isTyping || ctrlKey || metaKey || altKey || event.repeat) return;
    event.preventDefault();
    action();
  };
  const { ownerDocument } = root;
  ownerDocument.addEventListener('keydown', press);
  return () => ownerDocument.removeEventListener('keydown', press);
}

/** The counters of the last step, in words. */
function describe({ counters, scene, sleeperCount, details }: Runner): string {
  const number = (value: number) => value.toLocaleString('en');
  const { candidates, touching, falsePositives, gjkSearches, points } = counters;
  return (
    `${number(scene.world.count)} bodies, ${number(sleeperCount)} asleep · ` +
    `${number(candidates)} pairs · ${number(touching)} touching, ${number(falsePositives)} not · ` +
    `${number(gjkSearches)} searches of GJK · ${number(points)} contact points${details === '' ? '' : ` · ${details}`}`
  );
}

/** The height of the highest half-space that bodies can lie on; a floor far below where there is none. */
function groundOf({ scene }: Runner): number {
  const { colliders, planes } = scene.world;
  let height = -Infinity;
  for (const id of planes) {
    const [, y, , offset] = colliderNumbers(colliders, id);
    if (y > 0.99) height = Math.max(height, offset);
  }
  return height > -Infinity ? height : scene.container[1] - 0.01;
}
