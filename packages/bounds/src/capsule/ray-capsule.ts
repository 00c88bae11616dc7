/**
 * Ray against capsule, with the normal: the ray first meets the side or one of the two balls at the ends. The
 * normal points to the hit from the nearest point of the core segment. Constant cost, no allocation.
 */

import { createRayHit, type RayHit, type ReadonlyVec3, rayHitAtStart, rayHitNormalize } from '@colide/core';
import { capsuleRadiusAt, endAt, radiusAt, sphereSize } from '../internal/layouts.ts';
import { touching } from '../internal/tolerance.ts';
import { raySphere } from '../sphere/ray-sphere.ts';
import type { ReadonlyCapsule } from './capsule.ts';
import { pointSegmentSquared } from './internal/segment.ts';

const ball = /* @__PURE__ */ new Float64Array(sphereSize);
const ballHit = /* @__PURE__ */ createRayHit();

/**
 * The parameter t in [0, `maxT`] at which the ray first meets the capsule, `Infinity` when it misses; fills
 * `hit.t` and `hit.normal`. A ray that starts inside hits at t = 0, with the normal against the ray.
 * Unchecked: NaN misses.
 */
export function rayCapsule(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  capsule: ReadonlyCapsule,
  maxT = Infinity,
): number {
  const r = capsule[capsuleRadiusAt];
  hit.t = Infinity;
  if (r < 0) return Infinity;
  if (pointSegmentSquared(capsule, 0, origin[0], origin[1], origin[2]) <= r * r * touching)
    return rayHitAtStart(hit, direction);
  let t = raySide(origin, direction, capsule);
  ball[radiusAt] = r;
  for (let end = 0; end <= endAt; end += endAt) {
    for (let i = 0; i < 3; i++) ball[i] = capsule[end + i];
    t = Math.min(t, raySphere(ballHit, origin, direction, ball));
  }
  if (!(t <= maxT && t < Infinity)) return Infinity;
  if (!(t > 0)) return rayHitAtStart(hit, direction);
  hit.t = t;
  capsuleNormal(hit, origin, direction, capsule);
  return t;
}

/**
 * Where the ray enters the cylinder around the core segment, between its ends; `Infinity` when it does not.
 */
function raySide(origin: ReadonlyVec3, direction: ReadonlyVec3, capsule: ReadonlyCapsule): number {
  const ax = capsule[0];
  const ay = capsule[1];
  const az = capsule[2];
  const length = Math.hypot(capsule[endAt] - ax, capsule[endAt + 1] - ay, capsule[endAt + 2] - az);
  if (length === 0) return Infinity;
  const ux = (capsule[endAt] - ax) / length;
  const uy = (capsule[endAt + 1] - ay) / length;
  const uz = (capsule[endAt + 2] - az) / length;
  // The components of ray and offset perpendicular to the axis.
  const dAlong = direction[0] * ux + direction[1] * uy + direction[2] * uz;
  const dx = direction[0] - dAlong * ux;
  const dy = direction[1] - dAlong * uy;
  const dz = direction[2] - dAlong * uz;
  const mAlong = (origin[0] - ax) * ux + (origin[1] - ay) * uy + (origin[2] - az) * uz;
  const mx = origin[0] - ax - mAlong * ux;
  const my = origin[1] - ay - mAlong * uy;
  const mz = origin[2] - az - mAlong * uz;
  const dd = dx * dx + dy * dy + dz * dz;
  if (!(dd > 0)) return Infinity;
  const middle = -(mx * dx + my * dy + mz * dz) / dd;
  const lx = mx + middle * dx;
  const ly = my + middle * dy;
  const lz = mz + middle * dz;
  const rest = capsule[capsuleRadiusAt] * capsule[capsuleRadiusAt] * touching - (lx * lx + ly * ly + lz * lz);
  if (!(rest >= 0)) return Infinity;
  const t = middle - Math.sqrt(rest / dd);
  const s = mAlong + t * dAlong;
  return t >= 0 && s >= 0 && s <= length ? t : Infinity;
}

/** Writes the normal of the capsule where the ray hits it. */
function capsuleNormal(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  capsule: ReadonlyCapsule,
): void {
  const { t, normal } = hit;
  const ux = capsule[endAt] - capsule[0];
  const uy = capsule[endAt + 1] - capsule[1];
  const uz = capsule[endAt + 2] - capsule[2];
  const px = origin[0] - capsule[0] + t * direction[0];
  const py = origin[1] - capsule[1] + t * direction[1];
  const pz = origin[2] - capsule[2] + t * direction[2];
  const squared = ux * ux + uy * uy + uz * uz;
  const along = px * ux + py * uy + pz * uz;
  const s = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
  normal[0] = px - s * ux;
  normal[1] = py - s * uy;
  normal[2] = pz - s * uz;
  rayHitNormalize(hit);
}
