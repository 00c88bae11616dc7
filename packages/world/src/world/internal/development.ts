/** Errors during development: misspelt options, and options of the wrong kind. */
import { inDevelopment, refuse, requireObject, tellUnknown } from '@colide/core';
import { requireAmount } from '../../internal/amount-checks.ts';

const optionNames = [
  ...['gravity', 'broadPhase', 'asyncBroadPhase', 'colliderBroadPhase', 'narrowPhase', 'solver', 'pool'],
  ...['kernels', 'joints', 'parts', 'sleeping', 'margin', 'fixedStep', 'maxSteps', 'frictionRule'],
  ...['restitutionRule', 'continuous'],
];

/** A method of each option that is an object with methods. */
const methods = {
  broadPhase: 'queryBox',
  asyncBroadPhase: 'findPairs',
  colliderBroadPhase: 'findPairs',
  narrowPhase: 'begin',
  kernels: 'createContacts',
  joints: 'addBall',
  pool: 'solver',
} as const;

/**
 * In development, throws an error that names the first option that worlds do not have or that is of the wrong
 * kind; likewise for the settings of the solver and of sleep.
 */
export function checkOptions(options: {
  readonly solver?: object;
  readonly sleeping?: object | false;
  readonly margin?: number;
  readonly parts?: readonly object[];
}): void {
  inDevelopment(() => {
    const { solver = {}, sleeping = false, margin = 0, parts = [] } = options;
    requireObject('solver', solver);
    if (sleeping !== false) requireObject('sleeping', sleeping);
    requireAmount('margin', margin);
    if (!Array.isArray(parts)) refuse('parts', 'be an array', parts);
    for (const part of parts) requireMethod('parts', part, 'step');
    for (const [name, method] of Object.entries(methods)) {
      const option = (options as Readonly<Record<string, unknown>>)[name];
      // A test of pairs may be passed as a narrow phase.
      if (name === 'narrowPhase' && typeof option === 'function') continue;
      if (option !== undefined && option !== null) requireMethod(name, option, method);
    }
    tellUnknown('options', options, optionNames);
    // The solver checks its own settings; gravity belongs to the world.
    const { gravity, ...others }: { readonly gravity?: unknown } = solver;
    if (!('step' in solver) && gravity !== undefined) tellUnknown('solver', { gravity }, Object.keys(others));
    if (sleeping) tellUnknown('sleeping', sleeping, ['speed', 'time', 'radius']);
  });
}

function requireMethod(name: string, option: unknown, method: string): void {
  requireObject(name, option);
  const found = (option as Readonly<Record<string, unknown>>)[method];
  if (typeof found !== 'function') refuse(name, `have a method ${method}`, found);
}
