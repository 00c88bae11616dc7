/**
 * Divides pairs into groups in which no body appears twice, such that taking group after group is the same as
 * taking the pairs one after another: a pair goes into the first group after those of all earlier pairs of
 * its bodies. O(pairs + bodies).
 */
import { grown, type PairList } from '@colide/core';

/** Groups of pairs. */
export class PairGroups {
  /** Number of groups. */
  count = 0;
  /** The pairs, group by group, two ids each. */
  pairs = new Uint32Array(64);
  /** The position of the first pair of each group, and the number of pairs after the last. */
  starts = new Uint32Array(16);
  private levels = new Uint32Array(32);
  /** By body: the first group that it may be in. */
  private next = new Uint32Array(16);

  /** Divides `pairs`; bodies that are static may be in many pairs of a group. */
  divide(pairs: PairList, bodyCount: number, isStatic: (body: number) => boolean): void {
    const { count } = pairs;
    if (this.levels.length < count) {
      this.levels = new Uint32Array(2 * count);
      this.pairs = new Uint32Array(4 * count);
    }
    if (this.next.length < bodyCount) this.next = new Uint32Array(bodyCount);
    const { levels, next } = this;
    next.fill(0);
    this.count = 0;
    this.starts.fill(0);
    for (let p = 0; p < count; p++) {
      const [a, b] = [pairs.first(p), pairs.second(p)];
      const level = Math.max(isStatic(a) ? 0 : next[a], isStatic(b) ? 0 : next[b]);
      levels[p] = level;
      next[a] = next[b] = level + 1;
      this.count = Math.max(this.count, level + 1);
      if (this.starts.length < level + 2) this.starts = grown(this.starts, 2 * level + 2);
      this.starts[level + 1]++;
    }
    const { starts } = this;
    for (let g = 0; g < this.count; g++) starts[g + 1] += starts[g];
    for (let p = count - 1; p >= 0; p--) {
      // The number of pairs up to this one in its group; positions are taken from the end.
      const at = --starts[levels[p] + 1];
      this.pairs[2 * at] = pairs.first(p);
      this.pairs[2 * at + 1] = pairs.second(p);
    }
    // Each entry has moved to the beginning of its group.
    for (let g = 0; g < this.count; g++) starts[g] = starts[g + 1];
    starts[this.count] = count;
  }
}
