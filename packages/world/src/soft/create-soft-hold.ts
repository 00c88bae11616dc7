/**
 * The helper's side of `ColoredSoftSolver`: makes what holds the particles of a deformable body together from
 * the data that the caller sent. It is apart from the share, so that callers do not carry the code of all
 * kinds of bodies twice.
 */
import { type HoldRecipe, makeHold } from './internal/hold-recipes.ts';

/** Makes the hold of a body from its recipe in the news of a `SoftCrew`, for a `ColoredSoftShare`. */
export function createSoftHold(recipe: object): object {
  return makeHold(recipe as HoldRecipe);
}
