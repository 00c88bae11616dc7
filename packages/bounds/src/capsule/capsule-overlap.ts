/**
 * Overlap of a capsule with balls and boxes: the distance from its segment to the other volume decides. For
 * boxes that distance is the minimum of a convex, piecewise quadratic function of one variable, found without
 * iteration. Touching counts, also within rounding.
 */

import type { ReadonlyAabb } from '@colide/core';
import { axesAt, capsuleRadiusAt, centerAt, endAt, halvesAt, radiusAt } from '../internal/layouts.ts';
import { touching, touchingMargin } from '../internal/tolerance.ts';
import type { ReadonlyObb } from '../obb/obb.ts';
import type { ReadonlySphere } from '../sphere/sphere.ts';
import type { ReadonlyCapsule } from './capsule.ts';
import { pointSegmentSquared, segmentBoxSquared } from './internal/segment.ts';

/** Whether a capsule and a ball have a point in common. */
export function capsuleOverlapSphere(capsule: ReadonlyCapsule, sphere: ReadonlySphere): boolean {
  const r = capsule[capsuleRadiusAt] + sphere[radiusAt];
  return (
    capsule[capsuleRadiusAt] >= 0 &&
    sphere[radiusAt] >= 0 &&
    pointSegmentSquared(capsule, 0, sphere[0], sphere[1], sphere[2]) <= r * r * touching
  );
}

/**
 * The ends of a capsule in the frame of a box, then one end and the vector to the other; the half extents of
 * the box.
 */
const segment = /* @__PURE__ */ new Float64Array(6);
const halves = /* @__PURE__ */ new Float64Array(3);

/** Whether a capsule and an axis-aligned box (not empty) have a point in common. */
export function capsuleOverlapAabb(capsule: ReadonlyCapsule, box: ReadonlyAabb): boolean {
  const r = capsule[capsuleRadiusAt];
  if (r < 0) return false;
  for (let i = 0; i < 3; i++) {
    const center = 0.5 * box[i] + 0.5 * box[i + 3];
    segment[i] = capsule[i] - center;
    segment[endAt + i] = capsule[endAt + i] - center;
    halves[i] = Math.max(box[i + 3] - center, center - box[i]);
  }
  let size = r;
  for (let i = 0; i < 6; i++) size += Math.abs(segment[i]);
  const widened = r + touchingMargin * size;
  for (let i = 0; i < 3; i++) segment[endAt + i] -= segment[i];
  return segmentBoxSquared(segment, halves) <= widened * widened;
}

/** Whether a capsule and an oriented box have a point in common. */
export function capsuleOverlapObb(capsule: ReadonlyCapsule, obb: ReadonlyObb): boolean {
  const r = capsule[capsuleRadiusAt];
  if (r < 0) return false;
  let size = r;
  for (let end = 0; end <= endAt; end += endAt) {
    const x = capsule[end] - obb[centerAt];
    const y = capsule[end + 1] - obb[centerAt + 1];
    const z = capsule[end + 2] - obb[centerAt + 2];
    size = size + Math.abs(x) + Math.abs(y) + Math.abs(z);
    for (let i = 0; i < 3; i++) {
      const axis = axesAt + 3 * i;
      segment[end + i] = x * obb[axis] + y * obb[axis + 1] + z * obb[axis + 2];
    }
  }
  for (let i = 0; i < 3; i++) halves[i] = obb[halvesAt + i];
  const widened = r + touchingMargin * size;
  for (let i = 0; i < 3; i++) segment[endAt + i] -= segment[i];
  return segmentBoxSquared(segment, halves) <= widened * widened;
}
