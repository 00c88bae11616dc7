/** The choices of the visitor, written to and read from the address of the page. */
import {
  broadPhases,
  continuousMethods,
  gpuSearches,
  namesOf,
  narrowPhases,
  type SolverName,
  selfCollisions,
  solversOf,
  stepKinds,
  sweepAxes,
  volumes,
} from '../choice.ts';
import type { SceneDefinition } from '../scene.ts';

/** The place where steps are computed. */
export const places = ['CPU', 'worker', 'GPU', 'GPU alone'] as const;

/** Numbers of threads among which a worker divides its steps. */
export const threadCounts = ['1', '2', '4', '8'] as const;

/** The overlays that can be drawn over a scene. */
export const overlayNames = ['volumes', 'pairs', 'contacts', 'tree'] as const;

/** Everything that can be chosen. */
export interface Choices {
  scene: string;
  count: number;
  solver: SolverName;
  broadPhase: keyof typeof broadPhases;
  place: (typeof places)[number];
  volume: keyof typeof volumes;
  axis: keyof typeof sweepAxes;
  narrowPhase: keyof typeof narrowPhases;
  continuous: keyof typeof continuousMethods;
  selfCollision: keyof typeof selfCollisions;
  threads: (typeof threadCounts)[number];
  gpuSearch: keyof typeof gpuSearches;
  step: (typeof stepKinds)[number];
  volumes: boolean;
  pairs: boolean;
  contacts: boolean;
  tree: boolean;
}

/** Reads the choices of an address; missing or invalid ones have their defaults. */
export function readChoices(search: string, scenes: readonly SceneDefinition[]): Choices {
  const query = new URLSearchParams(search);
  const scene = scenes.find(({ name }) => name === query.get('scene')) ?? scenes[0];
  const pick = <T extends string>(name: string, options: readonly T[]): T =>
    options.find(option => slug(option) === query.get(name)) ?? options[0];
  const count = Number(query.get('count'));
  return {
    scene: scene.name,
    count: scene.counts.includes(count) ? count : scene.counts[0],
    solver: pick('solver', solversOf(scene)),
    broadPhase: pick('broad-phase', namesOf(broadPhases)),
    place: pick('run-on', places),
    volume: pick('volume', namesOf(volumes)),
    axis: pick('axis', namesOf(sweepAxes)),
    narrowPhase: pick('narrow-phase', namesOf(narrowPhases)),
    continuous: pick('continuous', namesOf(continuousMethods)),
    selfCollision: pick('self-collision', namesOf(selfCollisions)),
    threads: pick('threads', threadCounts),
    gpuSearch: pick('gpu-search', namesOf(gpuSearches)),
    step: pick('step', stepKinds),
    volumes: query.has('volumes'),
    pairs: query.has('pairs'),
    contacts: query.has('contacts'),
    tree: query.has('tree'),
  };
}

/** The query of the address for choices; defaults are omitted. */
export function writeChoices(choices: Choices, scenes: readonly SceneDefinition[]): string {
  const query = new URLSearchParams();
  const usual = readChoices(`?scene=${choices.scene}`, scenes);
  if (choices.scene !== scenes[0].name) query.set('scene', choices.scene);
  if (choices.count !== usual.count) query.set('count', String(choices.count));
  if (choices.solver !== usual.solver) query.set('solver', slug(choices.solver));
  if (choices.broadPhase !== usual.broadPhase) query.set('broad-phase', slug(choices.broadPhase));
  if (choices.place !== usual.place) query.set('run-on', slug(choices.place));
  if (choices.volume !== usual.volume) query.set('volume', slug(choices.volume));
  if (choices.axis !== usual.axis) query.set('axis', slug(choices.axis));
  if (choices.narrowPhase !== usual.narrowPhase) query.set('narrow-phase', slug(choices.narrowPhase));
  if (choices.continuous !== usual.continuous) query.set('continuous', slug(choices.continuous));
  if (choices.selfCollision !== usual.selfCollision) query.set('self-collision', slug(choices.selfCollision));
  if (choices.threads !== usual.threads) query.set('threads', choices.threads);
  if (choices.gpuSearch !== usual.gpuSearch) query.set('gpu-search', slug(choices.gpuSearch));
  if (choices.step !== usual.step) query.set('step', choices.step);
  for (const name of overlayNames) if (choices[name]) query.set(name, '');
  const text = query.toString().replace(/=(?=&|$)/g, '');
  return text === '' ? '' : `?${text}`;
}

function slug(text: string): string {
  return text.toLowerCase().replaceAll(' ', '-');
}
