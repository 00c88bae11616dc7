/**
 * Many capsules in one flat array, seven numbers each: transform, overlap and query without objects or
 * allocation. Written to a `Float32Array`, a capsule grows by the distance that rounding moved its ends.
 */

import { type IdList, requireInteger, requireLength } from '@colide/core';
import type { BulkArray } from '../aabb/aabb-bulk.ts';
import { requirePairs, requirePoses } from '../internal/bulk-checks.ts';
import { capsuleRadiusAt, capsuleSize, frameSize } from '../internal/layouts.ts';
import { countGroups, countPoints } from '../internal/points.ts';
import { poseFrameOf } from '../internal/rotation.ts';
import { touching } from '../internal/tolerance.ts';
import type { ReadonlyCapsule } from './capsule.ts';
import { capsuleFitRange } from './capsule-fit.ts';
import { capsulePose } from './capsule-motion.ts';
import { segmentSegmentSquared } from './internal/segment.ts';

const frame = /* @__PURE__ */ new Float64Array(frameSize);

/**
 * Capsules of groups of points along their widest principal axis: capsule i is that of the points `starts[i]`
 * ≤ p < `starts[i + 1]`. Returns how many were written. Throws for empty groups and numbers that are not
 * finite.
 */
export function capsuleBulkFit(out: BulkArray, points: ArrayLike<number>, starts: ArrayLike<number>): number {
  const groups = countGroups(starts, countPoints(points));
  requireLength('out', out, capsuleSize * groups);
  for (let g = 0; g < groups; g++) capsuleFitRange(out, capsuleSize * g, points, starts[g], starts[g + 1]);
  return groups;
}

/** Capsules of local capsules under poses: position (3 numbers) and rotation (4 numbers) i for capsule i. */
export function capsuleBulkTransform(
  out: BulkArray,
  local: BulkArray,
  positions: BulkArray,
  rotations: BulkArray,
  count: number,
): void {
  requirePoses(count, capsuleSize, out, local, positions, rotations);
  for (let i = 0; i < count; i++) {
    poseFrameOf(frame, i, positions, rotations);
    capsulePose(out, capsuleSize * i, local, capsuleSize * i, frame);
  }
}

/**
 * Writes 1 to `out[i]` if capsules i of `a` and `b` have a point in common, otherwise 0; returns how many do.
 */
export function capsuleBulkOverlap(out: Uint8Array, a: BulkArray, b: BulkArray, count: number): number {
  requirePairs(count, capsuleSize, out, a, b);
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const hit = capsulesMeet(a, capsuleSize * i, b, capsuleSize * i) ? 1 : 0;
    out[i] = hit;
    hits += hit;
  }
  return hits;
}

/**
 * Appends to `out` the indices of the first `count` capsules that have a point in common with `capsule`;
 * returns how many.
 */
export function capsuleBulkQuery(
  out: IdList,
  capsules: BulkArray,
  count: number,
  capsule: ReadonlyCapsule,
): number {
  requireInteger('count', count);
  requireLength('capsules', capsules, capsuleSize * count);
  const before = out.count;
  for (let i = 0; i < count; i++) if (capsulesMeet(capsules, capsuleSize * i, capsule, 0)) out.push(i);
  return out.count - before;
}

function capsulesMeet(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): boolean {
  const ra = a[i + capsuleRadiusAt];
  const rb = b[j + capsuleRadiusAt];
  const r = ra + rb;
  return ra >= 0 && rb >= 0 && segmentSegmentSquared(a, i, b, j) <= r * r * touching;
}
