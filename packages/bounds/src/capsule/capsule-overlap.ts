/**
 * Overlap of a capsule with balls and boxes: the distance from its segment to the other volume decides. For boxes that
 * distance is the minimum of a convex, piecewise quadratic function of one variable, found without iteration. Touching
 * counts, also within rounding.
 */
import type { ReadonlyAabb } from '@colide/core';
import { touching, touchingMargin } from '../internal/tolerance.ts';
import type { ReadonlyObb } from '../obb/obb.ts';
import type { ReadonlySphere } from '../sphere/sphere.ts';
import type { ReadonlyCapsule } from './capsule.ts';
import { pointSegmentSquared, segmentBoxSquared } from './internal/segment.ts';

/** Whether a capsule and a ball have a point in common. */
export function capsuleOverlapSphere(capsule: ReadonlyCapsule, sphere: ReadonlySphere): boolean {
  const r = capsule[6] + sphere[3];
  return (
    capsule[6] >= 0 &&
    sphere[3] >= 0 &&
    pointSegmentSquared(capsule, 0, sphere[0], sphere[1], sphere[2]) <= r * r * touching
  );
}

/** Whether a capsule and an axis-aligned box (not empty) have a point in common. */
export function capsuleOverlapAabb(capsule: ReadonlyCapsule, box: ReadonlyAabb): boolean {
  const r = capsule[6];
  if (r < 0) return false;
  const cx = 0.5 * box[0] + 0.5 * box[3];
  const cy = 0.5 * box[1] + 0.5 * box[4];
  const cz = 0.5 * box[2] + 0.5 * box[5];
  const ax = capsule[0] - cx;
  const ay = capsule[1] - cy;
  const az = capsule[2] - cz;
  const bx = capsule[3] - cx;
  const by = capsule[4] - cy;
  const bz = capsule[5] - cz;
  const slack =
    touchingMargin *
    (r + Math.abs(ax) + Math.abs(ay) + Math.abs(az) + Math.abs(bx) + Math.abs(by) + Math.abs(bz));
  const hx = Math.max(box[3] - cx, cx - box[0]);
  const hy = Math.max(box[4] - cy, cy - box[1]);
  const hz = Math.max(box[5] - cz, cz - box[2]);
  return segmentBoxSquared(ax, ay, az, bx, by, bz, hx, hy, hz) <= (r + slack) * (r + slack);
}

/** Whether a capsule and an oriented box have a point in common. */
export function capsuleOverlapObb(capsule: ReadonlyCapsule, obb: ReadonlyObb): boolean {
  const r = capsule[6];
  if (r < 0) return false;
  const ax = capsule[0] - obb[0];
  const ay = capsule[1] - obb[1];
  const az = capsule[2] - obb[2];
  const bx = capsule[3] - obb[0];
  const by = capsule[4] - obb[1];
  const bz = capsule[5] - obb[2];
  const slack =
    touchingMargin *
    (r + Math.abs(ax) + Math.abs(ay) + Math.abs(az) + Math.abs(bx) + Math.abs(by) + Math.abs(bz));
  const squared = segmentBoxSquared(
    ax * obb[6] + ay * obb[7] + az * obb[8],
    ax * obb[9] + ay * obb[10] + az * obb[11],
    ax * obb[12] + ay * obb[13] + az * obb[14],
    bx * obb[6] + by * obb[7] + bz * obb[8],
    bx * obb[9] + by * obb[10] + bz * obb[11],
    bx * obb[12] + by * obb[13] + bz * obb[14],
    obb[3],
    obb[4],
    obb[5],
  );
  return squared <= (r + slack) * (r + slack);
}
