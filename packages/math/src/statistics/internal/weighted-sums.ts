/** What the covariance accumulators of space and plane share: a state that begins with the total weight. */

/** Where the total weight is. */
export const weightAt = 0;
/** Where the mean begins. */
export const meanAt = 1;

/** Weight left over after a removal that counts as none, relative to the weight before. */
const emptyWeight = 1e-12;

/**
 * Whether anything is left of the state once `weight` is taken away; if not, the state is cleared. Throws
 * where there is less than that.
 */
export function hasRest(state: Float64Array, weight: number): boolean {
  const before = state[weightAt];
  if (weight > before * (1 + emptyWeight))
    throw new RangeError(`weight must not exceed the total weight ${before}, got ${weight}`);
  if (before - weight > emptyWeight * before) return true;
  state.fill(0);
  return false;
}
