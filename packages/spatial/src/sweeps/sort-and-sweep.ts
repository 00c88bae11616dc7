/**
 * Sort and sweep: project all volumes onto one direction, sort the intervals by their lower ends, and compare
 * each volume with those whose intervals begin inside its own. This is the broad phase of Amaral's "Collision
 * detection using sweep and prune with k-DOPs on GPU" (2021) on the CPU, step by step: direction from the
 * spread of the centres, intervals, radix sort of an index array, sweep.
 *
 * The direction is that of the largest variance, the first principal axis snapped to the nearest direction of
 * the set, or a fixed one. Volumes are boxes, balls (centre and radius, four numbers), oriented boxes
 * (fifteen) or k-DOPs; a k-DOP brings its own directions. Queries test the boxes around the volumes.
 *
 * Cost: O(n) to sort; the sweep compares everything that overlaps along the direction, O(n^{5/3}) for boxes
 * spread evenly in space. Good for long thin scenes and for a few thousand volumes; in large scenes a single
 * direction is not enough. Keys are floats relative to the lower end of the scene; rounding keeps their
 * order, so no pair is lost.
 *
 * D. Baraff, "Dynamic simulation of non-penetrating rigid bodies", 1992. J. Cohen et al., "I-COLLIDE", 1995.
 * F. Liu et al., "Real-time collision culling of a million bodies on graphics processing units", 2010.
 */
import { type KdopDirections, kdopDirections, obbOverlap } from '@colide/bounds';
import { type IdList, type PairList, requireInteger, requirePairList } from '@colide/core';
import { eigenSymmetric, RadixScratch, radixSort } from '@colide/math';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, boxTests } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { centerCovariance } from './internal/center-covariance.ts';
import {
  ballInterval,
  obbInterval,
  obbSize,
  requireBalls,
  requireObbs,
  type SweepInterval,
} from './internal/sweep-intervals.ts';

const tag = 'sosw';
const covariance = /* @__PURE__ */ new Float64Array(9);
const eigenvalues = /* @__PURE__ */ new Float64Array(3);
const eigenvectors = /* @__PURE__ */ new Float64Array(9);
/** Scratch: one interval. */
const interval = /* @__PURE__ */ new Float64Array(2);
const volumes = ['aabb', 'sphere', 'kdop', 'obb'] as const;
const axisRules = ['variance', 'pca'] as const;

/** The volumes a {@link SortAndSweep} may hold: boxes, balls, k-DOPs or oriented boxes. */
export type SweepVolume = (typeof volumes)[number];

/** Options of {@link SortAndSweep}. */
export interface SortAndSweepOptions extends BoxStructureOptions {
  /**
   * Kind of volume: boxes of six numbers, balls of four (centre, radius), k-DOPs of k, oriented boxes of
   * fifteen (`createObb`). Default `aabb`.
   */
  readonly volume?: SweepVolume;
  /**
   * Directions of the k-DOPs, the coordinate axes first; of balls and oriented boxes, those to choose from.
   * Default those of the 18-DOP.
   */
  readonly directions?: KdopDirections;
  /**
   * The rule that chooses the direction, largest variance or principal component analysis, or the index of a
   * fixed direction. Default `variance`.
   */
  readonly axis?: (typeof axisRules)[number] | number;
  /** Number of sorts after which the direction is chosen again. Default 1. */
  readonly axisInterval?: number;
}

/** A broad phase of one sorted direction. */
export class SortAndSweep extends BoxStructure {
  /** The kind of volume. */
  readonly volume: SweepVolume;
  /** The directions that the sweep chooses from. */
  readonly directions: KdopDirections;
  private readonly axisRule: (typeof axisRules)[number] | number;
  /** Projects volumes that do not store their intervals. */
  private readonly measure: SweepInterval | undefined;
  private readonly axisInterval: number;
  private chosenAxis = 0;
  private sortsLeft = 0;
  private dirty = true;
  private sortedCount = 0;
  /** By position in the order: lower end, id, upper end, and the box around the volume. */
  private keys = new Float32Array(0);
  private order = new Uint32Array(0);
  private ends = new Float32Array(0);
  private sorted = new Float64Array(0);
  /** Lower and upper ends along the direction, by id. */
  private intervals = new Float64Array(0);
  private readonly scratch = new RadixScratch();

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): SortAndSweep {
    const arrays = unpackArrays<BoxArrays<[Uint32Array, Float64Array, Float64Array]>>(tag, buffer);
    const [, , , , settings, vectors, lengths] = arrays;
    const directions = { count: lengths.length, vectors, lengths };
    const structure = new SortAndSweep({
      capacity: 0,
      volume: volumes[settings[0]],
      directions,
      axis: axisRules[settings[1]] ?? settings[1] - axisRules.length,
      axisInterval: settings[2],
    });
    restoreBoxes(structure, arrays);
    return structure;
  }

  /** @param options kind of volume, choice of direction, initial capacity; all optional */
  constructor(options: SortAndSweepOptions = {}) {
    knownBoxOptions(options, 'volume', 'directions', 'axis', 'axisInterval');
    const { volume = 'aabb', axis = 'variance', axisInterval = 1 } = options;
    const directions = volume === 'aabb' ? kdopDirections(6) : (options.directions ?? kdopDirections(18));
    if (!volumes.includes(volume))
      throw new RangeError(`volume must be one of ${volumes.join(', ')}, got ${volume}`);
    if (typeof axis === 'number') requireInteger('axis', axis, 0, directions.count - 1);
    else if (!axisRules.includes(axis))
      throw new RangeError(`axis must be variance, pca or a number, got ${axis}`);
    requireInteger('axisInterval', axisInterval, 1);
    for (let i = 0; i < 9; i++)
      if (directions.vectors[i] !== (i % 4 === 0 ? 1 : 0))
        throw new RangeError('directions must begin with the coordinate axes');
    super(options, boxTests, strideOf(volume, directions));
    this.volume = volume;
    this.directions = directions;
    this.axisRule = axis;
    if (volume === 'sphere') this.measure = ballInterval;
    else if (volume === 'obb') this.measure = obbInterval;
    this.axisInterval = axisInterval;
  }

  /** Index of the direction currently swept along. */
  get axis(): number {
    this.refresh();
    return this.chosenAxis;
  }

  override get byteLength(): number {
    return super.byteLength + 76 * this.order.length + 4 * this.scratch.payload.length * 3;
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.refresh();
    const { keys, order, ends, sorted, sortedCount: count } = this;
    const before = out.count;
    let tested = 0;
    for (let i = 0; i < count; i++) {
      const end = ends[i];
      const id = order[i];
      const a = boxSize * i;
      const minX = sorted[a];
      const minY = sorted[a + 1];
      const minZ = sorted[a + 2];
      const maxX = sorted[a + 3];
      const maxY = sorted[a + 4];
      const maxZ = sorted[a + 5];
      let j = i + 1;
      for (let b = a + boxSize; j < count && keys[j] <= end; j++, b += boxSize)
        if (
          sorted[b + 1] <= maxY &&
          sorted[b + 4] >= minY &&
          sorted[b + 2] <= maxZ &&
          sorted[b + 5] >= minZ &&
          sorted[b] <= maxX &&
          sorted[b + 3] >= minX &&
          this.overlap(id, order[j])
        )
          out.pushOrdered(id, order[j]);
      tested += j - i - 1;
    }
    this.counters.add(count, tested);
    return out.count - before;
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

  protected override insertedAll(): void {
    this.dirty = true;
  }

  protected override updatedAll(): void {
    this.dirty = true;
  }

  protected override packed(): PackedArray[] {
    const { volume, directions, axisRule, axisInterval } = this;
    const rule = typeof axisRule === 'number' ? axisRules.length + axisRule : axisRules.indexOf(axisRule);
    const settings = Uint32Array.of(volumes.indexOf(volume), rule, axisInterval);
    return [...super.packed(), settings, directions.vectors, directions.lengths];
  }

  protected override requireBoxes(name: string, boxes: ArrayLike<number>, count: number): void {
    if (this.volume === 'sphere') requireBalls(name, boxes, count);
    else if (this.volume === 'obb') requireObbs(name, boxes, count);
    else super.requireBoxes(name, boxes, count);
  }

  /** Whether two volumes overlap, given that their boxes do. */
  private overlap(i: number, j: number): boolean {
    const { boxes, stride } = this;
    if (stride === boxSize) return true;
    const a = stride * i;
    const b = stride * j;
    if (this.volume === 'sphere') {
      const dx = boxes[a] - boxes[b];
      const dy = boxes[a + 1] - boxes[b + 1];
      const dz = boxes[a + 2] - boxes[b + 2];
      const radii = boxes[a + 3] + boxes[b + 3];
      return dx * dx + dy * dy + dz * dz <= radii * radii;
    }
    if (this.volume === 'obb') return obbOverlap(boxes, boxes, a, b);
    const half = stride >> 1;
    for (let k = 3; k < half; k++)
      if (boxes[a + k] > boxes[b + half + k] || boxes[b + k] > boxes[a + half + k]) return false;
    return true;
  }

  protected override answer(out: IdList, test: BoxTest): number {
    this.refresh();
    const { sorted, order, sortedCount: count, query } = this;
    const before = out.count;
    for (let i = 0; i < count; i++) if (test(sorted, i, query)) out.push(order[i]);
    this.counters.add(0, count);
    return out.count - before;
  }

  /** Chooses the direction, projects, sorts, and copies the boxes in that order. */
  private refresh(): void {
    if (!this.dirty) return;
    this.dirty = false;
    if (this.order.length < this.capacity) {
      const { capacity } = this;
      this.keys = new Float32Array(capacity);
      this.order = new Uint32Array(capacity);
      this.ends = new Float32Array(capacity);
      this.sorted = new Float64Array(boxSize * capacity);
      this.intervals = new Float64Array(2 * capacity);
    }
    if (this.sortsLeft-- <= 0) {
      this.chooseAxis();
      this.sortsLeft = this.axisInterval - 1;
    }
    this.project();
    const { boxes, stride, keys, order, ends, sorted, intervals, sortedCount: count } = this;
    radixSort(keys, order, this.scratch, count);
    const half = stride >> 1;
    const { measure, directions } = this;
    for (let i = 0; i < count; i++) {
      const id = order[i];
      const at = stride * id;
      ends[i] = intervals[2 * id + 1];
      for (let axis = 0; axis < 3; axis++) {
        if (measure) measure(interval, 0, boxes, at, directions, axis);
        sorted[boxSize * i + axis] = measure ? interval[0] : boxes[at + axis];
        sorted[boxSize * i + maxAt + axis] = measure ? interval[1] : boxes[at + axis + half];
      }
    }
  }

  /** Intervals along the direction, as floats relative to the lower end of the scene. */
  private project(): void {
    const { boxes, alive, idCount, stride, keys, order, intervals, chosenAxis } = this;
    const { directions, measure } = this;
    const half = stride >> 1;
    let start = Infinity;
    for (let id = 0, at = 0; id < idCount; id++, at += stride) {
      if (alive[id] === 0) continue;
      if (measure) measure(intervals, 2 * id, boxes, at, directions, chosenAxis);
      else {
        intervals[2 * id] = boxes[at + chosenAxis];
        intervals[2 * id + 1] = boxes[at + chosenAxis + half];
      }
      if (intervals[2 * id] < start) start = intervals[2 * id];
    }
    let count = 0;
    for (let id = 0; id < idCount; id++) {
      if (alive[id] === 0) continue;
      intervals[2 * id + 1] -= start;
      keys[count] = intervals[2 * id] - start;
      order[count++] = id;
    }
    this.sortedCount = count;
  }

  /** The direction along which the centres spread most. */
  private chooseAxis(): void {
    const { directions, axisRule } = this;
    if (typeof axisRule === 'number') {
      this.chosenAxis = axisRule;
      return;
    }
    const byPca = axisRule === 'pca';
    centerCovariance(covariance, this, this.stride, this.measure === undefined);
    if (byPca) eigenSymmetric(eigenvalues, eigenvectors, covariance);
    let best = -1;
    for (let k = 0; k < directions.count; k++) {
      const x = directions.vectors[3 * k] / directions.lengths[k];
      const y = directions.vectors[3 * k + 1] / directions.lengths[k];
      const z = directions.vectors[3 * k + 2] / directions.lengths[k];
      const score = byPca
        ? Math.abs(x * eigenvectors[0] + y * eigenvectors[1] + z * eigenvectors[2])
        : x * x * covariance[0] +
          y * y * covariance[4] +
          z * z * covariance[8] +
          2 * (x * y * covariance[1] + x * z * covariance[2] + y * z * covariance[5]);
      if (score <= best) continue;
      best = score;
      this.chosenAxis = k;
    }
  }
}

/** Numbers per volume. */
function strideOf(volume: SweepVolume, directions: KdopDirections): number {
  if (volume === 'sphere') return 4;
  return volume === 'obb' ? obbSize : 2 * directions.count;
}
