/**
 * Many capsules in one flat array, seven numbers each: transform, overlap and query without an object or an allocation.
 * Written to a `Float32Array`, a capsule grows by what rounding moved its ends.
 */
import { type IdList, requireInteger, requireLength } from '@colide/core';
import type { BulkArray } from '../aabb/aabb-bulk.ts';
import { countGroups, countPoints } from '../internal/points.ts';
import { rotationColumns } from '../internal/rotation.ts';
import { touching } from '../internal/tolerance.ts';
import type { ReadonlyCapsule } from './capsule.ts';
import { capsuleFitRange } from './capsule-fit.ts';
import { capsulePose } from './capsule-motion.ts';
import { segmentSegmentSquared } from './internal/segment.ts';

const m = /* @__PURE__ */ new Float64Array(9);

/**
 * Capsules of groups of points along their widest principal axis: capsule i is that of the points
 * `starts[i]` ≤ p < `starts[i + 1]`. Returns how many were written. Throws for empty groups and numbers that are not finite.
 */
export function capsuleBulkFit(out: BulkArray, points: ArrayLike<number>, starts: ArrayLike<number>): number {
  const groups = countGroups(starts, countPoints(points));
  requireLength('out', out, 7 * groups);
  for (let g = 0; g < groups; g++) capsuleFitRange(out, 7 * g, points, starts[g], starts[g + 1]);
  return groups;
}

/** Capsules of local capsules under poses: position (3 numbers) and quaternion (4 numbers) i for capsule i. */
export function capsuleBulkTransform(
  out: BulkArray,
  local: BulkArray,
  positions: BulkArray,
  rotations: BulkArray,
  count: number,
): void {
  requireInteger('count', count);
  requireLength('out', out, 7 * count);
  requireLength('local', local, 7 * count);
  requireLength('positions', positions, 3 * count);
  requireLength('rotations', rotations, 4 * count);
  for (let i = 0; i < count; i++) {
    rotationColumns(m, rotations, 4 * i);
    capsulePose(out, 7 * i, local, 7 * i, positions, 3 * i, m);
  }
}

/** Writes 1 to `out[i]` where capsules i of `a` and `b` have a point in common, else 0; returns how many do. */
export function capsuleBulkOverlap(out: Uint8Array, a: BulkArray, b: BulkArray, count: number): number {
  requireInteger('count', count);
  requireLength('out', out, count);
  requireLength('a', a, 7 * count);
  requireLength('b', b, 7 * count);
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const hit = capsulesMeet(a, 7 * i, b, 7 * i) ? 1 : 0;
    out[i] = hit;
    hits += hit;
  }
  return hits;
}

/** Appends to `out` the indices of the first `count` capsules that have a point in common with `capsule`; returns how many. */
export function capsuleBulkQuery(
  out: IdList,
  capsules: BulkArray,
  count: number,
  capsule: ReadonlyCapsule,
): number {
  requireInteger('count', count);
  requireLength('capsules', capsules, 7 * count);
  const before = out.count;
  for (let i = 0; i < count; i++) if (capsulesMeet(capsules, 7 * i, capsule, 0)) out.push(i);
  return out.count - before;
}

function capsulesMeet(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): boolean {
  const r = a[i + 6] + b[j + 6];
  return a[i + 6] >= 0 && b[j + 6] >= 0 && segmentSegmentSquared(a, i, b, j) <= r * r * touching;
}
