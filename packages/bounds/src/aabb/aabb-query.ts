/**
 * Points against an axis-aligned box: containment, closest point, distance and support. O(1) each. Records
 * are not checked.
 */
import type { ReadonlyAabb, ReadonlyVec3, Vec3 } from '@colide/core';

/** Whether `point` lies in `box` or on its surface. Exact. */
export function aabbContainsPoint(box: ReadonlyAabb, point: ReadonlyVec3): boolean {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  return x >= box[0] && x <= box[3] && y >= box[1] && y <= box[4] && z >= box[2] && z <= box[5];
}

/** Writes to `out` the point of `box` nearest to `point`; `point` itself when it is inside. */
export function aabbClosestPoint(out: Vec3, box: ReadonlyAabb, point: ReadonlyVec3): Vec3 {
  for (let i = 0; i < 3; i++) out[i] = Math.min(Math.max(point[i], box[i]), box[i + 3]);
  return out;
}

/** Squared distance from `point` to `box`; 0 inside. */
export function aabbDistanceSquared(box: ReadonlyAabb, point: ReadonlyVec3): number {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const dx = Math.max(box[0] - x, 0, x - box[3]);
  const dy = Math.max(box[1] - y, 0, y - box[4]);
  const dz = Math.max(box[2] - z, 0, z - box[5]);
  return dx * dx + dy * dy + dz * dz;
}

/** Distance from `point` to `box`; 0 inside. */
export function aabbDistance(box: ReadonlyAabb, point: ReadonlyVec3): number {
  return Math.sqrt(aabbDistanceSquared(box, point));
}

/** Writes to `out` the corner of `box` farthest along `direction`. */
export function aabbSupport(out: Vec3, box: ReadonlyAabb, direction: ReadonlyVec3): Vec3 {
  for (let i = 0; i < 3; i++) out[i] = direction[i] < 0 ? box[i] : box[i + 3];
  return out;
}
