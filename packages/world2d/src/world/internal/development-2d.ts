/**
 * What planar worlds tell while a program is being developed: misspelt options.
 */
import { tellUnknown } from '@colide/core';

const optionNames = [
  ...['gravity', 'broadPhase', 'narrowPhase', 'solver', 'parts', 'sleeping', 'margin', 'fixedStep'],
  'maxSteps',
];
const solverNames = [
  ...['substeps', 'iterations', 'relaxations', 'contactHertz', 'contactDamping', 'jointHertz'],
  ...['jointDamping', 'pushSpeed', 'restitutionSpeed'],
];

/**
 * In development, throws an error that names the first option that worlds do not have; likewise for the
 * settings of the solver and of sleep.
 */
export function checkOptions2d(options: {
  readonly solver?: object;
  readonly sleeping?: object | false;
}): void {
  const { solver = {}, sleeping } = options;
  tellUnknown('options', options, optionNames);
  if (!('step' in solver)) tellUnknown('solver', solver, solverNames);
  if (sleeping) tellUnknown('sleeping', sleeping, ['speed', 'time', 'radius']);
}
