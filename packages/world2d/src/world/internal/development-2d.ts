/** Warnings during development: misspelt options. */
import { inDevelopment, tellUnknown } from '@colide/core';

const optionNames = [
  ...['gravity', 'broadPhase', 'narrowPhase', 'solver', 'parts', 'sleeping', 'margin', 'fixedStep'],
  ...['maxSteps', 'restitution', 'snapshots'],
];

/**
 * In development, throws an error that names the first option that worlds do not have; likewise for the
 * settings of the solver and of sleep.
 */
export function checkOptions2d(options: {
  readonly solver?: object;
  readonly sleeping?: object | false;
}): void {
  inDevelopment(() => {
    const { solver = {}, sleeping } = options;
    tellUnknown('options', options, optionNames);
    // The solver checks its own settings; gravity belongs to the world.
    const { gravity, ...others }: { readonly gravity?: unknown } = solver;
    if (!('step' in solver) && gravity !== undefined) tellUnknown('solver', { gravity }, Object.keys(others));
    if (sleeping) tellUnknown('sleeping', sleeping, ['speed', 'time', 'radius']);
  });
}
