/**
 * Points against a capsule: containment, closest point, distance and support. All depend only on the distance
 * to the capsule's segment. O(1) each. Records are not checked.
 */

import type { ReadonlyVec3, Vec3 } from '@colide/core';
import { capsuleRadiusAt, endAt } from '../internal/layouts.ts';
import type { ReadonlyCapsule } from './capsule.ts';
import { pointSegmentSquared } from './internal/segment.ts';

/** Whether `point` lies in the capsule or on its surface. */
export function capsuleContainsPoint(capsule: ReadonlyCapsule, point: ReadonlyVec3): boolean {
  const r = capsule[capsuleRadiusAt];
  return r >= 0 && pointSegmentSquared(capsule, 0, point[0], point[1], point[2]) <= r * r;
}

/** Whether `capsule` contains all of `inner`. The empty capsule is contained in every capsule. */
export function capsuleContains(capsule: ReadonlyCapsule, inner: ReadonlyCapsule): boolean {
  if (inner[capsuleRadiusAt] < 0) return true;
  const r = capsule[capsuleRadiusAt] - inner[capsuleRadiusAt];
  const r2 = r * r;
  return (
    capsule[capsuleRadiusAt] >= 0 &&
    r >= 0 &&
    pointSegmentSquared(capsule, 0, inner[0], inner[1], inner[2]) <= r2 &&
    pointSegmentSquared(capsule, 0, inner[endAt], inner[endAt + 1], inner[endAt + 2]) <= r2
  );
}

/** Distance from `point` to the capsule; 0 inside. */
export function capsuleDistance(capsule: ReadonlyCapsule, point: ReadonlyVec3): number {
  return Math.max(
    0,
    Math.sqrt(pointSegmentSquared(capsule, 0, point[0], point[1], point[2])) - capsule[capsuleRadiusAt],
  );
}

/** Writes to `out` the point of the capsule nearest to `point`; `point` itself when it is inside. */
export function capsuleClosestPoint(out: Vec3, capsule: ReadonlyCapsule, point: ReadonlyVec3): Vec3 {
  const px = point[0];
  const py = point[1];
  const pz = point[2];
  const ux = capsule[endAt] - capsule[0];
  const uy = capsule[endAt + 1] - capsule[1];
  const uz = capsule[endAt + 2] - capsule[2];
  const uu = ux * ux + uy * uy + uz * uz;
  const along = (px - capsule[0]) * ux + (py - capsule[1]) * uy + (pz - capsule[2]) * uz;
  const t = uu > 0 ? Math.min(1, Math.max(0, along / uu)) : 0;
  const cx = capsule[0] + t * ux;
  const cy = capsule[1] + t * uy;
  const cz = capsule[2] + t * uz;
  const d = Math.hypot(px - cx, py - cy, pz - cz);
  const s = capsule[capsuleRadiusAt] / d;
  const inside = !(d > capsule[capsuleRadiusAt]);
  out[0] = inside ? px : cx + s * (px - cx);
  out[1] = inside ? py : cy + s * (py - cy);
  out[2] = inside ? pz : cz + s * (pz - cz);
  return out;
}

/** Writes to `out` the point of the capsule farthest along `direction`; an end for a zero direction. */
export function capsuleSupport(out: Vec3, capsule: ReadonlyCapsule, direction: ReadonlyVec3): Vec3 {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const along =
    (capsule[endAt] - capsule[0]) * x +
    (capsule[endAt + 1] - capsule[1]) * y +
    (capsule[endAt + 2] - capsule[2]) * z;
  const end = along > 0 ? endAt : 0;
  const length = Math.sqrt(x * x + y * y + z * z);
  const s = length > 0 ? capsule[capsuleRadiusAt] / length : 0;
  out[0] = capsule[end] + s * x;
  out[1] = capsule[end + 1] + s * y;
  out[2] = capsule[end + 2] + s * z;
  return out;
}
