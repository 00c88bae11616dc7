/**
 * Insertion sort of keys with a payload, for data that is nearly sorted already, such as the end points of
 * boxes one frame later (temporal coherence), and for short lists.
 *
 * Idea: take each key in turn and shift the larger ones before it up by one position. The number of shifts is
 * the number of inversions, so a list that is nearly in order costs little more than reading each key once.
 *
 * Cost: O(n + inversions), O(n²) at worst; in place, stable, no allocation. Beyond a few inversions per
 * element `radixSort` is faster. Order: −∞ < … < −0 < +0 < … < +∞ < NaN, the order of typed arrays' own sort.
 *
 * D. Baraff, "Dynamic simulation of non-penetrating rigid bodies", Cornell, 1992 (sweep and prune by
 * insertion sort).
 */
import { requireInteger, requireLength } from '@colide/core';

/** Arrays of keys that `insertionSort` takes. */
export type SortableKeys = Float32Array | Float64Array | Uint32Array | Int32Array;

/**
 * Sorts the first `count` keys in ascending order, moves the payload along and returns by how many positions
 * the elements were moved in all: the number of inversions, a measure of how much changed since the last
 * time.
 */
export function insertionSort(keys: SortableKeys, payload: Uint32Array, count = keys.length): number {
  requireInteger('count', count);
  requireLength('keys', keys, count);
  requireLength('payload', payload, count);
  let moves = 0;
  for (let i = 1; i < count; i++) {
    const key = keys[i];
    // A NaN stays behind everything before it. "Not at most" instead of "greater" lets other keys pass NaNs.
    if (Number.isNaN(key)) continue;
    let j = i;
    if (keys[j - 1] <= key && key !== 0) continue;
    const item = payload[i];
    while (j > 0 && !(keys[j - 1] <= key)) {
      keys[j] = keys[j - 1];
      payload[j] = payload[j - 1];
      j--;
    }
    if (Object.is(key, -0)) {
      while (j > 0 && Object.is(keys[j - 1], 0)) {
        keys[j] = keys[j - 1];
        payload[j] = payload[j - 1];
        j--;
      }
    }
    keys[j] = key;
    payload[j] = item;
    moves += i - j;
  }
  return moves;
}
