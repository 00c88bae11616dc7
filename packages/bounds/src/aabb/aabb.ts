/**
 * Axis-aligned boxes as six numbers: min x, y, z, then max x, y, z. Boxes are closed: a flat box or a single
 * point is a box too. The empty box has min = +∞ and max = −∞; it contains nothing, overlaps nothing and is
 * neutral in {@link aabbUnion}.
 *
 * Everything here costs a handful of comparisons; results are exact except for the last bit of a sum. Records
 * are not checked, so that these functions can be used in inner loops.
 */
import type { Aabb, Convex, ReadonlyAabb, ReadonlyVec3, Vec3 } from '@colide/core';
import { countPoints, rejectPoints } from '../internal/points.ts';
import { storeHigh, storeLow } from '../internal/store.ts';

const point = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);

/** An empty box. */
export function createAabb(): Float64Array {
  const box = new Float64Array(6);
  aabbEmpty(box);
  return box;
}

/** Makes `out` the empty box. */
export function aabbEmpty(out: Aabb): Aabb {
  out[0] = out[1] = out[2] = Infinity;
  out[3] = out[4] = out[5] = -Infinity;
  return out;
}

/** Whether `box` contains no point at all. */
export function aabbIsEmpty(box: ReadonlyAabb): boolean {
  return !(box[0] <= box[3] && box[1] <= box[4] && box[2] <= box[5]);
}

/** The box between two opposite corners, given in any order on each axis. */
export function aabbFromCorners(out: Aabb, a: ReadonlyVec3, b: ReadonlyVec3): Aabb {
  for (let i = 0; i < 3; i++) {
    const u = a[i];
    const v = b[i];
    storeLow(out, i, Math.min(u, v));
    storeHigh(out, i + 3, Math.max(u, v));
  }
  return out;
}

/** The box with the given centre and half extents. */
export function aabbFromCenter(out: Aabb, center: ReadonlyVec3, halfExtents: ReadonlyVec3): Aabb {
  for (let i = 0; i < 3; i++) {
    const c = center[i];
    const h = halfExtents[i];
    storeLow(out, i, c - h);
    storeHigh(out, i + 3, c + h);
  }
  return out;
}

/** The smallest box around the points x y z x y z … . Throws when there are none or one is not finite. */
export function aabbFromPoints(out: Aabb, points: ArrayLike<number>): Aabb {
  const count = countPoints(points);
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const x = points[at];
    const y = points[at + 1];
    const z = points[at + 2];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    minZ = Math.min(minZ, z);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
    maxZ = Math.max(maxZ, z);
  }
  if (!(maxX - minX + (maxY - minY) + (maxZ - minZ) < Infinity)) rejectPoints(points);
  storeLow(out, 0, minX);
  storeLow(out, 1, minY);
  storeLow(out, 2, minZ);
  storeHigh(out, 3, maxX);
  storeHigh(out, 4, maxY);
  storeHigh(out, 5, maxZ);
  return out;
}

/** The smallest box around a convex shape: six calls to its support mapping. */
export function aabbFromConvex(out: Aabb, shape: Convex): Aabb {
  const core = shape.core ?? shape;
  const margin = shape.core ? (shape.margin ?? 0) : 0;
  for (let i = 0; i < 3; i++) {
    direction.fill(0);
    direction[i] = -1;
    storeLow(out, i, core.support(point, direction)[i] - margin);
    direction[i] = 1;
    storeHigh(out, i + 3, core.support(point, direction)[i] + margin);
  }
  return out;
}

/** Writes the centre of `box` to `out`. */
export function aabbCenter(out: Vec3, box: ReadonlyAabb): Vec3 {
  for (let i = 0; i < 3; i++) out[i] = 0.5 * box[i] + 0.5 * box[i + 3];
  return out;
}

/** Writes half the edge lengths of `box` to `out`. */
export function aabbHalfExtents(out: Vec3, box: ReadonlyAabb): Vec3 {
  for (let i = 0; i < 3; i++) out[i] = 0.5 * box[i + 3] - 0.5 * box[i];
  return out;
}

/** The smallest box that contains `a` and `b`. */
export function aabbUnion(out: Aabb, a: ReadonlyAabb, b: ReadonlyAabb): Aabb {
  for (let i = 0; i < 3; i++) {
    const high = Math.max(a[i + 3], b[i + 3]);
    storeLow(out, i, Math.min(a[i], b[i]));
    storeHigh(out, i + 3, high);
  }
  return out;
}

/** The common part of `a` and `b`; the empty box when there is none. */
export function aabbIntersection(out: Aabb, a: ReadonlyAabb, b: ReadonlyAabb): Aabb {
  if (!aabbOverlap(a, b)) return aabbEmpty(out);
  for (let i = 0; i < 3; i++) {
    const high = Math.min(a[i + 3], b[i + 3]);
    storeLow(out, i, Math.max(a[i], b[i]));
    storeHigh(out, i + 3, high);
  }
  return out;
}

/** The smallest box that contains `box` and `point`. */
export function aabbIncludePoint(out: Aabb, box: ReadonlyAabb, point: ReadonlyVec3): Aabb {
  for (let i = 0; i < 3; i++) {
    const x = point[i];
    const high = Math.max(box[i + 3], x);
    storeLow(out, i, Math.min(box[i], x));
    storeHigh(out, i + 3, high);
  }
  return out;
}

/** `box` moved outward by `margin` on every side. A negative margin may leave the empty box. */
export function aabbExpand(out: Aabb, box: ReadonlyAabb, margin: number): Aabb {
  for (let i = 0; i < 3; i++) {
    const high = box[i + 3] + margin;
    storeLow(out, i, box[i] - margin);
    storeHigh(out, i + 3, high);
  }
  return aabbIsEmpty(out) ? aabbEmpty(out) : out;
}

/** Whether `a` and `b` have a point in common. Touching counts. Exact. */
export function aabbOverlap(a: ReadonlyAabb, b: ReadonlyAabb): boolean {
  return a[0] <= b[3] && a[3] >= b[0] && a[1] <= b[4] && a[4] >= b[1] && a[2] <= b[5] && a[5] >= b[2];
}

/** Whether `box` contains all of `inner`. The empty box is contained in every box. Exact. */
export function aabbContains(box: ReadonlyAabb, inner: ReadonlyAabb): boolean {
  return (
    box[0] <= inner[0] &&
    box[1] <= inner[1] &&
    box[2] <= inner[2] &&
    box[3] >= inner[3] &&
    box[4] >= inner[4] &&
    box[5] >= inner[5]
  );
}

/** Volume; 0 for a flat or empty box. */
export function aabbVolume(box: ReadonlyAabb): number {
  return aabbIsEmpty(box) ? 0 : (box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2]);
}

/** Area of the surface; 0 for an empty box, twice the area for a flat one. */
export function aabbArea(box: ReadonlyAabb): number {
  if (aabbIsEmpty(box)) return 0;
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return 2 * (x * y + y * z + z * x);
}
