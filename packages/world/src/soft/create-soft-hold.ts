/**
 * The helper's side of `ColoredSoftSolver`: makes the hold of a deformable body, which keeps its particles
 * together, from the data that the caller sent. It is separate from the share, so that callers do not include
 * the code of all kinds of bodies twice.
 */
import { type HoldRecipe, makeHold } from './internal/hold-recipes.ts';

/** Makes the hold of a body from its recipe in a message of a `SoftCrew`, for a `ColoredSoftShare`. */
export function createSoftHold(recipe: object): object {
  return makeHold(recipe as HoldRecipe);
}
