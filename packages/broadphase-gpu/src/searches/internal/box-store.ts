/**
 * The boxes of a GPU broad phase on the CPU side: as given, in doubles; rounded outward to floats for the
 * GPU; with filters, ids that are reused, and the range of ids that changed since the last upload.
 */

import { roundDownF32, roundUpF32 } from '@colide/bounds';
import { grown, type PairList, type ReadonlyAabb, requireInteger } from '@colide/core';
import {
  boxSize,
  filterSize,
  flagsAt,
  groupAt,
  idAt,
  maskAt,
  pairSize,
  staticFlag,
} from '../../internal/gpu-layouts.ts';

const largestFloat = 3.4028234663852886e38;
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

/** Boxes, filters and ids. */
export class BoxStore {
  /** How many boxes there are. */
  count = 0;
  /** One more than the largest id given out. */
  next = 0;
  /** Boxes as given, six numbers each. */
  doubles = new Float64Array(boxSize * 16);
  /** Boxes rounded outward, six numbers each; infinity is the largest float, which WGSL can compare. */
  floats = new Float32Array(boxSize * 16);
  /** Group, mask, flags and id of each box; group 0 and mask 0 where there is none. */
  filters = new Uint32Array(filterSize * 16);
  private readonly free: number[] = [];
  private live = new Uint8Array(16);
  private rounded = new Uint8Array(16);
  private roundedCount = 0;
  private readonly boxChanges = new ChangedRange();
  private readonly filterChanges = new ChangedRange();

  /** How many boxes fit. */
  get capacity(): number {
    return this.live.length;
  }

  /** Stores a box under a free id. */
  insert(box: ReadonlyAabb): number {
    const id = this.free.pop() ?? this.next;
    this.add(id);
    this.set(id, box);
    return id;
  }

  /** Stores boxes under new ids that follow each other. */
  insertAll(boxes: ArrayLike<number>): void {
    const count = boxes.length / boxSize;
    this.reserve(this.next + count);
    for (let i = 0; i < count; i++) {
      const id = this.next;
      this.add(id);
      this.set(id, boxes, boxSize * i);
    }
  }

  /** Replaces a box by the one that begins at `boxes[at]`. */
  set(id: number, boxes: ArrayLike<number>, at = 0): void {
    const { doubles, floats } = this;
    let rounded = 0;
    for (let k = 0; k < boxSize; k++) {
      const value = boxes[at + k];
      doubles[boxSize * id + k] = value;
      const float = k < 3 ? roundDownF32(value) : roundUpF32(value);
      floats[boxSize * id + k] = Math.max(-largestFloat, Math.min(largestFloat, float));
      if (floats[boxSize * id + k] !== value) rounded = 1;
    }
    this.roundedCount += rounded - this.rounded[id];
    this.rounded[id] = rounded;
    this.boxChanges.add(id);
  }

  /** Sets the filter of a box. */
  setFilter(id: number, group: number, mask: number, isStatic: boolean): void {
    // Group 0 would mean that there is no box; an empty mask excludes the box as well.
    this.filters[filterSize * id + groupAt] = group === 0 ? everything : group;
    this.filters[filterSize * id + maskAt] = group === 0 ? 0 : mask;
    this.filters[filterSize * id + flagsAt] = isStatic ? staticFlag : 0;
    this.filterChanges.add(id);
  }

  /** Removes a box. */
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

  /** Removes all boxes. */
  clear(): void {
    this.live.fill(0);
    this.rounded.fill(0);
    this.roundedCount = 0;
    this.filters.fill(0);
    this.free.length = 0;
    this.count = 0;
    this.next = 0;
    this.boxChanges.take();
    this.filterChanges.take();
  }

  /** Whether there is a box with this id. */
  isLive(id: number): boolean {
    return this.live[id] === 1;
  }

  /** Throws unless there is a box with this id. */
  requireLive(id: number): void {
    requireInteger('id', id, 0, this.next - 1);
    if (!this.isLive(id)) throw new RangeError(`id ${id} was removed`);
  }

  /** Marks everything as changed. */
  touchAll(): void {
    for (const changes of [this.boxChanges, this.filterChanges]) {
      changes.add(0);
      changes.add(this.next - 1);
    }
  }

  /** The ranges of ids with boxes and filters that changed since the last call. */
  takeChanged(): { boxes: IdRange; filters: IdRange } {
    return { boxes: this.boxChanges.take(), filters: this.filterChanges.take() };
  }

  /**
   * Drops the pairs from position `from` on that overlap only because boxes were rounded; returns how many
   * are left.
   */
  dropRounded(pairs: PairList, from: number): number {
    if (this.roundedCount === 0) return pairs.count - from;
    let kept = from;
    for (let i = from; i < pairs.count; i++) {
      const a = pairs.first(i);
      const b = pairs.second(i);
      if ((this.rounded[a] || this.rounded[b]) && !this.overlap(boxSize * a, boxSize * b)) continue;
      pairs.data[pairSize * kept] = a;
      pairs.data[pairSize * kept + 1] = b;
      kept++;
    }
    pairs.count = kept;
    return kept - from;
  }

  /** Whether the filters of two boxes admit a pair. */
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

  private overlap(a: number, b: number): boolean {
    const { doubles } = this;
    for (let axis = 0; axis < 3; axis++)
      if (doubles[a + axis] > doubles[b + axis + 3] || doubles[b + axis] > doubles[a + axis + 3])
        return false;
    return true;
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
    this.doubles = grown(this.doubles, boxSize * capacity);
    this.floats = grown(this.floats, boxSize * capacity);
    this.filters = grown(this.filters, filterSize * capacity);
    this.live = grown(this.live, capacity);
    this.rounded = grown(this.rounded, capacity);
  }
}
