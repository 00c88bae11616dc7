/**
 * Exclusive prefix sum: element i of the result is the sum of the elements before i. It turns counts into the
 * offsets at which each bucket begins, the step between counting and reordering in radix sort, grids and
 * stream compaction.
 *
 * Cost: O(n), one pass, in place or not; no allocation. Sums wrap at 2³² like the GPU's; the returned total
 * does not.
 *
 * G. E. Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990.
 */
import { requireInteger, requireLength } from '@colide/core';

/**
 * Writes the exclusive prefix sums of the first `count` values to `out`, which may be `values` itself, and
 * returns the sum of all of them (exact below 2⁵³).
 */
export function exclusiveScan(out: Uint32Array, values: Uint32Array, count = values.length): number {
  requireInteger('count', count);
  requireLength('values', values, count);
  requireLength('out', out, count);
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const value = values[i];
    out[i] = sum;
    sum += value;
  }
  return sum;
}
