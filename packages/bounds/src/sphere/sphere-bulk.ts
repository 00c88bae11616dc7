/**
 * Many balls in one flat array, four numbers each: fit, transform, overlap and query without objects or
 * allocation. Written to a `Float32Array`, a ball grows by the distance that rounding moved its centre.
 */

import { type IdList, requireInteger, requireLength } from '@colide/core';
import type { BulkArray } from '../aabb/aabb-bulk.ts';
import { requirePairs, requirePoses } from '../internal/bulk-checks.ts';
import { radiusAt, sphereSize } from '../internal/layouts.ts';
import { countGroups, countPoints } from '../internal/points.ts';
import { rotationColumns } from '../internal/rotation.ts';
import { storeBall } from '../internal/store.ts';
import { poseMargin, touching } from '../internal/tolerance.ts';
import type { ReadonlySphere } from './sphere.ts';
import { sphereFromPointRangeRitter } from './sphere-ritter.ts';

const m = /* @__PURE__ */ new Float64Array(9);

/**
 * Balls of groups of points by Ritter's method: ball i is that of the points `starts[i]` ≤ p <
 * `starts[i + 1]`. Returns how many were written. Throws for empty groups and numbers that are not finite.
 */
export function sphereBulkFit(out: BulkArray, points: ArrayLike<number>, starts: ArrayLike<number>): number {
  const groups = countGroups(starts, countPoints(points));
  requireLength('out', out, sphereSize * groups);
  for (let g = 0; g < groups; g++)
    sphereFromPointRangeRitter(out, sphereSize * g, points, starts[g], starts[g + 1]);
  return groups;
}

/** Balls of local balls under poses: position (3 numbers) and rotation (4 numbers) i for ball i. */
export function sphereBulkTransform(
  out: BulkArray,
  local: BulkArray,
  positions: BulkArray,
  rotations: BulkArray,
  count: number,
): void {
  requirePoses(count, sphereSize, out, local, positions, rotations);
  for (let i = 0; i < count; i++) {
    rotationColumns(m, rotations, 4 * i);
    const at = sphereSize * i;
    const x = local[at];
    const y = local[at + 1];
    const z = local[at + 2];
    const r = local[at + radiusAt];
    const px = positions[3 * i];
    const py = positions[3 * i + 1];
    const pz = positions[3 * i + 2];
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(px) + Math.abs(py) + Math.abs(pz) + r;
    storeBall(
      out,
      at,
      m[0] * x + m[3] * y + m[6] * z + px,
      m[1] * x + m[4] * y + m[7] * z + py,
      m[2] * x + m[5] * y + m[8] * z + pz,
      r < 0 ? r : r + size * poseMargin,
    );
  }
}

/**
 * Writes 1 to `out[i]` if balls i of `a` and `b` have a point in common, otherwise 0; returns how many do.
 */
export function sphereBulkOverlap(out: Uint8Array, a: BulkArray, b: BulkArray, count: number): number {
  requirePairs(count, sphereSize, out, a, b);
  let hits = 0;
  for (let i = 0, at = 0; i < count; i++, at += sphereSize) {
    const dx = b[at] - a[at];
    const dy = b[at + 1] - a[at + 1];
    const dz = b[at + 2] - a[at + 2];
    const r = a[at + radiusAt] + b[at + radiusAt];
    const near = +(dx * dx + dy * dy + dz * dz <= r * r * touching);
    const hit = near & +(a[at + radiusAt] >= 0) & +(b[at + radiusAt] >= 0);
    out[i] = hit;
    hits += hit;
  }
  return hits;
}

/**
 * Appends to `out` the indices of the first `count` balls that have a point in common with `sphere`; returns
 * how many.
 */
export function sphereBulkQuery(
  out: IdList,
  spheres: BulkArray,
  count: number,
  sphere: ReadonlySphere,
): number {
  requireInteger('count', count);
  requireLength('spheres', spheres, sphereSize * count);
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  const radius = sphere[radiusAt];
  const before = out.count;
  if (radius < 0) return 0;
  for (let i = 0, at = 0; i < count; i++, at += sphereSize) {
    const dx = spheres[at] - x;
    const dy = spheres[at + 1] - y;
    const dz = spheres[at + 2] - z;
    const r = spheres[at + radiusAt] + radius;
    if (spheres[at + radiusAt] >= 0 && dx * dx + dy * dy + dz * dz <= r * r * touching) out.push(i);
  }
  return out.count - before;
}
