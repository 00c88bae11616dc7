/**
 * A broad phase on the CPU that has taken over. It holds the boxes around the volumes; its pairs are
 * translated to the original ids, and tested as volumes if these are not boxes.
 */

import type { BroadPhase, PairList } from '@colide/core';
import { pairSize } from '../../internal/gpu-layouts.ts';
import type { VolumeStore } from './volume-store.ts';

/** Keeps a CPU broad phase in step with a store of volumes. */
export class FallbackBridge {
  private readonly inner: BroadPhase;
  private readonly store: VolumeStore;
  private readonly toInner: number[] = [];
  private readonly toOuter: number[] = [];

  /** Puts all volumes of the store into `inner`. */
  constructor(inner: BroadPhase, store: VolumeStore) {
    this.inner = inner;
    this.store = store;
    for (let id = 0; id < store.next; id++) if (store.isLive(id)) this.insert(id);
  }

  /** Adds the volume that the store has under `id`. */
  insert(id: number): void {
    const inner = this.inner.insert(this.boxOf(id));
    this.toInner[id] = inner;
    this.toOuter[inner] = id;
  }

  /** Copies the volume that the store has under `id`. */
  update(id: number): void {
    this.inner.update(this.toInner[id], this.boxOf(id));
  }

  /** Removes a volume. */
  remove(id: number): void {
    this.inner.remove(this.toInner[id]);
  }

  /** Removes all volumes. */
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
      if (this.store.admits(a, b) && this.store.overlap(a, b)) pairs.push(a < b ? [a, b] : [b, a]);
    }
    if (sorted) pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [a, b] of pairs) out.push(a, b);
    return pairs.length;
  }

  private boxOf(id: number): Float64Array {
    const { doubles, record } = this.store;
    const box = new Float64Array(6);
    record.box(box, doubles.subarray(record.size * id, record.size * (id + 1)));
    return box;
  }
}
