/**
 * Bitonic sort of keys with a payload: a sorting network, the CPU counterpart of what a GPU workgroup runs.
 *
 * Idea: merge sorted runs of length k/2 to runs of length k. The first step of a merge compares each element
 * of the left run with its mirror image in the right one, the following steps compare elements k/4, k/8, …, 1
 * apart. Which elements are compared never depends on the data, so all comparisons of a step can run at the
 * same time. In this form every comparison puts the smaller element first; a list of any length can therefore
 * be taken as padded with largest keys, which never move, and comparisons beyond the end are left out.
 *
 * Cost: O(n log² n) comparisons in ½ log₂n (log₂n + 1) steps; in place, no allocation. On the CPU `radixSort`
 * is faster. Order: by key, then by payload. The network is not stable by itself; with ties broken by payload
 * the result is unique, and equal to a stable sort when the payload starts in ascending order. Floats: see
 * `floatsToKeys`.
 *
 * K. E. Batcher, "Sorting networks and their applications", AFIPS Spring Joint Computer Conference, 1968.
 */
import { requireInteger, requireLength } from '@colide/core';

/** Sorts the first `count` keys in ascending order, ties by payload, and moves the payload along. */
export function bitonicSort(keys: Uint32Array, payload: Uint32Array, count = keys.length): void {
  requireInteger('count', count);
  requireLength('keys', keys, count);
  requireLength('payload', payload, count);
  for (let run = 2; run < 2 * count; run *= 2) {
    compareStep(keys, payload, count, run / 2, run - 1);
    for (let distance = run / 4; distance >= 1; distance /= 2)
      compareStep(keys, payload, count, distance, distance);
  }
}

/** Compares every i whose `bit` is clear with i XOR `mask`, and exchanges them when they are out of order. */
function compareStep(
  keys: Uint32Array,
  payload: Uint32Array,
  count: number,
  bit: number,
  mask: number,
): void {
  for (let i = 0; i < count; i++) {
    const j = i ^ mask;
    if ((i & bit) !== 0 || j >= count) continue;
    const a = keys[i];
    const b = keys[j];
    if (a < b || (a === b && payload[i] <= payload[j])) continue;
    keys[i] = b;
    keys[j] = a;
    const item = payload[i];
    payload[i] = payload[j];
    payload[j] = item;
  }
}
