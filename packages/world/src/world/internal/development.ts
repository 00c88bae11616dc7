/**
 * What worlds tell while a program is being developed: misspelt options, and times that look like milliseconds.
 */
import { tellUnknown } from '@colide/core';

/** The longest step that nobody is told about, in s. */
export const longestStep = 1;

/** The worlds that have been told. */
const told = /* @__PURE__ */ new WeakSet<object>();

const optionNames = [
  ...['gravity', 'broadPhase', 'asyncBroadPhase', 'colliderBroadPhase', 'narrowPhase', 'solver', 'pool'],
  ...['kernels', 'joints', 'parts', 'sleeping', 'margin', 'fixedStep', 'maxSteps', 'frictionRule'],
  ...['restitutionRule', 'continuous'],
];

const solverNames = [
  ...['substeps', 'iterations', 'relaxations', 'contactHertz', 'contactDamping', 'jointHertz'],
  ...['jointDamping', 'pushSpeed', 'restitutionSpeed'],
];

/**
 * In development, throws an error that names the first option that worlds do not have; likewise for the
 * settings of the solver and of sleep.
 */
export function checkOptions(options: {
  readonly solver?: object;
  readonly sleeping?: object | false;
}): void {
  const { solver = {}, sleeping } = options;
  tellUnknown('options', options, optionNames);
  if (!('step' in solver)) tellUnknown('solver', solver, solverNames);
  if (sleeping) tellUnknown('sleeping', sleeping, ['speed', 'time', 'radius']);
}

/** Warns, once per world, of a step so long that it must have been meant in milliseconds. */
export function warnOfMilliseconds(world: object, dt: number): void {
  if (told.has(world)) return;
  told.add(world);
  console.warn(`world.step(${dt}) is a step of ${dt} s: times are in seconds, not in milliseconds`);
}
