/** The playground: a stage, a panel of choices, and one scene after the other. */
import {
  broadPhases,
  continuousMethods,
  gpuSearches,
  isDivisible,
  namesOf,
  narrowPhases,
  type SolverName,
  selfCollisions,
  solversOf,
  stepKinds,
  sweepAxes,
  volumes,
} from '../choice.ts';
import { colliderNumbers } from '../collider-numbers.ts';
import { scenes } from '../scenes/index.ts';
import { type Choices, places, readChoices, threadCounts, writeChoices } from './address.ts';
import { Chart, write } from './chart.ts';
import { openGallery, openSource } from './dialogs.ts';
import { FrameRate } from './frame-rate.ts';
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

/** The initial value of the friction slider: that of most bodies. */
const usualFriction = 0.5;

/** The objects of the current scene. */
interface Show {
  readonly runner: Runner;
  readonly view: WorldView;
  readonly overlays: Overlays;
}

/** Fills `root` with the playground and returns the function that ends it. */
export function mountPlayground(root: HTMLElement): () => void {
  root.classList.add('pg');
  const choices = readChoices(location.search, scenes);
  const theatre = add(root, 'div', 'pg-stage');
  const stage = new Stage(theatre);
  const rate = add(theatre, 'p', 'pg-rate');
  const frameRate = new FrameRate();
  const notice = add(theatre, 'p', 'pg-notice');
  notice.setAttribute('role', 'status');
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
    title.textContent = definition.title;
    write(summary, definition.summary);
    write(repeats, definition.source ? `Repeats experiment ${definition.source} of the sources.` : '');
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
      canvas.setAttribute(
        'aria-label',
        `${definition.title}. ${definition.summary} Arrow keys move the view.`,
      );
      controls.selfCollision.enable(runner.scene.soft !== undefined);
      controls.tree.enable(isTree(runner.scene.world.broadPhase));
      gravity.set(-runner.scene.world.gravity[1]);
      friction.set(usualFriction);
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
  const sceneChoice = panel.choice(
    top,
    'Scene',
    scenes.map(({ name }) => name),
    name => scenes.find(scene => scene.name === name)!.title,
    scene => choose({ scene }, true),
  );
  const title = add(top, 'h2', 'pg-title');
  const summary = add(top, 'p', 'pg-summary');
  const repeats = add(top, 'p', 'pg-summary');
  const transport = add(top, 'div', 'pg-buttons');
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
  const fullScreen = () =>
    void (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
  const play = panel.button(transport, playing ? 'Pause' : 'Play', pause);
  panel.button(transport, 'Step', step);
  panel.button(transport, 'Reset', reset);
  panel.button(transport, 'Shake', shake);
  const tools = add(top, 'div', 'pg-buttons pg-tools');
  panel.button(tools, 'Gallery', () => openGallery(root, scenes, scene => choose({ scene }, true)));
  panel.button(tools, 'Source', () => void openSource(root, current()));
  const copy = panel.button(tools, 'Copy link', async () => {
    await navigator.clipboard.writeText(location.href);
    write(copy, 'Copied');
    setTimeout(() => write(copy, 'Copy link'), 1500);
  });
  panel.button(tools, 'Full screen', fullScreen);
  const endKeys = listenToKeys(root, { ' ': pause, n: step, r: reset, s: shake, f: fullScreen });

  const nature = panel.group('Environment');
  const gravity = panel.slider(nature, 'Gravity', { max: 30, step: 0.01 }, value =>
    show?.runner.tune({ gravity: value }),
  );
  const friction = panel.slider(nature, 'Friction', { max: 1, step: 0.01 }, value =>
    show?.runner.tune({ friction: value }),
  );

  const setup = panel.group('World');
  const same = (value: string) => value;
  const controls = {
    scene: sceneChoice,
    count: panel.choice(
      setup,
      'Count',
      current().counts,
      count => count.toLocaleString('en'),
      count => choose({ count }, true),
    ),
    solver: panel.choice<SolverName>(setup, 'Solver', solversOf(current()), same, solver =>
      choose({ solver }, true),
    ),
    broadPhase: panel.choice(setup, 'Broad phase', namesOf(broadPhases), same, broadPhase =>
      choose({ broadPhase }, true),
    ),
    volume: panel.choice(setup, 'Bounding volume', namesOf(volumes), same, volume =>
      choose({ volume }, true),
    ),
    axis: panel.choice(setup, 'Sweep axis', namesOf(sweepAxes), same, axis => choose({ axis }, true)),
    narrowPhase: panel.choice(setup, 'Narrow phase', namesOf(narrowPhases), same, narrowPhase =>
      choose({ narrowPhase }, true),
    ),
    continuous: panel.choice(setup, 'Continuous', namesOf(continuousMethods), same, continuous =>
      choose({ continuous }, true),
    ),
    selfCollision: panel.choice(setup, 'Self-collision', namesOf(selfCollisions), same, selfCollision =>
      choose({ selfCollision }, true),
    ),
    place: panel.choice<Choices['place']>(setup, 'Run on', places, same, place => choose({ place }, true)),
    threads: panel.choice<Choices['threads']>(setup, 'Threads', threadCounts, same, threads =>
      choose({ threads }, true),
    ),
    gpuSearch: panel.choice(setup, 'GPU search', namesOf(gpuSearches), same, gpuSearch =>
      choose({ gpuSearch }, true),
    ),
    step: panel.choice<Choices['step']>(setup, 'Step length', stepKinds, same, step =>
      choose({ step }, true),
    ),
    ...overlayControls(),
  };
  add(nature, 'p', 'pg-hint').textContent =
    'Keys: space pauses, N steps, R resets, S shakes, F fills the screen. Once moved, the friction slider applies to all bodies.';
  add(setup, 'p', 'pg-hint').textContent =
    'Volume and axis are those of sort and sweep, on the GPU too. The GPU finds pairs; alone, it also finds contacts of boxes and hulls and ' +
    'moves them, by support planes if these are the solver and otherwise by averaged middle planes. Threads divide every solver among workers, with the narrow phase of kernels. ' +
    'Variable steps are as long as pictures take: not to be recommended, as piles show.';

  function overlayControls() {
    const group = panel.group('Overlays');
    const ticks = add(group, 'div', 'pg-toggles');
    return {
      volumes: panel.toggle(ticks, 'Volumes', volumes => choose({ volumes }, false)),
      pairs: panel.toggle(ticks, 'Pairs', pairs => choose({ pairs }, false)),
      contacts: panel.toggle(ticks, 'Contacts', contacts => choose({ contacts }, false)),
      tree: panel.toggle(ticks, 'Tree', tree => choose({ tree }, false)),
    };
  }

  const showChoices = () => {
    for (const name of Object.keys(choices) as (keyof Choices)[])
      (controls[name] as { set(value: unknown): void }).set(choices[name]);
    const { broadPhase, place } = choices;
    controls.volume.enable(broadPhase === 'sort and sweep' || place === 'GPU alone');
    controls.axis.enable(broadPhase === 'sort and sweep');
    controls.threads.enable(place === 'worker' && isDivisible(choices));
    controls.gpuSearch.enable(place === 'GPU' || place === 'GPU alone');
    controls.step.enable(place !== 'worker');
  };

  const figures = panel.group('Each step');
  figures.append(chart.element);
  const numbers = add(figures, 'p', 'pg-numbers');
  const links = add(side, 'p', 'pg-links');
  Object.assign(add(links, 'a'), { href: './plane.html', textContent: 'Scenes of the plane' });
  links.append(' · ');
  Object.assign(add(links, 'a'), { href: './gpu-bench.html', textContent: 'GPU bench on your machine' });

  const canvas = stage.renderer.domElement;
  canvas.setAttribute('role', 'application');
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
