/**
 * A hashed grid with levels: cells of 2, 4, 8 … times the finest edge, with each box in the cell of its lower
 * corner on the lowest level where it extends no further than the next cell. Only cells with boxes take
 * memory, so the world is unbounded, and a huge box costs as much as a small one. Needs no tuning: the finest
 * cells follow the median size and, where boxes are much smaller than the space between them, their density.
 *
 * Cells are hashed by row: neighbours along x are neighbours in the table, so that a row of cells is one run
 * of memory. Entries are sorted by bucket, together with copies of their boxes. A box is compared with those
 * ahead of it in half of the neighbourhood on its own level, and with the few cells that it touches on each
 * higher level; the cell of a hit is checked, since cells may share a bucket. The map from coordinates to
 * cells is monotone, so rounding loses no pair.
 *
 * A ray is walked in layers of cells across the axis along which it runs fastest, within the box around all
 * boxes of a level: of each layer only the few cells beside the ray are visited. Boxes that have changed
 * since the table was built are tested one by one until they are too many, so that single changes may
 * alternate with queries.
 *
 * Cost: O(n · levels in use) to find pairs; O(cells along it) for a ray; the table is rebuilt, O(n), before
 * pairs are searched and after every n / 64 changes. Heaps of boxes much denser than the rest overcrowd their
 * cells.
 *
 * M. Teschner et al., "Optimized spatial hashing for collision detection of deformable objects", 2003.
 * Levels: C. Ericson, "Real-Time Collision Detection", 2005, §7.2. Here the table is a counting sort instead
 * of lists.
 */
import { IdList, type PairList, requirePairList } from '@colide/core';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, boxTests, querySize } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';

/** The frame: edge of the finest cells, its inverse, lowest coordinates, extent in cells. */
const edgeAt = 0;
const inverseAt = 1;
const originAt = 3;
const endAt = 6;
/**
 * The location of a box in the table: its bucket, later its entry, or one of the two states below; then its
 * level.
 */
const locationSize = 2;
const bucketAt = 0;
const entryAt = 0;
const levelAt = 1;
const nowhere = -1;
const listed = -2;
/** Ids take the low bits of an entry's number, its level those above; no box has the level `noLevel`. */
const idBits = 26;
const idMask = 2 ** idBits - 1;
const noLevel = 63;
const levelCount = 32;
/** Bounds of the current query: all minima, then all maxima. */
const bounds = /* @__PURE__ */ new Float64Array(querySize);
/** Cells to visit: lowest x, y, z, highest x, y, z. */
const range = /* @__PURE__ */ new Int32Array(6);
const sample = /* @__PURE__ */ new Float64Array(63);
/**
 * Index at which the middle part of a sorted sample begins, and the factor by which the whole is assumed to
 * be wider than that part.
 */
const middleAt = 8;
const middle = /* @__PURE__ */ new Float64Array(4);
const widening = 1.3;
/** First and last parameter of a part of the current ray. */
const span = /* @__PURE__ */ new Float64Array(2);
/** Rounding of coordinates in the finest cells, and of parameters. */
const cellSlack = 2 ** -20;
const relativeSlack = 2 ** -48;

/** Options of {@link HashCells} and of the grids made of them. */
export interface HashGridOptions extends BoxStructureOptions {}

/** Boxes in hashed cells on several levels. */
export class HashCells extends BoxStructure {
  /** First entry per bucket; then per entry: box; id with the level above {@link idBits}. */
  private starts = new Int32Array(0);
  private entries = new Float64Array(0);
  private entryIds = new Int32Array(0);
  /** By id: bucket or entry, level. */
  private locations = new Int32Array(0);
  private mask = 0;
  /** Bit i is set when level i has entries. */
  private levels = 0;
  /** The box around those of each level: minus the minimum, then the maximum. */
  private readonly extents = new Float64Array(boxSize * levelCount);
  /** Numbers at the offsets above. */
  private readonly frame = new Float64Array(9);
  /** Whether the table must be rebuilt; otherwise what has changed since: ids that are not in the table. */
  private dirty = true;
  private readonly moved = new IdList();

  /** @param options initial capacity; all optional */
  constructor(options: HashGridOptions = {}, tests = boxTests) {
    super(knownBoxOptions(options), tests);
  }

  /** Current edge length of the finest cells. */
  get cellSize(): number {
    this.refresh();
    return this.frame[edgeAt];
  }

  override get byteLength(): number {
    return super.byteLength + this.starts.byteLength + this.capacity * (8 * this.stride + 12);
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    if (this.moved.count > 0) this.dirty = true;
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

  protected inserted(id: number): void {
    this.updated(id);
  }

  /** Takes a box out of the table, whether it has moved, is new or will be removed. */
  protected updated(id: number): void {
    const { moved, locations } = this;
    if (this.dirty) return;
    const at = locationSize * id + entryAt;
    if (moved.count > 32 + this.count / 64 || at >= locations.length) this.dirty = true;
    else if (locations[at] !== listed) {
      if (locations[at] >= 0) this.entryIds[locations[at]] |= noLevel << idBits;
      locations[at] = listed;
      moved.push(id);
    }
  }

  protected removed(id: number): void {
    this.updated(id);
  }

  protected cleared(): void {
    this.dirty = true;
  }

  /**
   * Pairs of entry `p` with those in the cells of {@link range}; on its own level only with the ones ahead.
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
    const { starts, entries, entryIds, mask, query } = this;
    let tested = 0;
    for (let z = range[2]; z <= range[5]; z++)
      for (let y = range[1]; y <= range[4]; y++) {
        let bucket = (rowHash(y, z, level) + range[0]) & mask;
        for (let left = range[3] - range[0] + 1; left > 0; bucket = 0) {
          const cells = Math.min(left, mask + 1 - bucket);
          const end = starts[bucket + cells];
          left -= cells;
          for (let q = starts[bucket]; q < end; q++, tested++)
            if (test(entries, q, query) && this.isIn(q, y, z, level)) out.push(entryIds[q] & idMask);
        }
      }
    this.counters.add(1, tested);
  }

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.refresh();
    const { boxes, alive, moved, levels, query } = this;
    const before = out.count;
    let left = this.count;
    for (let level = 0; levels >>> level !== 0; level++) {
      if (((levels >>> level) & 1) === 0) continue;
      if (window) {
        bounds.set(window);
        left -= this.setRange(level);
        if (left >= 0) this.scanRows(out, level, test);
      } else left = this.scanLayers(out, level, test, left);
    }
    // As many cells as boxes: scan the boxes instead.
    const isScan = left < 0;
    if (isScan) out.count = before;
    const end = isScan ? this.idCount : moved.count;
    for (let i = 0; i < end; i++) {
      const id = isScan ? i : moved.data[i];
      if (alive[id] === 1 && test(boxes, id, query)) out.push(id);
    }
    this.counters.add(1, end);
    return out.count - before;
  }

  /**
   * Scans the cells of a level beside the ray, layer by layer along its main axis. Returns `left`, the number
   * of cells that may still be visited; it is negative if there were too many.
   */
  private scanLayers(out: IdList, level: number, test: BoxTest, left: number): number {
    const { query, frame, extents } = this;
    const { dimension } = this.tests;
    let axis = 0;
    let minT = 0;
    let maxT = query[3 * dimension];
    for (let i = 0; i < dimension; i++) {
      if (query[i + dimension] === 0) continue;
      if (Math.abs(query[i + dimension]) > Math.abs(query[axis + dimension])) axis = i;
      const a = (-extents[boxSize * level + i] - query[i]) * query[i + 2 * dimension];
      const b = (extents[boxSize * level + maxAt + i] - query[i]) * query[i + 2 * dimension];
      minT = Math.max(minT, Math.min(a, b) * (1 - relativeSlack));
      maxT = Math.min(maxT, Math.max(a, b) * (1 + relativeSlack));
    }
    if (!(minT <= maxT)) return left;
    if (!(maxT < Infinity)) return -1;
    const inverse = query[axis + 2 * dimension];
    const edge = frame[edgeAt] * 2 ** level;
    // Boxes of a layer may extend into the next one.
    const duration = (2 + 2 * cellSlack) * edge * inverse;
    span[0] = minT;
    span[1] = maxT;
    this.boundRay(level);
    const last = range[axis + 3];
    let layer = range[axis];
    let rest = left - last + layer;
    for (; layer <= last && rest >= 0; layer++) {
      const from = (frame[originAt + axis] - query[axis] + (layer - cellSlack) * edge) * inverse;
      span[0] = Math.max(minT, Math.min(from, from + duration) * (1 - relativeSlack));
      span[1] = Math.min(maxT, Math.max(from, from + duration) * (1 + relativeSlack));
      if (span[0] > span[1]) continue;
      rest -= this.boundRay(level);
      range[axis] = range[axis + 3] = layer;
      if (rest >= 0) this.scanRows(out, level, test);
    }
    return rest;
  }

  /** As {@link setRange}, for the box around the part of the ray in {@link span}. */
  private boundRay(level: number): number {
    const { query } = this;
    const { dimension } = this.tests;
    for (let axis = 0; axis < dimension; axis++) {
      const a = query[axis] + query[axis + dimension] * span[0];
      const b = query[axis] + query[axis + dimension] * span[1];
      const slack = (Math.abs(query[axis]) + Math.abs(a) + Math.abs(b)) * relativeSlack;
      bounds[axis] = Math.min(a, b) - slack;
      bounds[axis + dimension] = Math.max(a, b) + slack;
    }
    return this.setRange(level);
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
      range[i + 3] = Math.max(0, Math.min(high, frame[i + endAt])) >> level;
      count *= Math.max(0, range[i + 3] - range[i] + 1);
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
    const { starts, entries, entryIds, locations, mask, extents } = this;
    const inverse = frame[inverseAt];
    this.levels = 0;
    extents.fill(-Infinity);
    range[2] = 0;
    starts.fill(0);
    locations.fill(nowhere);
    this.moved.clear();
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
      for (let i = 0; i < half; i++) {
        const e = boxSize * level + i;
        extents[e] = Math.max(extents[e], -boxes[at + i]);
        extents[e + maxAt] = Math.max(extents[e + maxAt], boxes[at + i + half]);
      }
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
      locations[locationSize * id + entryAt] = p;
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
    middle[2] = 0;
    for (let i = 0; i < half; i++) {
      let low = Infinity;
      let high = -Infinity;
      for (let id = 0, at = i; id < idCount; id++, at += stride) {
        if (alive[id] === 0) continue;
        if (boxes[at] < low) low = boxes[at];
        if (boxes[at + half] > high) high = boxes[at + half];
      }
      frame[i + originAt] = low;
      frame[i + endAt] = high - low;
      extent = Math.max(extent, high - low);
    }
    // The numbers of removed boxes will do as well here.
    for (let i = 0; i <= half; i++) {
      for (let k = 0; k < sample.length; k++) {
        const at = stride * Math.floor((k * idCount) / sample.length);
        let size = 0;
        for (let j = at; j < at + half; j++) size = Math.max(size, boxes[j + half] - boxes[j]);
        sample[k] = i < half ? boxes[at + i] : size;
      }
      sample.sort();
      middle[i] = widening * (sample[sample.length - middleAt] - sample[middleAt]);
    }
    let edge = Math.max(1.3 * sample[sample.length >> 1], extent * 2 ** -28, 1e-300);
    // No more than eight cells per box where most of them are.
    const most = 8 * this.count + 64;
    while ((middle[0] / edge + 1) * (middle[1] / edge + 1) * (middle[2] / edge + 1) > most) edge *= 1.5;
    frame[edgeAt] = edge;
    frame[inverseAt] = 1 / edge;
    for (let i = 0; i < half; i++) frame[i + endAt] *= frame[inverseAt];
  }
}

/** The bucket in which the row of cells (y, z) of a level begins. */
function rowHash(y: number, z: number, level: number): number {
  return Math.imul(y, 73856093) ^ Math.imul(z + (level << 24), 19349663);
}
