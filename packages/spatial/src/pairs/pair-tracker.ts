/**
 * Derives events from the pair lists of any broad phase: given the list of each frame, it reports which pairs
 * have begun to overlap, which still overlap and which have ceased to.
 *
 * Pairs are kept in a hash set on typed arrays with the number of the frame in which each was last seen:
 * O(pairs) per frame, and no allocation once the lists have grown to their size. A pair that is listed twice
 * counts once.
 */
import { grown, PairList, refuse, requireInteger, requireLength, requirePairList } from '@colide/core';
import { PairSet } from '../internal/pair-set.ts';

/** Derives events from lists of pairs. */
export class PairTracker {
  /** Pairs of the last list that were not in the one before. */
  readonly begun = new PairList();
  /** Pairs of the last list that were in the one before. */
  readonly stayed = new PairList();
  /** Pairs that were in the list before the last one, but not in the last. */
  readonly ended = new PairList();
  private readonly set = new PairSet();
  /** By index in the set: the frame in which the pair was last seen. */
  private seen = new Uint32Array(16);
  private frame = 0;

  /** How many pairs currently overlap. */
  get count(): number {
    return this.set.count;
  }

  /** Whether a pair currently overlaps. */
  has(a: number, b: number): boolean {
    requireInteger('a', a, 0, 0xffffffff);
    requireInteger('b', b, 0, 0xffffffff);
    return this.set.indexOf(Math.min(a, b), Math.max(a, b)) >= 0;
  }

  /** Takes the pairs of a frame, in any order; returns how many events (begun and ended) there are. */
  update(pairs: PairList): number {
    requirePairList('pairs', pairs);
    return this.updateFrom(pairs.data, pairs.count);
  }

  /** {@link update} with the first `count` pairs of an interleaved array. */
  updateFrom(pairs: Uint32Array, count: number): number {
    // A plain array might hold anything.
    if (pairs?.[Symbol.toStringTag] !== 'Uint32Array') refuse('pairs', 'be a Uint32Array', pairs);
    requireInteger('count', count);
    requireLength('pairs', pairs, 2 * count);
    const { set, begun, stayed, ended } = this;
    this.frame = (this.frame + 1) >>> 0;
    begun.clear();
    stayed.clear();
    ended.clear();
    for (let i = 0; i < count; i++) {
      const first = pairs[2 * i];
      const second = pairs[2 * i + 1];
      const a = Math.min(first, second);
      const b = Math.max(first, second);
      let index = set.indexOf(a, b);
      if (index < 0) {
        index = set.count;
        set.add(a, b);
        this.makeRoom();
        begun.push(a, b);
      } else if (this.seen[index] !== this.frame) stayed.push(a, b);
      this.seen[index] = this.frame;
    }
    for (let index = set.count - 1; index >= 0; index--) {
      if (this.seen[index] === this.frame) continue;
      ended.push(set.pairs[2 * index], set.pairs[2 * index + 1]);
      this.seen[index] = this.seen[set.count - 1];
      set.deleteAt(index);
    }
    return begun.count + ended.count;
  }

  /** Forgets all pairs without events. */
  clear(): void {
    this.set.clear();
    this.begun.clear();
    this.stayed.clear();
    this.ended.clear();
  }

  private makeRoom(): void {
    if (this.set.count > this.seen.length) this.seen = grown(this.seen);
  }
}
