/**
 * Points against a ball: containment, closest point, distance and support. O(1) each. Records are not
 * checked.
 */

import type { ReadonlyVec3, Vec3 } from '@colide/core';
import { radiusAt } from '../internal/layouts.ts';
import type { ReadonlySphere } from './sphere.ts';

/** Whether `point` lies in the ball or on its surface. */
export function sphereContainsPoint(sphere: ReadonlySphere, point: ReadonlyVec3): boolean {
  const dx = point[0] - sphere[0];
  const dy = point[1] - sphere[1];
  const dz = point[2] - sphere[2];
  const r = sphere[radiusAt];
  return r >= 0 && dx * dx + dy * dy + dz * dz <= r * r;
}

/** Writes to `out` the point of the ball nearest to `point`; `point` itself when it is inside. */
export function sphereClosestPoint(out: Vec3, sphere: ReadonlySphere, point: ReadonlyVec3): Vec3 {
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  const dx = point[0] - x;
  const dy = point[1] - y;
  const dz = point[2] - z;
  const d = Math.sqrt(dx * dx + dy * dy + dz * dz);
  const s = d > sphere[radiusAt] ? sphere[radiusAt] / d : 1;
  out[0] = s === 1 ? point[0] : x + s * dx;
  out[1] = s === 1 ? point[1] : y + s * dy;
  out[2] = s === 1 ? point[2] : z + s * dz;
  return out;
}

/** Distance from `point` to the ball; 0 inside. */
export function sphereDistance(sphere: ReadonlySphere, point: ReadonlyVec3): number {
  const dx = point[0] - sphere[0];
  const dy = point[1] - sphere[1];
  const dz = point[2] - sphere[2];
  return Math.max(0, Math.sqrt(dx * dx + dy * dy + dz * dz) - sphere[radiusAt]);
}

/** Writes to `out` the point of the ball farthest along `direction`; the centre for a zero direction. */
export function sphereSupport(out: Vec3, sphere: ReadonlySphere, direction: ReadonlyVec3): Vec3 {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const s = length > 0 ? sphere[radiusAt] / length : 0;
  out[0] = sphere[0] + s * x;
  out[1] = sphere[1] + s * y;
  out[2] = sphere[2] + s * z;
  return out;
}
