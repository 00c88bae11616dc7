/**
 * Sorts pairs by their ids: a radix sort with two stable counting passes, second ids first. O(pairs + ids);
 * nothing is allocated in steady state. A fixed order makes a step depend only on the state, not on the
 * history of a structure.
 */
import type { PairList } from './pair-list.ts';

/** Sorts lists of pairs. */
export class PairOrder {
  private copy: Uint32Array = new Uint32Array(0);
  private counts = new Uint32Array(0);

  /** Sorts `pairs` by first, then by second id, all of which are below `idCount`. */
  sort(pairs: PairList, idCount: number): void {
    this.sortBy(pairs, 1, idCount);
    this.sortBy(pairs, 0, idCount);
  }

  /** Sorts `pairs` by the first (0) or the second (1) id alone; others keep their order. Replaces the data. */
  sortBy(pairs: PairList, column: 0 | 1, idCount: number): void {
    const { data, count } = pairs;
    // Lists grow when they are full to the last pair.
    if (this.copy.length < 2 * count) this.copy = new Uint32Array(4 * count);
    if (this.counts.length < idCount + 1) this.counts = new Uint32Array(2 * idCount + 1);
    const { copy, counts } = this;
    counts.fill(0, 0, idCount + 1);
    for (let i = 0; i < count; i++) counts[data[2 * i + column] + 1]++;
    for (let id = 0; id < idCount; id++) counts[id + 1] += counts[id];
    for (let i = 0; i < count; i++) {
      const target = 2 * counts[data[2 * i + column]]++;
      copy[target] = data[2 * i];
      copy[target + 1] = data[2 * i + 1];
    }
    pairs.data = copy;
    this.copy = data;
  }
}
