/**
 * What worlds tell while a program is being developed: misspelt options, and times that look like milliseconds.
 * Bundlers leave it out of production builds.
 */
import { requireKnown } from '@colide/core';

/** The longest step that nobody is told about, in s. */
export const longestStep = 1;

/** The worlds that have been told. */
const told = /* @__PURE__ */ new WeakSet<object>();

const optionNames = [
  ...['gravity', 'broadPhase', 'asyncBroadPhase', 'colliderBroadPhase', 'narrowPhase', 'solver', 'pool'],
  ...['joints', 'parts', 'sleeping', 'margin', 'fixedStep', 'maxSteps'],
];

/** Throws an error that names the first option that worlds do not have. */
export function checkOptions(options: object): void {
  requireKnown('options', options, optionNames);
}

/** Warns, once per world, of a step so long that it must have been meant in milliseconds. */
export function warnOfMilliseconds(world: object, dt: number): void {
  if (told.has(world)) return;
  told.add(world);
  console.warn(`world.step(${dt}) is a step of ${dt} s: times are in seconds, not in milliseconds`);
}
