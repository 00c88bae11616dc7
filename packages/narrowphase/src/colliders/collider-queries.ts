/**
 * Queries of one collider of a `ColliderSet`: where a ray meets it, when a moving convex set meets it, and
 * how far away a convex set is. Engines put these behind the queries of a broad phase. No allocation, nothing
 * checked.
 */
import { rayCapsule, rayObb, raySphere } from '@colide/bounds';
import type { Convex, RayHit, ReadonlyVec3 } from '@colide/core';
import { PointShape, Posed } from '@colide/geometry';

import { gjkRaycast } from '../continuous/gjk-raycast.ts';
import { createTimeOfImpact, type TimeOfImpact } from '../continuous/time-of-impact.ts';
import { colliderSize } from '../internal/layouts.ts';
import { type PenetrationResult, signedDistance } from '../penetration/penetration.ts';
import { rayPlane } from '../rays/ray-plane.ts';
import { type ColliderSet, colliderKind } from './collider-set.ts';

const shape = /* @__PURE__ */ new Float64Array(colliderSize);
const motion = /* @__PURE__ */ new Float64Array(3);
const away = /* @__PURE__ */ new Float64Array(3);
const impact = /* @__PURE__ */ createTimeOfImpact();
const tip = /* @__PURE__ */ new Posed(/* @__PURE__ */ new PointShape());
const upright = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1);

/**
 * The parameter at which the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, first meets collider `id`,
 * `Infinity` when it misses; fills `hit` with `t` and the normal. A ray that starts inside hits at 0, with
 * the normal against it.
 */
export function rayCollider(
  hit: RayHit,
  set: ColliderSet,
  id: number,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  maxT = Infinity,
): number {
  const kind = set.kinds[id];
  for (let k = 0; k < colliderSize; k++) shape[k] = set.data[colliderSize * id + k];
  if (kind === colliderKind.sphere) raySphere(hit, origin, direction, shape);
  else if (kind === colliderKind.box) rayObb(hit, origin, direction, shape);
  else if (kind === colliderKind.capsule) rayCapsule(hit, origin, direction, shape);
  else if (kind === colliderKind.plane) rayPlane(hit, origin, direction, shape);
  else rayConvex(hit, set.convexes[id]!, origin, direction, maxT);
  if (!(hit.t <= maxT)) hit.t = Infinity;
  return hit.t;
}

/** Casts a point along the ray, no farther than the far side of the ball around the set. */
function rayConvex(
  hit: RayHit,
  convex: Posed,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  maxT: number,
): void {
  const p = convex.position;
  const radius = (convex.shape as { boundingRadius?: number }).boundingRadius ?? Infinity;
  // Not `Math.hypot`, which allocates.
  let apart = 0;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    apart += (p[k] - origin[k]) ** 2;
    squared += direction[k] ** 2;
  }
  const end = Math.min(maxT, (Math.sqrt(apart) + radius) / Math.sqrt(squared));
  for (let k = 0; k < 3; k++) motion[k] = end * direction[k];
  tip.setPose(origin, upright);
  hit.t = end * gjkRaycast(impact, convex, tip, motion);
  if (hit.t === Infinity) return;
  // The normal of an impact points from A, here the collider, to B.
  for (let k = 0; k < 3; k++) hit.normal[k] = hit.t > 0 ? impact.normal[k] : -direction[k];
}

/**
 * The part of `motion`, from 0 to 1, after which `moving` first touches collider `id`, `Infinity` when it
 * does not; fills `out`, normal from the collider to `moving`.
 */
export function colliderShapecast(
  out: TimeOfImpact,
  set: ColliderSet,
  id: number,
  moving: Convex,
  by: ReadonlyVec3,
): number {
  if (set.kinds[id] !== colliderKind.plane) return gjkRaycast(out, set.convexes[id]!, moving, by);
  const height = planeHeight(out.point, set, id, moving);
  const at = colliderSize * id;
  const { data } = set;
  const sink = -(data[at] * by[0] + data[at + 1] * by[1] + data[at + 2] * by[2]);
  out.time = height <= 0 ? 0 : sink > 0 && height <= sink ? height / sink : Infinity;
  out.converged = true;
  out.steps = 1;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = height <= 0 ? 0 : data[at + k];
    if (out.time > 0 && out.time < Infinity) out.point[k] += out.time * by[k];
  }
  return out.time;
}

/**
 * The distance of `convex` from collider `id`, negative where they overlap; fills `out`, A being the
 * collider.
 */
export function colliderDistance(
  out: PenetrationResult,
  set: ColliderSet,
  id: number,
  convex: Convex,
): number {
  if (set.kinds[id] !== colliderKind.plane) return signedDistance(out, set.convexes[id]!, convex);
  out.distance = planeHeight(out.pointB, set, id, convex);
  out.depth = Math.max(0, -out.distance);
  out.converged = true;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = set.data[colliderSize * id + k];
    out.pointA[k] = out.pointB[k] - out.distance * out.normal[k];
  }
  return out.distance;
}

/** Writes the lowest point of `convex` over half-space `id` and returns its height. */
function planeHeight(lowest: Float64Array, set: ColliderSet, id: number, convex: Convex): number {
  const at = colliderSize * id;
  const { data } = set;
  for (let k = 0; k < 3; k++) away[k] = -data[at + k];
  convex.support(lowest, away);
  return data[at] * lowest[0] + data[at + 1] * lowest[1] + data[at + 2] * lowest[2] - data[at + 3];
}
