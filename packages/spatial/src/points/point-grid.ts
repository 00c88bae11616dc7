/**
 * A hashed grid over points for neighbours within one radius: the structure of particle methods, rebuilt in
 * every step.
 *
 * The cells have the size of the radius. A cell is a bucket of a table with at least as many buckets as there
 * are points; buckets of cells that are neighbours along x are neighbours in the table. A counting sort puts
 * the points, with their coordinates, in the order of their buckets, so that a query reads nine runs of
 * memory. Cells that share a bucket do no harm: points are compared by distance, and those of another row are
 * recognised by their cell.
 *
 * Cost: O(n) to build, O(neighbours) for a query of points that are evenly spread. No bounds, and memory does
 * not depend on the extent. Queries and, once there is room, building allocate nothing. Limits: a query's
 * radius is at most that of the grid; many points in one cell are compared one by one. For other queries use
 * `KdTree`.
 *
 * M. Teschner et al., "Optimized spatial hashing for collision detection of deformable objects", VMV 2003. S.
 * Green, "Particle simulation using CUDA", 2010.
 */
import {
  type IdList,
  type PairList,
  type ReadonlyVec3,
  refuse,
  requireFiniteArray,
  requireIdList,
  requireInteger,
  requireMultiple,
  requirePairList,
  requirePositive,
} from '@colide/core';

/** The first cell of a query along x, y and z, and the number of cells along each. */
const first = /* @__PURE__ */ new Float64Array(3);
const cells = /* @__PURE__ */ new Uint32Array(3);
/** The point of a query, its radius and the square of that. */
const target = /* @__PURE__ */ new Float64Array(5);
const radiusAt = 3;
const squareAt = 4;
/** The largest distance from the origin, in cells, at which cell numbers are exact. */
const farthest = 2 ** 50;
/** More than rounding adds to a distance. */
const slack = 1 + 1e-12;

/** Points in a grid whose cells are as large as the radius of the search. */
export class PointGrid {
  /** The points in the order of the grid, three numbers each. Replaced on growth. */
  points: Float64Array = new Float64Array(0);
  /** The number that each of {@link points} had when it was given. */
  ids: Uint32Array = new Uint32Array(0);
  /** How many points there are. */
  count = 0;
  /** Bucket b has the points `starts[b]` to `starts[b + 1] − 1`. */
  private starts = new Uint32Array(5);
  /** The size of the cells. In an array: V8 boxes a fraction in a field where it is read. */
  private readonly cell = new Float64Array(1);
  /** The bucket of each point as given. */
  private buckets = new Uint32Array(0);
  /** Number of buckets less one; there are 2ᵏ. */
  private mask = 3;

  /** @param radius the largest radius of a search; the size of the cells */
  constructor(radius: number) {
    requirePositive('radius', radius);
    requirePositive('1 / radius', 1 / radius);
    this.cell[0] = radius;
  }

  /** The largest radius of a query. */
  get radius(): number {
    return this.cell[0];
  }

  /** Memory in bytes that the grid's arrays take. */
  get byteLength(): number {
    const { points, ids, starts, buckets } = this;
    return points.byteLength + ids.byteLength + starts.byteLength + buckets.byteLength;
  }

  /**
   * Replaces the points, reusing memory if it is large enough.
   *
   * @param points x, y, z of each, all finite; copied
   * @param count how many of them; all by default
   */
  build(points: ArrayLike<number>, count?: number): this {
    if (count === undefined) requireMultiple('points', points, 3);
    else requireInteger('count', count, 0, 2 ** 28);
    const size = count ?? points.length / 3;
    requireFiniteArray('points', points, 3 * size);
    const limit = farthest * this.cell[0];
    for (let i = 0; i < 3 * size; i++)
      if (Math.abs(points[i]) > limit) refuse(`points[${i}]`, `be at most ${limit} in magnitude`, points[i]);
    this.reserve(size);
    this.count = size;
    const { starts, buckets, mask } = this;
    const perLength = 1 / this.cell[0];
    starts.fill(0);
    for (let i = 0; i < size; i++) {
      const x = Math.floor(points[3 * i] * perLength);
      const y = Math.floor(points[3 * i + 1] * perLength);
      const z = Math.floor(points[3 * i + 2] * perLength);
      const bucket = (rowOf(y, z) + (x | 0)) & mask;
      buckets[i] = bucket;
      starts[bucket]++;
    }
    this.sortPoints(points, size);
    return this;
  }

  /**
   * Appends the numbers of all points within `radius` of `center` to `out`, a point at the center itself
   * included, and returns how many there are. The default radius is that of the grid, which is also the
   * largest.
   */
  querySphere(out: IdList, center: ReadonlyVec3, radius?: number): number {
    requireIdList('out', out);
    requireFiniteArray('center', center, 3);
    this.setRadius(radius);
    const before = out.count;
    this.aim(center, 0);
    for (let z = 0; z < cells[2]; z++) for (let y = 0; y < cells[1]; y++) this.gather(out, y, z);
    return out.count - before;
  }

  /** Appends all pairs of points within `radius` of each other, each once, the smaller number first. */
  findPairs(out: PairList, radius?: number): number {
    requirePairList('out', out);
    this.setRadius(radius);
    const before = out.count;
    for (let slot = 0; slot < this.count; slot++) {
      this.aim(this.points, 3 * slot);
      for (let z = 0; z < cells[2]; z++) for (let y = 0; y < cells[1]; y++) this.pair(out, slot, y, z);
    }
    return out.count - before;
  }

  private reserve(size: number): void {
    if (size > this.ids.length) {
      const room = Math.max(size, 2 * this.ids.length);
      this.points = new Float64Array(3 * room);
      this.ids = new Uint32Array(room);
      this.buckets = new Uint32Array(room);
    }
    while (this.mask + 1 < size) this.mask = 2 * this.mask + 1;
    if (this.starts.length < this.mask + 2) this.starts = new Uint32Array(this.mask + 2);
  }

  /** The counting sort: the numbers of points per bucket become the offsets of the buckets. */
  private sortPoints(given: ArrayLike<number>, size: number): void {
    const { starts, buckets, points, ids, mask } = this;
    let sum = 0;
    for (let bucket = 0; bucket <= mask; bucket++) {
      sum += starts[bucket];
      starts[bucket] = sum;
    }
    starts[mask + 1] = sum;
    // Backward, so that points of a bucket keep their order.
    for (let i = size - 1; i >= 0; i--) {
      const slot = --starts[buckets[i]];
      ids[slot] = i;
      points[3 * slot] = given[3 * i];
      points[3 * slot + 1] = given[3 * i + 1];
      points[3 * slot + 2] = given[3 * i + 2];
    }
  }

  private setRadius(radius: number | undefined): void {
    const largest = this.cell[0];
    if (radius !== undefined && !(typeof radius === 'number' && radius >= 0 && radius <= largest))
      refuse('radius', `be from 0 to ${largest}`, radius);
    target[radiusAt] = radius ?? largest;
    target[squareAt] = target[radiusAt] * target[radiusAt];
  }

  /**
   * Sets the target to the point at `at`, and the cells to all that may hold points within the radius of it:
   * two or three along each axis. Rounding is monotone, so a point within the bounds has a cell within them.
   */
  private aim(points: ArrayLike<number>, at: number): void {
    const perLength = 1 / this.cell[0];
    const reach = target[radiusAt] * slack;
    for (let k = 0; k < 3; k++) {
      const x = points[at + k];
      target[k] = x;
      first[k] = Math.floor((x - reach) * perLength);
      // Points are never so far away that the quotients are inexact.
      cells[k] = Math.abs(first[k]) > 2 * farthest ? 0 : Math.floor((x + reach) * perLength) - first[k] + 1;
    }
  }

  /** Appends the points near the target in row `y`, `z` of its cells. */
  private gather(out: IdList, y: number, z: number): void {
    const { starts, ids, points, mask } = this;
    const row = rowOf(first[1] + y, first[2] + z) + (first[0] | 0);
    for (let x = 0; x < cells[0]; x++) {
      const bucket = (row + x) & mask;
      for (let slot = starts[bucket]; slot < starts[bucket + 1]; slot++)
        if (isNear(points, 3 * slot) && this.isInRow(slot, y, z)) out.push(ids[slot]);
    }
  }

  /** As {@link gather}: pairs of the point in `slot` with those after it. */
  private pair(out: PairList, slot: number, y: number, z: number): void {
    const { starts, ids, points, mask } = this;
    const row = rowOf(first[1] + y, first[2] + z) + (first[0] | 0);
    const id = ids[slot];
    for (let x = 0; x < cells[0]; x++) {
      const bucket = (row + x) & mask;
      for (let other = Math.max(starts[bucket], slot + 1); other < starts[bucket + 1]; other++)
        if (isNear(points, 3 * other) && this.isInRow(other, y, z))
          out.push(Math.min(id, ids[other]), Math.max(id, ids[other]));
    }
  }

  /** Whether a point is in row `y`, `z` of the cells, not in another row that shares a bucket with it. */
  private isInRow(slot: number, y: number, z: number): boolean {
    const perLength = 1 / this.cell[0];
    return (
      Math.floor(this.points[3 * slot + 1] * perLength) === first[1] + y &&
      Math.floor(this.points[3 * slot + 2] * perLength) === first[2] + z
    );
  }
}

/** The first bucket of the cells at `y`, `z`, before it is folded into the table. */
function rowOf(y: number, z: number): number {
  return (Math.imul(y | 0, 0x9e3779b1) ^ Math.imul(z | 0, 0x85ebca6b)) | 0;
}

/** Whether the point at `at` is within the radius of the target. */
function isNear(points: Float64Array, at: number): boolean {
  const x = points[at] - target[0];
  const y = points[at + 1] - target[1];
  const z = points[at + 2] - target[2];
  return x * x + y * y + z * z <= target[squareAt];
}
