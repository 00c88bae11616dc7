/**
 * Balls as four numbers: centre x, y, z and radius. Balls are closed; radius 0 is a point, and a negative
 * radius is the empty ball, which contains nothing, overlaps nothing and is neutral in {@link sphereUnion}.
 *
 * Radii are rounded up so that a ball still contains what it was built around. Records are not checked.
 */

import type { Convex, ReadonlyAabb, ReadonlyVec3 } from '@colide/core';
import { aabbFromConvex } from '../aabb/aabb.ts';
import { radiusAt, sphereSize } from '../internal/layouts.ts';
import { storeBall } from '../internal/store.ts';
import { touching } from '../internal/tolerance.ts';

/** A ball as four numbers: centre x, y, z, radius. Any array kind will do. */
export type ReadonlySphere = ArrayLike<number>;

/** A writable ball as four numbers: centre x, y, z, radius. */
export interface Sphere {
  readonly length: number;
  [index: number]: number;
}

const box = /* @__PURE__ */ new Float64Array(6);
const point = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);

/** One unit in the last place of slack for every rounding in a sum of a distance and a radius. */
const outward = 1 + 2 ** -50;

/** An empty ball: radius −1 at the origin. */
export function createSphere(): Float64Array {
  const sphere = new Float64Array(sphereSize);
  sphere[radiusAt] = -1;
  return sphere;
}

/** The ball around `center`. */
export function sphereFromCenter(out: Sphere, center: ReadonlyVec3, radius: number): Sphere {
  storeBall(out, 0, center[0], center[1], center[2], radius);
  return out;
}

/** The ball through the corners of a box. */
export function sphereFromAabb(out: Sphere, box: ReadonlyAabb): Sphere {
  const x = 0.5 * box[0] + 0.5 * box[3];
  const y = 0.5 * box[1] + 0.5 * box[4];
  const z = 0.5 * box[2] + 0.5 * box[5];
  const dx = Math.max(box[3] - x, x - box[0]);
  const dy = Math.max(box[4] - y, y - box[1]);
  const dz = Math.max(box[5] - z, z - box[2]);
  storeBall(out, 0, x, y, z, Math.sqrt(dx * dx + dy * dy + dz * dz) * outward);
  return out;
}

/**
 * A ball around a convex shape of which only the support mapping is known. A support mapping does not give
 * the point farthest from a centre. Its distance is bounded by the corner of the shape's box and by 26
 * tangent planes, to one of which every direction is within 27.4°. Exact for spheres and capsules, whose
 * cores are a point and a segment; otherwise at most 12.8 % larger than the smallest ball about the same
 * centre. If there are vertices, fit to them instead.
 */
export function sphereFromConvex(out: Sphere, shape: Convex): Sphere {
  const core = shape.core ?? shape;
  const margin = shape.core ? (shape.margin ?? 0) : 0;
  aabbFromConvex(box, core);
  sphereFromAabb(out, box);
  const x = out[0];
  const y = out[1];
  const z = out[2];
  let extent = 0;
  for (let i = 0; i < 27; i++) {
    const dx = (i % 3) - 1;
    const dy = (Math.floor(i / 3) % 3) - 1;
    const dz = Math.floor(i / 9) - 1;
    if (i === 13) continue;
    direction[0] = dx;
    direction[1] = dy;
    direction[2] = dz;
    core.support(point, direction);
    const along = (point[0] - x) * dx + (point[1] - y) * dy + (point[2] - z) * dz;
    extent = Math.max(extent, along / Math.sqrt(dx * dx + dy * dy + dz * dz));
  }
  const radius = Math.min(out[radiusAt], extent * coveringFactor * outward);
  storeBall(out, 0, x, y, z, (radius + margin) * outward);
  return out;
}

/**
 * 1 / cos of the largest angle between any direction and the nearest of the 26 ({@link sphereFromConvex}):
 * the direction (1, √2 − 1, √3 − √2) has the same cosine to (1,0,0), (1,1,0) and (1,1,1).
 */
const coveringFactor = 1.1281;

/** The smallest ball that contains `a` and `b`. */
export function sphereUnion(out: Sphere, a: ReadonlySphere, b: ReadonlySphere): Sphere {
  const ax = a[0];
  const ay = a[1];
  const az = a[2];
  const ar = a[radiusAt];
  const bx = b[0];
  const by = b[1];
  const bz = b[2];
  const br = b[radiusAt];
  const dx = bx - ax;
  const dy = by - ay;
  const dz = bz - az;
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (br < 0 || d + br <= ar) storeBall(out, 0, ax, ay, az, ar);
  else if (ar < 0 || d + ar <= br) storeBall(out, 0, bx, by, bz, br);
  else {
    const s = 0.5 + (br - ar) / (2 * d);
    const x = ax + s * dx;
    const y = ay + s * dy;
    const z = az + s * dz;
    const toA = Math.sqrt((x - ax) ** 2 + (y - ay) ** 2 + (z - az) ** 2) + ar;
    const toB = Math.sqrt((x - bx) ** 2 + (y - by) ** 2 + (z - bz) ** 2) + br;
    storeBall(out, 0, x, y, z, Math.max(toA, toB) * outward);
  }
  return out;
}

/** The ball about the same centre that contains `sphere` and `point`. */
export function sphereIncludePoint(out: Sphere, sphere: ReadonlySphere, point: ReadonlyVec3): Sphere {
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  const r = sphere[radiusAt];
  if (r < 0) return sphereFromCenter(out, point, 0);
  const d = Math.sqrt((point[0] - x) ** 2 + (point[1] - y) ** 2 + (point[2] - z) ** 2);
  storeBall(out, 0, x, y, z, d > r ? d * outward : r);
  return out;
}

/** `sphere` with its radius changed by `margin`; empty when the radius would become negative. */
export function sphereExpand(out: Sphere, sphere: ReadonlySphere, margin: number): Sphere {
  const r = sphere[radiusAt] + margin;
  storeBall(out, 0, sphere[0], sphere[1], sphere[2], sphere[radiusAt] < 0 || r < 0 ? -1 : r);
  return out;
}

/** Whether `a` and `b` have a point in common. Touching counts, also within rounding (1e-14 of the radii). */
export function sphereOverlap(a: ReadonlySphere, b: ReadonlySphere): boolean {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const dz = b[2] - a[2];
  const r = a[radiusAt] + b[radiusAt];
  return a[radiusAt] >= 0 && b[radiusAt] >= 0 && dx * dx + dy * dy + dz * dz <= r * r * touching;
}

/** Whether `sphere` contains all of `inner`. The empty ball is contained in every ball. */
export function sphereContains(sphere: ReadonlySphere, inner: ReadonlySphere): boolean {
  if (inner[radiusAt] < 0) return true;
  const dx = inner[0] - sphere[0];
  const dy = inner[1] - sphere[1];
  const dz = inner[2] - sphere[2];
  const r = sphere[radiusAt] - inner[radiusAt];
  return r >= 0 && dx * dx + dy * dy + dz * dz <= r * r;
}

/** Volume; 0 for a point and for the empty ball. */
export function sphereVolume(sphere: ReadonlySphere): number {
  const r = sphere[radiusAt];
  return r > 0 ? (4 / 3) * Math.PI * r * r * r : 0;
}

/** Area of the surface; 0 for a point and for the empty ball. */
export function sphereArea(sphere: ReadonlySphere): number {
  const r = sphere[radiusAt];
  return r > 0 ? 4 * Math.PI * r * r : 0;
}
