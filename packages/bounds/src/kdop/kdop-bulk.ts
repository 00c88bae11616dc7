/**
 * Many k-DOPs in one flat array, k numbers each: fit, refit under poses, overlap and query without objects or
 * allocation. Written to a `Float32Array`, bounds are rounded outward.
 */

import { type IdList, requireInteger, requireLength } from '@colide/core';
import type { BulkArray } from '../aabb/aabb-bulk.ts';
import { requirePairs } from '../internal/bulk-checks.ts';
import { frameSize } from '../internal/layouts.ts';
import { countGroups, countPoints, rejectPoints } from '../internal/points.ts';
import { poseFrameOf } from '../internal/rotation.ts';
import { kdopFitRange, type ReadonlyKdop } from './kdop.ts';
import type { KdopDirections } from './kdop-directions.ts';
import { kdopFitPosedRange, type PointRange } from './kdop-motion.ts';

const frame = /* @__PURE__ */ new Float64Array(frameSize);
const range: PointRange = { from: 0, to: 0 };

/**
 * k-DOPs of groups of points: k-DOP i is that of the points `starts[i]` ≤ p < `starts[i + 1]`. Returns how
 * many were written. Throws for empty groups and numbers that are not finite.
 */
export function kdopBulkFit(
  out: BulkArray,
  directions: KdopDirections,
  points: ArrayLike<number>,
  starts: ArrayLike<number>,
): number {
  const groups = countGroups(starts, countPoints(points));
  const k = 2 * directions.count;
  requireLength('out', out, k * groups);
  for (let g = 0; g < groups; g++)
    if (!kdopFitRange(out, k * g, directions, points, starts[g], starts[g + 1])) rejectPoints(points);
  return groups;
}

/**
 * As {@link kdopBulkFit} for bodies: group i holds local points (hull vertices, or corners of the local
 * k-DOP), posed by position (3 numbers) and rotation (4 numbers) i.
 */
export function kdopBulkTransform(
  out: BulkArray,
  directions: KdopDirections,
  points: ArrayLike<number>,
  starts: ArrayLike<number>,
  positions: BulkArray,
  rotations: BulkArray,
): number {
  const groups = countGroups(starts, countPoints(points));
  const k = 2 * directions.count;
  requireLength('out', out, k * groups);
  requireLength('positions', positions, 3 * groups);
  requireLength('rotations', rotations, 4 * groups);
  for (let g = 0; g < groups; g++) {
    range.from = starts[g];
    range.to = starts[g + 1];
    poseFrameOf(frame, g, positions, rotations);
    if (!kdopFitPosedRange(out, k * g, directions, points, range, frame)) rejectPoints(points);
  }
  return groups;
}

/**
 * Writes 1 to `out[i]` if the intervals of k-DOPs i of `a` and `b` all overlap, otherwise 0; returns how many
 * do.
 */
export function kdopBulkOverlap(
  out: Uint8Array,
  k: number,
  a: BulkArray,
  b: BulkArray,
  count: number,
): number {
  requireInteger('k', k, 2);
  requirePairs(count, k, out, a, b);
  const half = k >> 1;
  let hits = 0;
  for (let i = 0; i < count; i++) {
    const hit = intervalsMeet(a, k * i, b, k * i, half) ? 1 : 0;
    out[i] = hit;
    hits += hit;
  }
  return hits;
}

/**
 * Appends to `out` the indices of the first `count` k-DOPs whose intervals all overlap those of `kdop`;
 * returns how many.
 */
export function kdopBulkQuery(out: IdList, kdops: BulkArray, count: number, kdop: ReadonlyKdop): number {
  const k = kdop.length;
  requireInteger('count', count);
  requireLength('kdops', kdops, k * count);
  const before = out.count;
  for (let i = 0; i < count; i++) if (intervalsMeet(kdops, k * i, kdop, 0, k >> 1)) out.push(i);
  return out.count - before;
}

function intervalsMeet(
  a: ArrayLike<number>,
  i: number,
  b: ArrayLike<number>,
  j: number,
  half: number,
): boolean {
  for (let d = 0; d < half; d++)
    if (!(a[i + d] <= b[j + half + d] && b[j + d] <= a[i + half + d])) return false;
  return true;
}
