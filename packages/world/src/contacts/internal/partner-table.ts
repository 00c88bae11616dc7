/**
 * The partners of each body in a sorted list of pairs: one ascending run of ids per body, by a counting sort.
 */
import type { IdList, PairList } from '@colide/core';

/** Partners by body. */
export class PartnerTable {
  /** Whether the table is that of the current pairs. */
  isCurrent = false;
  /** Ids of partners, body after body. */
  private partners = new Uint32Array(0);
  /** Offset of the run of each body, and the end of the last one. */
  private starts = new Uint32Array(2);
  private bodyCount = 0;

  /** Sorts the pairs by body, unless that was done. */
  index(pairs: PairList | undefined): void {
    if (this.isCurrent) return;
    this.isCurrent = true;
    const length = 2 * (pairs?.count ?? 0);
    const data = pairs?.data ?? this.partners;
    let last = -1;
    for (let i = 0; i < length; i++) last = Math.max(last, data[i]);
    this.bodyCount = last + 1;
    if (this.starts.length < last + 3) this.starts = new Uint32Array(2 * (last + 3));
    if (this.partners.length < length) this.partners = new Uint32Array(2 * length);
    const { starts, partners } = this;
    starts.fill(0, 0, last + 3);
    // Counted two elements ahead, so that each start is one element ahead while its run is filled.
    for (let i = 0; i < length; i++) starts[data[i] + 2]++;
    for (let body = 2; body < last + 3; body++) starts[body] += starts[body - 1];
    for (let i = 0; i < length; i++) partners[starts[data[i] + 1]++] = data[i ^ 1];
  }

  /** Appends the partners of a body; returns their number. */
  append(out: IdList, body: number): number {
    if (body >= this.bodyCount) return 0;
    const { starts, partners } = this;
    for (let i = starts[body]; i < starts[body + 1]; i++) out.push(partners[i]);
    return starts[body + 1] - starts[body];
  }

  /** Removes the partners of a body from the ascending ids from `first` on. */
  subtract(out: IdList, first: number, body: number): void {
    if (body >= this.bodyCount) return;
    const { starts, partners } = this;
    let at = starts[body];
    let kept = first;
    for (let i = first; i < out.count; i++) {
      const id = out.get(i);
      while (at < starts[body + 1] && partners[at] < id) at++;
      if (at === starts[body + 1] || partners[at] !== id) out.data[kept++] = id;
    }
    out.count = kept;
  }
}
