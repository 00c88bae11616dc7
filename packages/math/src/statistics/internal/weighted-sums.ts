/** What the covariance accumulators of space and plane share: a state that begins with the total weight. */

/** Offset of the total weight. */
export const weightAt = 0;
/** Offset of the mean. */
export const meanAt = 1;

/** A weight below this, relative to the weight before a removal, counts as zero. */
const emptyWeight = 1e-12;

/**
 * Whether any weight is left once `weight` is removed; if not, the state is cleared. Throws if `weight`
 * exceeds the total.
 */
export function hasRest(state: Float64Array, weight: number): boolean {
  const before = state[weightAt];
  if (weight > before * (1 + emptyWeight))
    throw new RangeError(`weight must not exceed the total weight ${before}, got ${weight}`);
  if (before - weight > emptyWeight * before) return true;
  state.fill(0);
  return false;
}
