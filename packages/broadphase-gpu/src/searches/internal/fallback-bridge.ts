/** A broad phase on the CPU that has taken over: translates between its ids and those given out before. */

import type { BroadPhase, PairList } from '@colide/core';
import { boxSize, pairSize } from '../../internal/gpu-layouts.ts';
import type { BoxStore } from './box-store.ts';

/** Keeps a CPU broad phase in step with a store of boxes. */
export class FallbackBridge {
  private readonly inner: BroadPhase;
  private readonly store: BoxStore;
  private readonly toInner: number[] = [];
  private readonly toOuter: number[] = [];

  /** Puts all boxes of the store into `inner`. */
  constructor(inner: BroadPhase, store: BoxStore) {
    this.inner = inner;
    this.store = store;
    for (let id = 0; id < store.next; id++) if (store.isLive(id)) this.insert(id);
  }

  /** Adds the box that the store has under `id`. */
  insert(id: number): void {
    const inner = this.inner.insert(this.boxOf(id));
    this.toInner[id] = inner;
    this.toOuter[inner] = id;
  }

  /** Copies the box that the store has under `id`. */
  update(id: number): void {
    this.inner.update(this.toInner[id], this.boxOf(id));
  }

  /** Removes a box. */
  remove(id: number): void {
    this.inner.remove(this.toInner[id]);
  }

  /** Removes all boxes. */
  clear(): void {
    this.inner.clear();
  }

  /** Appends all pairs that the filters admit. */
  findPairs(out: PairList, sorted: boolean): number {
    const from = out.count;
    this.inner.findPairs(out);
    const end = out.count;
    const found = out.data.slice(pairSize * from, pairSize * end);
    out.count = from;
    const pairs: [number, number][] = [];
    for (let i = 0; i < found.length; i += pairSize) {
      const a = this.toOuter[found[i]];
      const b = this.toOuter[found[i + 1]];
      if (this.store.admits(a, b)) pairs.push(a < b ? [a, b] : [b, a]);
    }
    if (sorted) pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [a, b] of pairs) out.push(a, b);
    return pairs.length;
  }

  private boxOf(id: number): Float64Array {
    return this.store.doubles.slice(boxSize * id, boxSize * (id + 1));
  }
}
