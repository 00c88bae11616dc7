/**
 * Points prepared for the hull builder: moved near the origin and scaled to unit size, both without rounding,
 * so that exact predicates on them hold for the input itself and every tolerance is a plain constant.
 *
 * An axis is shifted only if its centre is at least twice its extent away from zero; then every subtraction
 * is exact (Sterbenz' lemma). The scale is a power of two.
 */
import { requireMultiple } from '@colide/core';

/** Distances below this, in units of the point set's size, are rounding noise. */
export const hullNoise = 4e-14;

/** Memory is reused from one hull to the next for sets of up to this many points. */
export const reusedPointCount = 2048;

/** Boxes thinner than this, in units of their size, count as this thick when the diagonals are chosen. */
const thinnestBox = 1e-3;

/**
 * Extreme points: lowest and highest along the three axes, then along four diagonals of the box.
 *
 * | at | numbers | farthest                |
 * | -- | ------- | ----------------------- |
 * |  0 | 3       | down the axes           |
 * |  3 | 3       | up the axes             |
 * |  6 | 4       | down the diagonals      |
 * | 10 | 4       | up the diagonals        |
 */
export const highAxesAt = 3;
const lowDiagonalsAt = 6;
const highDiagonalsAt = 10;
const extremeCount = 14;

let copied = /* @__PURE__ */ new Float64Array(0);

/** Shifted and scaled points, three numbers each, with the ids of the extreme ones. */
export interface HullPoints {
  count: number;
  coords: Float64Array;
  /**
   * Ids of the points with the least x, y, z and the greatest x, y, z, then of those farthest along the
   * diagonals of the box, in both directions. If several lie in one face of the box, one that is a corner of
   * their hull is taken.
   */
  extremes: Int32Array;
  /** Multiply by this to return to the input's units; a power of two. */
  unit: number;
  /** Distance under which the input's own coordinates cannot tell points from a plane, in scaled units. */
  resolution: number;
}

/** Checks `points` and prepares them; throws if they are empty, not triples or not finite. */
export function prepareHullPoints(points: ArrayLike<number>): HullPoints {
  requireMultiple('points', points, 3);
  if (points.length === 0) throw new RangeError('points must hold at least one point, got none');
  const count = points.length / 3;
  const coords = copyPoints(points);
  const extremes = new Int32Array(extremeCount);
  const low = [coords[0], coords[1], coords[2]];
  const high = [coords[0], coords[1], coords[2]];
  for (let axis = 0; axis < 3; axis++) {
    let least = coords[axis];
    let greatest = least;
    let leastId = 0;
    let greatestId = 0;
    let sum = 0;
    for (let i = 0, at = axis; i < count; i++, at += 3) {
      const x = coords[at];
      sum += x - x;
      if (x <= least) {
        if (x < least || comesBefore(coords, i, leastId)) leastId = i;
        least = x;
      } else if (x >= greatest) {
        if (x > greatest || comesBefore(coords, greatestId, i)) greatestId = i;
        greatest = x;
      }
    }
    if (sum !== 0) throwNotFinite(coords);
    low[axis] = least;
    high[axis] = greatest;
    extremes[axis] = leastId;
    extremes[highAxesAt + axis] = greatestId;
  }
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const unit = powerOfTwoBelow(size);
  const inverse = 1 / unit;
  let magnitude = 0;
  for (let axis = 0; axis < 3; axis++) {
    const center = low[axis] / 2 + high[axis] / 2;
    const shift = Math.abs(center) >= 2 * (high[axis] - low[axis]) ? center : 0;
    magnitude = Math.max(magnitude, Math.abs(low[axis]), Math.abs(high[axis]));
    if (shift === 0 && inverse === 1) continue;
    for (let at = axis; at < 3 * count; at += 3) coords[at] = (coords[at] - shift) * inverse;
  }
  findDiagonalExtremes(coords, count, extremes);
  const resolution = Math.max(hullNoise, 2 ** -52 * magnitude * inverse);
  return { count, coords, extremes, unit, resolution };
}

/** Adds the points farthest along the diagonals of the box to those farthest along the axes. */
function findDiagonalExtremes(coords: Float64Array, count: number, extremes: Int32Array): void {
  // The diagonals are a little off, so that no two vertices of a box or grid are equally far.
  const wx = 1 / Math.max(boxSize(coords, extremes, 0), thinnestBox);
  const wy = 1.01 / Math.max(boxSize(coords, extremes, 1), thinnestBox);
  const wz = 1.03 / Math.max(boxSize(coords, extremes, 2), thinnestBox);
  let [low0, low1, low2, low3] = [Infinity, Infinity, Infinity, Infinity];
  let [high0, high1, high2, high3] = [-Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++) {
    const x = wx * coords[3 * i];
    const y = wy * coords[3 * i + 1];
    const z = wz * coords[3 * i + 2];
    const t0 = x + y + z;
    const t1 = x + y - z;
    const t2 = x - y + z;
    const t3 = x - y - z;
    if (t0 < low0) {
      low0 = t0;
      extremes[lowDiagonalsAt] = i;
    }
    if (t1 < low1) {
      low1 = t1;
      extremes[lowDiagonalsAt + 1] = i;
    }
    if (t2 < low2) {
      low2 = t2;
      extremes[lowDiagonalsAt + 2] = i;
    }
    if (t3 < low3) {
      low3 = t3;
      extremes[lowDiagonalsAt + 3] = i;
    }
    if (t0 > high0) {
      high0 = t0;
      extremes[highDiagonalsAt] = i;
    }
    if (t1 > high1) {
      high1 = t1;
      extremes[highDiagonalsAt + 1] = i;
    }
    if (t2 > high2) {
      high2 = t2;
      extremes[highDiagonalsAt + 2] = i;
    }
    if (t3 > high3) {
      high3 = t3;
      extremes[highDiagonalsAt + 3] = i;
    }
  }
}

function boxSize(coords: Float64Array, extremes: Int32Array, axis: number): number {
  return coords[3 * extremes[highAxesAt + axis] + axis] - coords[3 * extremes[axis] + axis];
}

/** Whether point i comes before point j in the order of x, then y, then z. */
function comesBefore(p: Float64Array, i: number, j: number): boolean {
  if (p[3 * i] !== p[3 * j]) return p[3 * i] < p[3 * j];
  if (p[3 * i + 1] !== p[3 * j + 1]) return p[3 * i + 1] < p[3 * j + 1];
  return p[3 * i + 2] < p[3 * j + 2];
}

/** A working copy; small sets are copied to memory that is reused. */
function copyPoints(points: ArrayLike<number>): Float64Array {
  if (points.length > 3 * reusedPointCount) return new Float64Array(points);
  if (copied.length < points.length) copied = new Float64Array(points.length);
  copied.set(points);
  return copied;
}

/**
 * The power of two with `power` ≤ `size` < 2 `power`, limited so that its inverse is finite; 1 for size 0.
 */
function powerOfTwoBelow(size: number): number {
  if (!(size > 0)) return 1;
  if (size > 1e307) throw new RangeError('points must span less than 1e307 on every axis');
  let power = 2 ** Math.floor(Math.log2(Math.max(size, 1e-300)));
  if (power > size) power /= 2;
  else if (2 * power <= size) power *= 2;
  return power;
}

function throwNotFinite(coords: Float64Array): never {
  const at = coords.findIndex(x => !Number.isFinite(x));
  throw new RangeError(`points[${at}] must be a finite number, got ${coords[at]}`);
}
