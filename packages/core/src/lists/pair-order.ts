/**
 * Sorts pairs by their ids: a radix sort with two stable counting passes, second ids first. O(pairs + ids);
 * nothing is allocated in steady state. A fixed order makes a step depend only on the state, not on the
 * history of a structure.
 */
import type { PairList } from './pair-list.ts';

/** Sorts lists of pairs. */
export class PairOrder {
  private copy = new Uint32Array(0);
  private counts = new Uint32Array(0);

  /** Sorts `pairs` by first, then by second id, all of which are below `idCount`. */
  sort(pairs: PairList, idCount: number): void {
    if (this.copy.length < 2 * pairs.count) this.copy = new Uint32Array(3 * pairs.count);
    if (this.counts.length < idCount + 1) this.counts = new Uint32Array(2 * idCount + 1);
    this.pass(this.copy, pairs.data, pairs.count, 1, idCount);
    this.pass(pairs.data, this.copy, pairs.count, 0, idCount);
  }

  private pass(to: Uint32Array, from: Uint32Array, count: number, column: number, idCount: number): void {
    const counts = this.counts;
    counts.fill(0, 0, idCount + 1);
    for (let i = 0; i < count; i++) counts[from[2 * i + column] + 1]++;
    for (let id = 0; id < idCount; id++) counts[id + 1] += counts[id];
    for (let i = 0; i < count; i++) {
      const target = 2 * counts[from[2 * i + column]]++;
      to[target] = from[2 * i];
      to[target + 1] = from[2 * i + 1];
    }
  }
}
