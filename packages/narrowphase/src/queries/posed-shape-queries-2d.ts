/**
 * Queries of one posed planar shape: whether it contains a point, how far a convex set is from it, and when a
 * moving one meets it. Engines put these behind the queries of a broad phase. No allocation, nothing checked.
 */
import type { Convex2d, ReadonlyVec2 } from '@colide/core';
import { type PosedShape2d, posedKind2d } from '../contacts-2d/posed-shape-2d.ts';
import { gjkRaycast2d } from '../continuous/gjk-raycast-2d.ts';
import type { TimeOfImpact } from '../continuous/time-of-impact.ts';
import { type PenetrationResult2d, signedDistance2d } from '../penetration/penetration-2d.ts';
import { PosedConvex2d } from './posed-convex-2d.ts';
import { posedDistanceSquared2d } from './ray-posed-shape-2d.ts';

const convex = /* @__PURE__ */ new PosedConvex2d();
const direction = /* @__PURE__ */ new Float64Array(2);
const lowest = /* @__PURE__ */ new Float64Array(2);
const highest = /* @__PURE__ */ new Float64Array(2);

/** Whether a point is in `part` or on its boundary. */
export function posedContains2d(part: PosedShape2d, point: ReadonlyVec2): boolean {
  const { normals, center, radius } = part;
  return part.kind === posedKind2d.plane
    ? normals[0] * point[0] + normals[1] * point[1] <= center[0]
    : posedDistanceSquared2d(part, point[0], point[1]) <= radius * radius;
}

/**
 * The distance of `shape` from `part`, negative where they overlap; fills `out`, A being the part. A link of
 * a chain is a segment here, with two sides.
 */
export function posedDistance2d(out: PenetrationResult2d, part: PosedShape2d, shape: Convex2d): number {
  if (part.kind !== posedKind2d.plane) return signedDistance2d(out, convex.set(part), shape);
  const { normals, center } = part;
  findLowest(shape, normals);
  const height = normals[0] * lowest[0] + normals[1] * lowest[1] - center[0];
  out.distance = height;
  out.depth = Math.max(0, -height);
  out.converged = true;
  for (let k = 0; k < 2; k++) {
    out.normal[k] = normals[k];
    out.pointB[k] = lowest[k];
    out.pointA[k] = lowest[k] - height * normals[k];
  }
  return height;
}

/**
 * The part of `motion`, from 0 to 1, after which `moving` first touches `part`, `Infinity` when it does not;
 * fills `out`, normal from the part to `moving`. A link of a chain is hit from its front only: the middle of
 * `moving` must not be behind it, and `motion` must lead towards it.
 */
export function posedShapecast2d(
  out: TimeOfImpact,
  part: PosedShape2d,
  moving: Convex2d,
  motion: ReadonlyVec2,
): number {
  const { kind, normals, points, center } = part;
  if (kind === posedKind2d.convex) return gjkRaycast2d(out, convex.set(part), moving, motion);
  const sinking = -(normals[0] * motion[0] + normals[1] * motion[1]);
  findLowest(moving, normals);
  if (kind === posedKind2d.link) {
    direction[0] = normals[0];
    direction[1] = normals[1];
    moving.support(highest, direction);
    const middle =
      normals[0] * (0.5 * (lowest[0] + highest[0]) - points[0]) +
      normals[1] * (0.5 * (lowest[1] + highest[1]) - points[1]);
    if (middle >= 0 && sinking > 0) return gjkRaycast2d(out, convex.set(part), moving, motion);
    return (out.time = Infinity);
  }
  const height = normals[0] * lowest[0] + normals[1] * lowest[1] - center[0];
  out.time = height <= 0 ? 0 : sinking > 0 && height <= sinking ? height / sinking : Infinity;
  out.converged = true;
  out.steps = 1;
  for (let k = 0; k < 2; k++) {
    out.normal[k] = height <= 0 ? 0 : normals[k];
    out.point[k] = lowest[k] + (out.time < Infinity ? out.time * motion[k] : 0);
  }
  return out.time;
}

/** Writes the point of `shape` farthest along the negative of `normals[0…1]` to {@link lowest}. */
function findLowest(shape: Convex2d, normals: ReadonlyVec2): void {
  direction[0] = -normals[0];
  direction[1] = -normals[1];
  shape.support(lowest, direction);
}
