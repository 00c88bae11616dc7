/**
 * The convex hull of points in the plane.
 *
 * Idea: QuickHull. The leftmost and the rightmost point split the others in two; of the points outside an
 * edge the farthest is a vertex, the triangle it makes with the edge is dropped with everything in it, and
 * the same is done for its two outer sides. A scan over the remaining candidates in sorted order, usually
 * few, then decides with exact predicates, so that the result turns strictly left at every vertex despite
 * rounding.
 *
 * Cost: O(n log h) for most inputs with h vertices, O(n h) at worst, in memory for n ids. Limits: points
 * closer than 4e-14 of the extent to an edge are taken as lying on it. Coordinates between about 1e-140 and
 * 1e150.
 *
 * C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The quickhull algorithm for convex hulls", ACM TOMS 22(4), 1996.
 * A. M. Andrew, "Another efficient algorithm for convex hulls in two dimensions", IPL 9(5), 1979.
 */
import { requireFiniteArray, requireMultiple } from '@colide/core';
import { orientationOf } from './internal/orientation-of.ts';

/** A convex hull in the plane. */
export interface Hull2d {
  /** 0: all points coincide; 1: they lie on a line; 2: the hull has area. */
  dimension: 0 | 1 | 2;
  /** Vertices counter-clockwise, `x, y` each; one point for dimension 0, the two ends for dimension 1. */
  vertices: Float64Array;
  /** For each vertex its index in the input. */
  vertexIds: Uint32Array;
}

/** Distances below this fraction of the extent are rounding noise. */
const noise = 4e-14;

/**
 * The convex hull of `points` (`x, y` each). Duplicates and points on edges are left out. Throws if `points`
 * is empty, not pairs or not finite.
 */
export function quickHull2d(points: ArrayLike<number>): Hull2d {
  requireMultiple('points', points, 2);
  requireFiniteArray('points', points);
  if (points.length === 0) throw new RangeError('points must hold at least one point, got none');
  const coords = new Float64Array(points);
  const ids = hullIds2d(coords);
  const vertices = new Float64Array(2 * ids.length);
  for (let i = 0; i < ids.length; i++) {
    vertices[2 * i] = coords[2 * ids[i]];
    vertices[2 * i + 1] = coords[2 * ids[i] + 1];
  }
  return { dimension: Math.min(ids.length - 1, 2) as 0 | 1 | 2, vertices, vertexIds: Uint32Array.from(ids) };
}

/** The points, their ids as partitioned so far, and the last finding of {@link bringOutside}. */
interface Cloud2d {
  readonly coords: Float64Array;
  readonly ids: Int32Array;
  /** Distances below this are rounding noise. */
  readonly tolerance: number;
  /** The point farthest to the right, −1 when there is none. */
  farthest: number;
}

function hullIds2d(coords: Float64Array): number[] {
  const count = coords.length / 2;
  let left = 0;
  let right = 0;
  let low = coords[1];
  let high = low;
  for (let i = 1; i < count; i++) {
    if (comesBefore(coords, i, left)) left = i;
    if (comesBefore(coords, right, i)) right = i;
    low = Math.min(low, coords[2 * i + 1]);
    high = Math.max(high, coords[2 * i + 1]);
  }
  const tolerance = noise * Math.max(coords[2 * right] - coords[2 * left], high - low);
  const ids = new Int32Array(count);
  for (let i = 0; i < count; i++) ids[i] = i;
  const cloud: Cloud2d = { coords, ids, tolerance, farthest: -1 };
  const candidates = [left, right];
  // Jobs: an edge a → b and the range of `ids` that may lie to its right.
  const jobs: number[] = [right, left, 0, count, left, right, 0, count];
  while (jobs.length > 0) {
    const end = jobs.pop()!;
    const begin = jobs.pop()!;
    const b = jobs.pop()!;
    const a = jobs.pop()!;
    const kept = bringOutside(cloud, begin, end, a, b);
    const { farthest } = cloud;
    if (farthest < 0) continue;
    candidates.push(farthest);
    const middle = bringOutside(cloud, begin, kept, a, farthest);
    jobs.push(farthest, b, middle, kept, a, farthest, begin, middle);
  }
  return convexChain(coords, candidates);
}

/** Moves the ids of the range that lie to the right of a → b to its front and returns where they end. */
function bringOutside(cloud: Cloud2d, begin: number, end: number, a: number, b: number): number {
  const { coords, ids, tolerance } = cloud;
  const ax = coords[2 * a];
  const ay = coords[2 * a + 1];
  const ux = coords[2 * b] - ax;
  const uy = coords[2 * b + 1] - ay;
  const threshold = tolerance * Math.sqrt(ux * ux + uy * uy);
  let front = begin;
  let farthest = -1;
  let largest = -Infinity;
  for (let k = begin; k < end; k++) {
    const i = ids[k];
    const outside = uy * (coords[2 * i] - ax) - ux * (coords[2 * i + 1] - ay);
    if (outside < -threshold || (outside <= threshold && !isBeyond(coords, a, b, i))) continue;
    ids[k] = ids[front];
    ids[front++] = i;
    if (outside > largest) {
      largest = outside;
      farthest = i;
    }
  }
  cloud.farthest = farthest;
  return front;
}

/**
 * Whether point i, too close to the line a b for floating point to tell, is a candidate: it lies beyond the
 * ends of the segment, where being close to the line does not mean being close to the hull, and exactly to
 * the right.
 */
function isBeyond(coords: Float64Array, a: number, b: number, i: number): boolean {
  const ux = coords[2 * b] - coords[2 * a];
  const uy = coords[2 * b + 1] - coords[2 * a + 1];
  const along = ux * (coords[2 * i] - coords[2 * a]) + uy * (coords[2 * i + 1] - coords[2 * a + 1]);
  if (along >= 0 && along <= ux * ux + uy * uy) return false;
  return orientationOf(coords, b, a, i) > 0;
}

/** Andrew's scan: lower chain, then upper chain, over the candidates sorted by x, then y; exact. */
function convexChain(coords: Float64Array, candidates: number[]): number[] {
  candidates.sort((i, j) => (comesBefore(coords, i, j) ? -1 : comesBefore(coords, j, i) ? 1 : i - j));
  const chain: number[] = [];
  const scan = (i: number, base: number): void => {
    while (
      chain.length > base &&
      orientationOf(coords, chain[chain.length - 2], chain[chain.length - 1], i) <= 0
    )
      chain.pop();
    const last = chain[chain.length - 1];
    if (last === undefined || comesBefore(coords, last, i) || comesBefore(coords, i, last)) chain.push(i);
  };
  for (let k = 0; k < candidates.length; k++) scan(candidates[k], 1);
  const lower = chain.length;
  for (let k = candidates.length - 2; k >= 0; k--) scan(candidates[k], lower);
  if (chain.length > 1) chain.pop();
  return chain;
}

function comesBefore(coords: Float64Array, i: number, j: number): boolean {
  const d = coords[2 * i] - coords[2 * j];
  return d < 0 || (d === 0 && coords[2 * i + 1] < coords[2 * j + 1]);
}
