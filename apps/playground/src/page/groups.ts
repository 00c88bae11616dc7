/** The groups of the panel: what the world is made of, what is drawn over it, and what is said about it. */
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
import { scenes } from '../scenes/index.ts';
import { type Choices, places, threadCounts } from './address.ts';
import { write } from './chart.ts';
import { openGallery, openSource } from './dialogs.ts';
import { add, type Control, type Panel } from './panel.ts';
import type { Runner } from './runner.ts';

type Scene = (typeof scenes)[number];

/** Takes over a choice; some need the scene to be built again. */
type Choose = (changes: Partial<Choices>, rebuild: boolean) => void;

/** Where the slider of friction stands until it is moved: what most bodies have. */
const usualFriction = 0.5;

const same = (value: string) => value;

/** What a scene repeats of the sources: an experiment, such as `E3.1`, or something in the source `S4`. */
function originOf(source: string | undefined): string {
  if (!source) return '';
  return source.startsWith('E') ? `Repeats experiment ${source} of the sources.` : `As in source ${source}.`;
}

/** The title and the summary of the scene; returns the function that writes them. */
export function addHeading(parent: HTMLElement): (scene: Scene) => void {
  const title = add(parent, 'h2', 'pg-title');
  const summary = add(parent, 'p', 'pg-summary');
  const repeats = add(parent, 'p', 'pg-summary');
  return scene => {
    title.textContent = scene.title;
    write(summary, scene.summary);
    write(repeats, originOf(scene.source));
  };
}

/** The choice of the scene. */
export function sceneControl(panel: Panel, parent: HTMLElement, choose: Choose): Control<string> {
  return panel.choice(
    parent,
    'Scene',
    scenes.map(({ name }) => name),
    name => scenes.find(scene => scene.name === name)!.title,
    scene => choose({ scene }, true),
  );
}

/** The buttons of the run of a scene; returns the one that plays and pauses. */
export function addTransport(
  panel: Panel,
  parent: HTMLElement,
  playing: boolean,
  actions: Record<'pause' | 'step' | 'reset' | 'shake', () => void>,
): HTMLButtonElement {
  const transport = add(parent, 'div', 'pg-buttons');
  const play = panel.button(transport, playing ? 'Pause' : 'Play', actions.pause);
  panel.button(transport, 'Step', actions.step);
  panel.button(transport, 'Reset', actions.reset);
  panel.button(transport, 'Shake', actions.shake);
  return play;
}

/** The sliders that change a running scene; returns the function that sets them to a new one. */
export function addTuning(panel: Panel, running: () => Runner | undefined): (runner: Runner) => void {
  const parent = panel.group('Environment');
  const gravity = panel.slider(parent, 'Gravity', { max: 30, step: 0.01 }, value =>
    running()?.tune({ gravity: value }),
  );
  const friction = panel.slider(parent, 'Friction', { max: 1, step: 0.01 }, value =>
    running()?.tune({ friction: value }),
  );
  add(parent, 'p', 'pg-hint').textContent =
    'Keys: space pauses, N steps, R resets, S shakes, F fills the screen. Once moved, the friction slider applies to all bodies.';
  return ({ scene }) => {
    gravity.set(-scene.world.gravity[1]);
    friction.set(usualFriction);
  };
}

export function toggleFullScreen(root: HTMLElement): void {
  void (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen());
}

/** The buttons that have nothing to do with the run of the scene. */
export function addTools(
  panel: Panel,
  parent: HTMLElement,
  root: HTMLElement,
  current: () => Scene,
  open: (scene: string) => void,
): void {
  const tools = add(parent, 'div', 'pg-buttons pg-tools');
  panel.button(tools, 'Gallery', () => openGallery(root, scenes, open));
  panel.button(tools, 'Source', () => void openSource(root, current()));
  const copy = panel.button(tools, 'Copy link', async () => {
    await navigator.clipboard.writeText(location.href);
    write(copy, 'Copied');
    setTimeout(() => write(copy, 'Copy link'), 1500);
  });
  panel.button(tools, 'Full screen', () => toggleFullScreen(root));
}

/** The choices of which the world is made. */
export function worldControls(panel: Panel, scene: Scene, choose: Choose) {
  const setup = panel.group('World');
  const controls = {
    count: panel.choice(
      setup,
      'Count',
      scene.counts,
      count => count.toLocaleString('en'),
      count => choose({ count }, true),
    ),
    solver: panel.choice<SolverName>(setup, 'Solver', solversOf(scene), same, solver =>
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
  };
  add(setup, 'p', 'pg-hint').textContent =
    'Volume and axis are those of sort and sweep, on the GPU too. The GPU finds pairs; alone, it also finds contacts of boxes and hulls and ' +
    'moves them, by support planes if these are the solver and otherwise by averaged middle planes. Threads divide every solver among workers, with the narrow phase of kernels. ' +
    'Variable steps are as long as pictures take: not to be recommended, as piles show.';
  return controls;
}

export function overlayControls(panel: Panel, choose: Choose) {
  const group = panel.group('Overlays');
  const ticks = add(group, 'div', 'pg-toggles');
  return {
    volumes: panel.toggle(ticks, 'Volumes', volumes => choose({ volumes }, false)),
    pairs: panel.toggle(ticks, 'Pairs', pairs => choose({ pairs }, false)),
    contacts: panel.toggle(ticks, 'Contacts', contacts => choose({ contacts }, false)),
    tree: panel.toggle(ticks, 'Tree', tree => choose({ tree }, false)),
  };
}

type Controls = { readonly [name in keyof Choices]: Control<Choices[name]> };

/** Sets all controls to what is chosen, and disables those that mean nothing with it. */
export function enableControls(controls: Controls, choices: Choices): void {
  for (const name of Object.keys(choices) as (keyof Choices)[])
    (controls[name] as { set(value: unknown): void }).set(choices[name]);
  const { broadPhase, place } = choices;
  controls.volume.enable(broadPhase === 'sort and sweep' || place === 'GPU alone');
  controls.axis.enable(broadPhase === 'sort and sweep');
  controls.threads.enable(place === 'worker' && isDivisible(choices));
  controls.gpuSearch.enable(place === 'GPU' || place === 'GPU alone');
  controls.step.enable(place !== 'worker');
}

export function addLinks(parent: HTMLElement): void {
  const links = add(parent, 'p', 'pg-links');
  Object.assign(add(links, 'a'), { href: './plane.html', textContent: 'Scenes of the plane' });
  links.append(' · ');
  Object.assign(add(links, 'a'), { href: './gpu-bench.html', textContent: 'GPU bench on your machine' });
}
