/**
 * The volumes of a GPU broad phase on the CPU side: as given, in doubles; rounded outward to floats for the
 * GPU; with filters, ids that are reused, and the range of ids that changed since the last upload.
 */

import { grown, type PairList, requireInteger } from '@colide/core';
import {
  filterSize,
  flagsAt,
  groupAt,
  idAt,
  maskAt,
  pairSize,
  staticFlag,
} from '../../internal/gpu-layouts.ts';
import type { VolumeRecord } from './volume-record.ts';

const everything = 0xffffffff;

/** Ids from `from` up to, not including, `to`. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** The smallest range that contains all ids that changed. */
class ChangedRange {
  private from = Infinity;
  private to = 0;

  add(id: number): void {
    this.from = Math.min(this.from, id);
    this.to = Math.max(this.to, id + 1);
  }

  /** Returns the range, [0, 0) if nothing changed, and starts over. */
  take(): IdRange {
    const range = this.from < this.to ? { from: this.from, to: this.to } : { from: 0, to: 0 };
    this.from = Infinity;
    this.to = 0;
    return range;
  }
}

/** Volumes, filters and ids. */
export class VolumeStore {
  /** The kind of the volumes. */
  readonly record: VolumeRecord;
  /** Number of volumes. */
  count = 0;
  /** One more than the largest id assigned. */
  next = 0;
  /** Volumes as given. */
  doubles: Float64Array;
  /** Volumes rounded outward; without infinities, which WGSL cannot compare. */
  floats: Float32Array;
  /** Group, mask, flags and id of each volume; group 0 and mask 0 for free ids. */
  filters = new Uint32Array(filterSize * 16);
  private readonly free: number[] = [];
  private live = new Uint8Array(16);
  /** Whether the pairs of a volume must be tested again. */
  private rounded = new Uint8Array(16);
  private roundedCount = 0;
  private readonly volumeChanges = new ChangedRange();
  private readonly filterChanges = new ChangedRange();

  constructor(record: VolumeRecord) {
    this.record = record;
    this.doubles = new Float64Array(record.size * 16);
    this.floats = new Float32Array(record.size * 16);
  }

  /** Number of volumes that fit. */
  get capacity(): number {
    return this.live.length;
  }

  /** Stores a volume under a free id. */
  insert(volume: ArrayLike<number>): number {
    const id = this.free.pop() ?? this.next;
    this.add(id);
    this.set(id, volume);
    return id;
  }

  /** Stores volumes under new ids that follow each other. */
  insertAll(volumes: ArrayLike<number>): void {
    const { size } = this.record;
    const count = volumes.length / size;
    this.reserve(this.next + count);
    for (let i = 0; i < count; i++) {
      const id = this.next;
      this.add(id);
      this.set(id, volumes, size * i);
    }
  }

  /** Replaces a volume by the one that begins at `volumes[at]`. */
  set(id: number, volumes: ArrayLike<number>, at = 0): void {
    const { doubles, floats, record } = this;
    const { size } = record;
    for (let k = 0; k < size; k++) doubles[size * id + k] = volumes[at + k];
    const rounded = record.round(floats, size * id, doubles, size * id) ? 1 : 0;
    this.roundedCount += rounded - this.rounded[id];
    this.rounded[id] = rounded;
    this.volumeChanges.add(id);
  }

  /** Sets the filter of a volume. */
  setFilter(id: number, group: number, mask: number, isStatic: boolean): void {
    // Group 0 would mean that there is no volume; an empty mask excludes the volume as well.
    this.filters[filterSize * id + groupAt] = group === 0 ? everything : group;
    this.filters[filterSize * id + maskAt] = group === 0 ? 0 : mask;
    this.filters[filterSize * id + flagsAt] = isStatic ? staticFlag : 0;
    this.filterChanges.add(id);
  }

  /** Removes a volume. */
  remove(id: number): void {
    this.requireLive(id);
    this.count--;
    this.live[id] = 0;
    this.free.push(id);
    this.filters.fill(0, filterSize * id, filterSize * id + idAt);
    this.roundedCount -= this.rounded[id];
    this.rounded[id] = 0;
    this.filterChanges.add(id);
  }

  /** Removes all volumes. */
  clear(): void {
    this.live.fill(0);
    this.rounded.fill(0);
    this.roundedCount = 0;
    this.filters.fill(0);
    this.free.length = 0;
    this.count = 0;
    this.next = 0;
    this.volumeChanges.take();
    this.filterChanges.take();
  }

  /** Whether there is a volume with this id. */
  isLive(id: number): boolean {
    return this.live[id] === 1;
  }

  /** Throws unless there is a volume with this id. */
  requireLive(id: number): void {
    requireInteger('id', id, 0, this.next - 1);
    if (!this.isLive(id)) throw new RangeError(`id ${id} was removed`);
  }

  /** Marks everything as changed. */
  touchAll(): void {
    for (const changes of [this.volumeChanges, this.filterChanges]) {
      changes.add(0);
      changes.add(this.next - 1);
    }
  }

  /** The ranges of ids with volumes and filters that changed since the last call. */
  takeChanged(): { volumes: IdRange; filters: IdRange } {
    return { volumes: this.volumeChanges.take(), filters: this.filterChanges.take() };
  }

  /**
   * Drops the pairs from position `from` on that overlap only because volumes were rounded; returns how many
   * are left.
   */
  dropRounded(pairs: PairList, from: number): number {
    if (this.roundedCount === 0) return pairs.count - from;
    let kept = from;
    for (let i = from; i < pairs.count; i++) {
      const a = pairs.first(i);
      const b = pairs.second(i);
      if ((this.rounded[a] || this.rounded[b]) && !this.overlap(a, b)) continue;
      pairs.data[pairSize * kept] = a;
      pairs.data[pairSize * kept + 1] = b;
      kept++;
    }
    pairs.count = kept;
    return kept - from;
  }

  /** Whether two volumes as given have a point in common. */
  overlap(a: number, b: number): boolean {
    const { record, doubles } = this;
    return record.overlap(doubles, record.size * a, record.size * b);
  }

  /** Whether the filters of two volumes admit a pair. */
  admits(a: number, b: number): boolean {
    const { filters } = this;
    const i = filterSize * a;
    const j = filterSize * b;
    return (
      (filters[i + groupAt] & filters[j + maskAt]) !== 0 &&
      (filters[j + groupAt] & filters[i + maskAt]) !== 0 &&
      (filters[i + flagsAt] & filters[j + flagsAt] & staticFlag) === 0
    );
  }

  private add(id: number): void {
    if (id === this.next) this.reserve(++this.next);
    this.count++;
    this.live[id] = 1;
    this.filters[filterSize * id + groupAt] = everything;
    this.filters[filterSize * id + maskAt] = everything;
    this.filters[filterSize * id + flagsAt] = 0;
    this.filters[filterSize * id + idAt] = id;
    this.filterChanges.add(id);
  }

  private reserve(count: number): void {
    if (count <= this.capacity) return;
    const capacity = Math.max(count, 2 * this.capacity);
    this.doubles = grown(this.doubles, this.record.size * capacity);
    this.floats = grown(this.floats, this.record.size * capacity);
    this.filters = grown(this.filters, filterSize * capacity);
    this.live = grown(this.live, capacity);
    this.rounded = grown(this.rounded, capacity);
  }
}
