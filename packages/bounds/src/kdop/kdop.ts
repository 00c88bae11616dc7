/**
 * k-DOPs as k numbers: the lower bounds along all k/2 directions, then the upper bounds. A 6-DOP is therefore
 * an AABB, number for number. A k-DOP is the set of points p with lowᵢ ≤ dᵢ · p ≤ highᵢ for every direction
 * dᵢ; the empty one has bounds +∞ and −∞.
 *
 * Bounds are exact projections of the points that were fitted. Fitting n points takes k/2 · n dot products,
 * comparing two k-DOPs at most k comparisons. Records are not checked.
 */

import type { Convex, ReadonlyVec3 } from '@colide/core';
import { radiusAt } from '../internal/layouts.ts';
import { countPoints, rejectPoints } from '../internal/points.ts';
import { type NumberArray, storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import type { ReadonlySphere } from '../sphere/sphere.ts';
import type { KdopDirections } from './kdop-directions.ts';

/** A k-DOP as k numbers: k/2 lower bounds, then k/2 upper bounds. Any array kind will do. */
export type ReadonlyKdop = ArrayLike<number>;

/** A writable k-DOP as k numbers: k/2 lower bounds, then k/2 upper bounds. */
export interface Kdop {
  readonly length: number;
  [index: number]: number;
}

const point = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);

/** An empty k-DOP with the given directions. */
export function createKdop(directions: KdopDirections): Float64Array {
  const { count } = directions;
  return new Float64Array(2 * count).fill(Infinity, 0, count).fill(-Infinity, count);
}

/** The smallest k-DOP around the points x y z x y z … . Throws when there are none or one is not finite. */
export function kdopFromPoints(out: Kdop, directions: KdopDirections, points: ArrayLike<number>): Kdop {
  const count = countPoints(points);
  if (!kdopFitRange(out, 0, directions, points, 0, count)) rejectPoints(points);
  return out;
}

/**
 * {@link kdopFromPoints} for the points `from` ≤ i < `to`, written to `out` from index `at` on. The range is
 * not checked; returns false when a coordinate is not finite.
 */
export function kdopFitRange(
  out: NumberArray,
  at: number,
  directions: KdopDirections,
  points: ArrayLike<number>,
  from: number,
  to: number,
): boolean {
  const { count, vectors } = directions;
  let sound = true;
  for (let i = 0; i < count; i++) {
    const dx = vectors[3 * i];
    const dy = vectors[3 * i + 1];
    const dz = vectors[3 * i + 2];
    let low = Infinity;
    let high = -Infinity;
    for (let p = 3 * from; p < 3 * to; p += 3) {
      const s = points[p] * dx + points[p + 1] * dy + points[p + 2] * dz;
      low = Math.min(low, s);
      high = Math.max(high, s);
    }
    storeLow(out, at + i, low);
    storeHigh(out, at + count + i, high);
    sound = sound && high - low < Infinity;
  }
  return sound;
}

/**
 * The smallest k-DOP around a convex shape, from k calls to its support mapping: [d · S(−d), d · S(d)] for
 * each d.
 */
export function kdopFromConvex(out: Kdop, directions: KdopDirections, shape: Convex): Kdop {
  const { count, vectors, lengths } = directions;
  const core = shape.core ?? shape;
  const margin = shape.core ? (shape.margin ?? 0) : 0;
  for (let i = 0; i < count; i++) {
    for (let side = -1; side <= 1; side += 2) {
      const dx = vectors[3 * i];
      const dy = vectors[3 * i + 1];
      const dz = vectors[3 * i + 2];
      direction[0] = side * dx;
      direction[1] = side * dy;
      direction[2] = side * dz;
      core.support(point, direction);
      const x = point[0] * dx;
      const y = point[1] * dy;
      const z = point[2] * dz;
      const extent = margin * lengths[i] + poseMargin * (Math.abs(x) + Math.abs(y) + Math.abs(z));
      if (side < 0) storeLow(out, i, x + y + z - extent);
      else storeHigh(out, count + i, x + y + z + extent);
    }
  }
  return out;
}

/** The smallest k-DOP around a ball that is not empty. */
export function kdopFromSphere(out: Kdop, directions: KdopDirections, sphere: ReadonlySphere): Kdop {
  const { count, vectors, lengths } = directions;
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  const r = sphere[radiusAt];
  for (let i = 0; i < count; i++) {
    const u = x * vectors[3 * i];
    const v = y * vectors[3 * i + 1];
    const w = z * vectors[3 * i + 2];
    const extent = r * lengths[i] + poseMargin * (Math.abs(u) + Math.abs(v) + Math.abs(w) + r * lengths[i]);
    storeLow(out, i, u + v + w - extent);
    storeHigh(out, count + i, u + v + w + extent);
  }
  return out;
}

/** The smallest k-DOP that contains `a` and `b`. */
export function kdopUnion(out: Kdop, a: ReadonlyKdop, b: ReadonlyKdop): Kdop {
  const count = a.length >> 1;
  for (let i = 0; i < count; i++) {
    const high = Math.max(a[count + i], b[count + i]);
    storeLow(out, i, Math.min(a[i], b[i]));
    storeHigh(out, count + i, high);
  }
  return out;
}

/** A k-DOP that contains every point within `margin` of `kdop`: each plane moves outward by it. */
export function kdopExpand(out: Kdop, directions: KdopDirections, kdop: ReadonlyKdop, margin: number): Kdop {
  const { count, lengths } = directions;
  for (let i = 0; i < count; i++) {
    const high = kdop[count + i] + margin * lengths[i];
    storeLow(out, i, kdop[i] - margin * lengths[i]);
    storeHigh(out, count + i, high);
  }
  return out;
}

/**
 * Whether the intervals of `a` and `b` overlap along every direction. Never misses an overlap; touching
 * counts. Exact for 6-DOPs; k-DOPs with more directions may be disjoint although no direction of the set
 * separates them.
 */
export function kdopOverlap(a: ReadonlyKdop, b: ReadonlyKdop): boolean {
  const count = a.length >> 1;
  for (let i = 0; i < count; i++) if (!(a[i] <= b[count + i] && b[i] <= a[count + i])) return false;
  return true;
}

/** Whether the intervals of `kdop` contain those of `inner`; then `inner` lies in `kdop`. */
export function kdopContains(kdop: ReadonlyKdop, inner: ReadonlyKdop): boolean {
  const count = kdop.length >> 1;
  for (let i = 0; i < count; i++)
    if (!(kdop[i] <= inner[i] && kdop[count + i] >= inner[count + i])) return false;
  return true;
}

/** Whether `point` lies in the k-DOP or on its surface. */
export function kdopContainsPoint(
  directions: KdopDirections,
  kdop: ReadonlyKdop,
  point: ReadonlyVec3,
): boolean {
  const { count, vectors } = directions;
  const x = point[0];
  const y = point[1];
  const z = point[2];
  for (let i = 0; i < count; i++) {
    const s = x * vectors[3 * i] + y * vectors[3 * i + 1] + z * vectors[3 * i + 2];
    if (!(s >= kdop[i] && s <= kdop[count + i])) return false;
  }
  return true;
}
