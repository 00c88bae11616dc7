/**
 * Many oriented boxes in one flat array, fifteen numbers each: fit, transform, overlap and query without
 * objects or allocation. Written to a `Float32Array`, half extents grow by as much as rounding moved centre
 * and axes.
 */

import { type IdList, requireInteger, requireLength } from '@colide/core';
import type { BulkArray } from '../aabb/aabb-bulk.ts';
import { requirePairs, requirePoses } from '../internal/bulk-checks.ts';
import { frameSize, obbSize } from '../internal/layouts.ts';
import { countGroups, countPoints, rejectPoints } from '../internal/points.ts';
import { poseFrameOf } from '../internal/rotation.ts';
import { obbAxesOverlap } from './internal/obb-axes.ts';
import type { ReadonlyObb } from './obb.ts';
import { obbPose } from './obb-motion.ts';
import { obbFitRangePca } from './obb-pca.ts';

const frame = /* @__PURE__ */ new Float64Array(frameSize);

/**
 * Boxes of groups of points along their principal axes: box i is that of the points `starts[i]` ≤ p <
 * `starts[i + 1]`. Returns how many were written. Throws for empty groups and numbers that are not finite.
 */
export function obbBulkFit(out: BulkArray, points: ArrayLike<number>, starts: ArrayLike<number>): number {
  const groups = countGroups(starts, countPoints(points));
  requireLength('out', out, obbSize * groups);
  for (let g = 0; g < groups; g++)
    if (!obbFitRangePca(out, obbSize * g, points, starts[g], starts[g + 1])) rejectPoints(points);
  return groups;
}

/** Boxes of local boxes under poses: position (3 numbers) and rotation (4 numbers) i for box i. */
export function obbBulkTransform(
  out: BulkArray,
  local: BulkArray,
  positions: BulkArray,
  rotations: BulkArray,
  count: number,
): void {
  requirePoses(count, obbSize, out, local, positions, rotations);
  for (let i = 0; i < count; i++) {
    poseFrameOf(frame, i, positions, rotations);
    obbPose(out, obbSize * i, local, obbSize * i, frame);
  }
}

/**
 * Writes 1 to `out[i]` if boxes i of `a` and `b` have a point in common, otherwise 0; returns how many do.
 * With `lite` only the six face axes are tried (see `obbOverlapLite`).
 */
export function obbBulkOverlap(
  out: Uint8Array,
  a: BulkArray,
  b: BulkArray,
  count: number,
  lite = false,
): number {
  requirePairs(count, obbSize, out, a, b);
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const hit = obbAxesOverlap(a, obbSize * i, b, obbSize * i, lite) ? 1 : 0;
    out[i] = hit;
    hits += hit;
  }
  return hits;
}

/**
 * Appends to `out` the indices of the first `count` boxes that have a point in common with `obb`; returns how
 * many.
 */
export function obbBulkQuery(out: IdList, boxes: BulkArray, count: number, obb: ReadonlyObb): number {
  requireInteger('count', count);
  requireLength('boxes', boxes, obbSize * count);
  requireLength('obb', obb, obbSize);
  const before = out.count;
  for (let i = 0; i < count; i++) if (obbAxesOverlap(boxes, obbSize * i, obb, 0, false)) out.push(i);
  return out.count - before;
}
