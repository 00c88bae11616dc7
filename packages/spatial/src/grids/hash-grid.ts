/**
 * A hashed grid with levels: cells of 2, 4, 8 … times the finest edge, with each box in the cell of its lower
 * corner on the lowest level where it extends no further than the next cell. Only cells with boxes take
 * memory, so the world is unbounded, and a huge box costs as much as a small one. Needs no tuning: the finest
 * cells follow the median size.
 *
 * Cells are hashed by row: neighbours along x are neighbours in the table, so that a row of cells is one run
 * of memory. Entries are sorted by bucket, together with copies of their boxes. A box is compared with those
 * ahead of it in half of the neighbourhood on its own level, and with the few cells that it touches on each
 * higher level; the cell of a hit is checked, since cells may share a bucket. The map from coordinates to
 * cells is monotone, so no pair is lost to rounding.
 *
 * Cost: O(n · levels in use) to find pairs; the table is rebuilt, O(n), by the first query after a change.
 * Points in heaps much denser than the rest crowd their cells. A ray visits all cells of the box around it:
 * limit its length, or cast rays against a tree, which is also better if single changes alternate with
 * queries.
 *
 * M. Teschner et al., "Optimized spatial hashing for collision detection of deformable objects", 2003.
 * Levels: C. Ericson, "Real-Time Collision Detection", 2005, §7.2. Here the table is a counting sort instead
 * of lists.
 */
import { type IdList, type PairList, requirePairList } from '@colide/core';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, boxTests, querySize } from '../internal/box-tests.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';

const tag = 'hash';
/** The frame: edge of the finest cells, its inverse, lowest coordinates. */
const edgeAt = 0;
const inverseAt = 1;
const originAt = 3;
/** Where a box is in the table: its bucket, its level. */
const locationSize = 2;
const bucketAt = 0;
const levelAt = 1;
/** Ids take the low bits of an entry's number, its level those above. */
const idBits = 26;
const idMask = 2 ** idBits - 1;
/** Bounds of the current query: all minima, then all maxima. */
const bounds = /* @__PURE__ */ new Float64Array(querySize);
/** Cells to visit: lowest x, y, z, highest x, y, z. */
const range = /* @__PURE__ */ new Int32Array(6);
const sample = /* @__PURE__ */ new Float64Array(63);

/** Options of {@link HashGrid}. */
export interface HashGridOptions extends BoxStructureOptions {}

/** A broad phase of hashed cells on several levels. */
export class HashGrid extends BoxStructure {
  /** First entry per bucket; then per entry: box; id with the level above {@link idBits}. */
  private starts = new Int32Array(0);
  private entries = new Float64Array(0);
  private entryIds = new Int32Array(0);
  /** By id: bucket, level. */
  private locations = new Int32Array(0);
  private mask = 0;
  /** Bit i is set when level i has entries. */
  private levels = 0;
  /** Numbers at the offsets above. */
  private readonly frame = new Float64Array(6);
  private dirty = true;

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): HashGrid {
    const structure = new HashGrid({ capacity: 0 });
    structure.restore(unpackArrays(tag, buffer));
    return structure;
  }

  /** @param options initial capacity; all optional */
  constructor(options: HashGridOptions = {}, tests = boxTests) {
    super(options, tests);
  }

  /** Current edge length of the finest cells. */
  get cellSize(): number {
    this.refresh();
    return this.frame[edgeAt];
  }

  override get byteLength(): number {
    return super.byteLength + this.starts.byteLength + this.capacity * (8 * this.stride + 12);
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.refresh();
    const { entries, entryIds, levels, stride, count } = this;
    const before = out.count;
    let tested = 0;
    for (let p = 0; p < count; p++) {
      const own = entryIds[p] >>> idBits;
      for (let i = 0; i < stride; i++) bounds[i] = entries[stride * p + i];
      for (let level = own; levels >>> level !== 0; level++) {
        if (((levels >>> level) & 1) === 0) continue;
        this.setRange(level);
        tested += this.pairRows(out, p, level, level === own);
      }
    }
    this.counters.add(count, tested);
    return out.count - before;
  }

  /** Sets {@link bounds} to the box around the ray. */
  private boundRay(): void {
    const { query } = this;
    const { dimension } = this.tests;
    for (let axis = 0; axis < dimension; axis++) {
      const from = query[axis];
      // NaN if the ray is endless but does not move along this axis.
      const reach = query[axis + dimension] * query[3 * dimension] || 0;
      const slack = Math.min((Math.abs(from) + Math.abs(reach)) * 2 ** -48, 1e300);
      bounds[axis] = Math.min(from, from + reach - slack);
      bounds[axis + dimension] = Math.max(from, from + reach + slack);
    }
  }

  protected inserted(): void {
    this.dirty = true;
  }

  protected updated(): void {
    this.dirty = true;
  }

  protected removed(): void {
    this.dirty = true;
  }

  protected cleared(): void {
    this.dirty = true;
  }

  /**
   * Pairs of entry `p` with those in the cells of {@link range}; on its own level with the ones ahead only.
   */
  private pairRows(out: PairList, p: number, level: number, own: boolean): number {
    const { starts, entries, entryIds, stride, mask } = this;
    const half = stride >> 1;
    const a = stride * p;
    const minX = entries[a];
    const minY = entries[a + 1];
    const minZ = entries[a + half - 1];
    const maxX = entries[a + half];
    const maxY = entries[a + half + 1];
    const maxZ = entries[a + stride - 1];
    const ownY = range[1] + 1;
    const ownZ = range[2] + 1;
    const lastX = range[3];
    let tested = 0;
    for (let z = own ? ownZ : ownZ - 1; z <= range[5]; z++)
      for (let y = own && z === ownZ ? ownY : ownY - 1; y <= range[4]; y++) {
        const ahead = own && z === ownZ && y === ownY;
        const x = range[0] + (ahead ? 1 : 0);
        let bucket = (rowHash(y, z, level) + x) & mask;
        // A row is one run of the table, or two if it wraps around the end.
        for (let left = lastX - x + 1; left > 0; bucket = 0) {
          const cells = Math.min(left, mask + 1 - bucket);
          const end = starts[bucket + cells];
          let q = ahead && left === lastX - x + 1 ? p + 1 : starts[bucket];
          left -= cells;
          tested += end - q;
          for (let b = stride * q; q < end; q++, b += stride)
            if (
              entries[b] <= maxX &&
              entries[b + half] >= minX &&
              entries[b + 1] <= maxY &&
              entries[b + half + 1] >= minY &&
              entries[b + half - 1] <= maxZ &&
              entries[b + stride - 1] >= minZ &&
              this.isIn(q, y, z, level)
            )
              out.pushOrdered(entryIds[p] & idMask, entryIds[q] & idMask);
        }
      }
    return tested;
  }

  /** Appends the ids in the cells of {@link range} that pass the test. */
  private scanRows(out: IdList, level: number, test: BoxTest): void {
    const { starts, boxes, entryIds, mask, query } = this;
    let tested = 0;
    for (let z = range[2]; z <= range[5]; z++)
      for (let y = range[1]; y <= range[4]; y++)
        for (let x = range[0]; x <= range[3]; x++) {
          const bucket = (rowHash(y, z, level) + x) & mask;
          const end = starts[bucket + 1];
          for (let q = starts[bucket]; q < end; q++, tested++)
            if (test(boxes, entryIds[q] & idMask, query) && this.isIn(q, y, z, level))
              out.push(entryIds[q] & idMask);
        }
    this.counters.add(range[3] - range[0] + 1, tested);
  }

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.refresh();
    const { boxes, entryIds, count, levels, query } = this;
    if (window) bounds.set(window);
    else this.boundRay();
    const before = out.count;
    for (let level = 0; levels >>> level !== 0; level++) {
      if (((levels >>> level) & 1) === 0) continue;
      if (this.setRange(level) < count) {
        this.scanRows(out, level, test);
        continue;
      }
      // As many cells as boxes: scan the boxes instead.
      out.count = before;
      for (let p = 0; p < count; p++)
        if (test(boxes, entryIds[p] & idMask, query)) out.push(entryIds[p] & idMask);
      this.counters.add(1, count);
      break;
    }
    return out.count - before;
  }

  /** Whether entry `q` is of that level and row. */
  private isIn(q: number, y: number, z: number, level: number): boolean {
    const { entries, stride, frame } = this;
    const at = stride * q + 1;
    return (
      this.entryIds[q] >>> idBits === level &&
      ((entries[at] - frame[originAt + 1]) * frame[inverseAt]) >> level === y &&
      (stride === 4 ? 0 : ((entries[at + 1] - frame[originAt + 2]) * frame[inverseAt]) >> level) === z
    );
  }

  /**
   * Sets {@link range} to the cells of a level whose boxes may touch `bounds`; returns the number of cells.
   */
  private setRange(level: number): number {
    const { frame } = this;
    let count = 1;
    const dimension = this.stride >> 1;
    for (let i = 0; i < dimension; i++) {
      const low = (bounds[i] - frame[i + originAt]) * frame[inverseAt];
      const high = (bounds[i + dimension] - frame[i + originAt]) * frame[inverseAt];
      range[i] = (Math.max(0, Math.min(low, 2 ** 30)) >> level) - 1;
      range[i + 3] = Math.max(0, Math.min(high, 2 ** 30)) >> level;
      count *= range[i + 3] - range[i] + 1;
    }
    if (this.stride === 4) {
      range[2] = -1;
      range[5] = 0;
    }
    return count;
  }

  /** Sorts all boxes into the table. */
  private refresh(): void {
    if (!this.dirty) return;
    this.dirty = false;
    this.measure();
    const { boxes, alive, idCount, stride, frame, capacity } = this;
    const half = stride >> 1;
    if (this.locations.length < locationSize * capacity) {
      // At least twice as many buckets as boxes.
      this.mask = 2 ** (33 - Math.clz32(capacity | 8)) - 1;
      this.starts = new Int32Array(this.mask + 3);
      this.entries = new Float64Array(stride * capacity);
      this.entryIds = new Int32Array(capacity);
      this.locations = new Int32Array(locationSize * capacity);
    }
    const { starts, entries, entryIds, locations, mask } = this;
    const inverse = frame[inverseAt];
    this.levels = 0;
    range[2] = 0;
    starts.fill(0);
    for (let id = 0, at = 0; id < idCount; id++, at += stride) {
      if (alive[id] === 0) continue;
      let cells = 0;
      for (let i = 0; i < half; i++) {
        const low = ((boxes[at + i] - frame[i + originAt]) * inverse) | 0;
        const high = ((boxes[at + i + half] - frame[i + originAt]) * inverse) | 0;
        range[i] = low;
        cells = Math.max(cells, high - low);
      }
      const level = cells < 2 ? 0 : 32 - Math.clz32(cells - 1);
      const bucket = (rowHash(range[1] >> level, range[2] >> level, level) + (range[0] >> level)) & mask;
      this.levels |= 1 << level;
      locations[locationSize * id + bucketAt] = bucket;
      locations[locationSize * id + levelAt] = level;
      starts[bucket + 1]++;
    }
    let sum = 0;
    for (let bucket = 1; bucket <= mask + 1; bucket++) {
      const count = starts[bucket];
      starts[bucket] = sum;
      sum += count;
    }
    for (let id = 0; id < idCount; id++) {
      if (alive[id] === 0) continue;
      const p = starts[locations[locationSize * id + bucketAt] + 1]++;
      entryIds[p] = id | (locations[locationSize * id + levelAt] << idBits);
      for (let i = 0; i < stride; i++) entries[stride * p + i] = boxes[stride * id + i];
    }
  }

  /**
   * Measures the scene and chooses the finest cells: somewhat longer than most boxes, but not too small for
   * integers.
   */
  private measure(): void {
    const { boxes, alive, idCount, stride, frame } = this;
    const half = stride >> 1;
    let extent = 0;
    for (let i = 0; i < half; i++) {
      let low = Infinity;
      let high = -Infinity;
      for (let id = 0, at = i; id < idCount; id++, at += stride) {
        if (alive[id] === 0) continue;
        if (boxes[at] < low) low = boxes[at];
        if (boxes[at + half] > high) high = boxes[at + half];
      }
      frame[i + originAt] = low;
      extent = Math.max(extent, high - low);
    }
    // Leftovers of removed boxes are as good as others here.
    for (let k = 0; k < sample.length; k++) {
      const at = stride * Math.floor((k * idCount) / sample.length);
      sample[k] = 0;
      for (let i = at; i < at + half; i++) sample[k] = Math.max(sample[k], boxes[i + half] - boxes[i]);
    }
    sample.sort();
    frame[edgeAt] = Math.max(1.3 * sample[sample.length >> 1], extent * 2 ** -28, 1e-300);
    frame[inverseAt] = 1 / frame[edgeAt];
  }
}

/** The bucket in which the row of cells (y, z) of a level begins. */
function rowHash(y: number, z: number, level: number): number {
  return Math.imul(y, 73856093) ^ Math.imul(z + (level << 24), 19349663);
}
