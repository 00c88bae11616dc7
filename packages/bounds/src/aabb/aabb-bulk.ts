/**
 * Many axis-aligned boxes in one flat array, six numbers each: fit, transform, union, overlap and query
 * without objects or allocation. The arrays can be uploaded to a GPU or shared with a worker directly.
 * Written to a `Float32Array`, bounds are rounded outward.
 *
 * The overlap tests compare without branching on the outcome of every axis: for boxes in random order a
 * mispredicted branch costs more than all six comparisons.
 */
import { type Aabb, type IdList, type ReadonlyAabb, requireInteger, requireLength } from '@colide/core';
import { requirePairs, requirePoses } from '../internal/bulk-checks.ts';
import { aabbSize, maxAt } from '../internal/layouts.ts';
import { countGroups, countPoints, rejectPoints } from '../internal/points.ts';
import { rotationColumns } from '../internal/rotation.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';

/** A flat array of numbers, as bulk functions take it. */
export type BulkArray = Float32Array | Float64Array;

/** Number of boxes between two checks that the list of results has room. */
const block = 256;

const m = /* @__PURE__ */ new Float64Array(9);

/**
 * Boxes of groups of points: box i is that of the points `starts[i]` ≤ p < `starts[i + 1]`. Returns how many
 * boxes were written. Throws for empty groups and numbers that are not finite.
 */
export function aabbBulkFit(out: BulkArray, points: ArrayLike<number>, starts: ArrayLike<number>): number {
  const groups = countGroups(starts, countPoints(points));
  requireLength('out', out, aabbSize * groups);
  for (let g = 0; g < groups; g++) {
    let minX = Infinity;
    let minY = Infinity;
    let minZ = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    let maxZ = -Infinity;
    for (let p = 3 * starts[g]; p < 3 * starts[g + 1]; p += 3) {
      minX = Math.min(minX, points[p]);
      minY = Math.min(minY, points[p + 1]);
      minZ = Math.min(minZ, points[p + 2]);
      maxX = Math.max(maxX, points[p]);
      maxY = Math.max(maxY, points[p + 1]);
      maxZ = Math.max(maxZ, points[p + 2]);
    }
    if (!(maxX - minX + (maxY - minY) + (maxZ - minZ) < Infinity)) rejectPoints(points);
    storeLow(out, aabbSize * g, minX);
    storeLow(out, aabbSize * g + 1, minY);
    storeLow(out, aabbSize * g + 2, minZ);
    storeHigh(out, aabbSize * g + maxAt, maxX);
    storeHigh(out, aabbSize * g + maxAt + 1, maxY);
    storeHigh(out, aabbSize * g + maxAt + 2, maxZ);
  }
  return groups;
}

/** Boxes of local boxes under poses: position (3 numbers) and rotation (4 numbers) i for box i. */
export function aabbBulkTransform(
  out: BulkArray,
  local: BulkArray,
  positions: BulkArray,
  rotations: BulkArray,
  count: number,
): void {
  requirePoses(count, aabbSize, out, local, positions, rotations);
  for (let b = 0; b < count; b++) {
    const at = aabbSize * b;
    rotationColumns(m, rotations, 4 * b);
    const cx = 0.5 * local[at] + 0.5 * local[at + maxAt];
    const cy = 0.5 * local[at + 1] + 0.5 * local[at + maxAt + 1];
    const cz = 0.5 * local[at + 2] + 0.5 * local[at + maxAt + 2];
    const hx = 0.5 * local[at + maxAt] - 0.5 * local[at];
    const hy = 0.5 * local[at + maxAt + 1] - 0.5 * local[at + 1];
    const hz = 0.5 * local[at + maxAt + 2] - 0.5 * local[at + 2];
    for (let i = 0; i < 3; i++) {
      const rx = m[i];
      const ry = m[3 + i];
      const rz = m[6 + i];
      const p = positions[3 * b + i];
      const c = p + rx * cx + ry * cy + rz * cz;
      const sx = Math.abs(rx);
      const sy = Math.abs(ry);
      const sz = Math.abs(rz);
      const size =
        Math.abs(p) + sx * (Math.abs(cx) + hx) + sy * (Math.abs(cy) + hy) + sz * (Math.abs(cz) + hz);
      const h = sx * hx + sy * hy + sz * hz + size * poseMargin;
      storeLow(out, at + i, c - h);
      storeHigh(out, at + maxAt + i, c + h);
    }
  }
}

/** Writes the box around the first `count` boxes to `out`; the empty box when `count` is 0. */
export function aabbBulkUnion(out: Aabb, boxes: BulkArray, count: number): Aabb {
  requireInteger('count', count);
  requireLength('boxes', boxes, aabbSize * count);
  for (let i = 0; i < 3; i++) {
    let low = Infinity;
    let high = -Infinity;
    for (let at = i; at < aabbSize * count; at += aabbSize) {
      if (boxes[at] < low) low = boxes[at];
      if (boxes[at + maxAt] > high) high = boxes[at + maxAt];
    }
    storeLow(out, i, low);
    storeHigh(out, i + maxAt, high);
  }
  return out;
}

/**
 * Writes 1 to `out[i]` if boxes i of `a` and `b` have a point in common, otherwise 0; returns how many do.
 * Exact.
 */
export function aabbBulkOverlap(out: Uint8Array, a: BulkArray, b: BulkArray, count: number): number {
  requirePairs(count, aabbSize, out, a, b);
  let hits = 0;
  for (let i = 0, at = 0; i < count; i++, at += aabbSize) {
    const hit =
      +(a[at] <= b[at + maxAt]) &
      +(b[at] <= a[at + maxAt]) &
      +(a[at + 1] <= b[at + maxAt + 1]) &
      +(b[at + 1] <= a[at + maxAt + 1]) &
      +(a[at + 2] <= b[at + maxAt + 2]) &
      +(b[at + 2] <= a[at + maxAt + 2]);
    out[i] = hit;
    hits += hit;
  }
  return hits;
}

/**
 * Appends to `out` the indices of the first `count` boxes that have a point in common with `box`; returns how
 * many.
 */
export function aabbBulkQuery(out: IdList, boxes: BulkArray, count: number, box: ReadonlyAabb): number {
  requireInteger('count', count);
  requireLength('boxes', boxes, aabbSize * count);
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[maxAt];
  const maxY = box[maxAt + 1];
  const maxZ = box[maxAt + 2];
  const before = out.count;
  let found = before;
  for (let start = 0; start < count; start += block) {
    const end = Math.min(start + block, count);
    out.reserve(found + block);
    const { data } = out;
    // Every index is written, and the next one overwrites it unless it was a hit: no branch to mispredict.
    for (let i = start, at = aabbSize * start; i < end; i++, at += aabbSize) {
      data[found] = i;
      found +=
        +(boxes[at] <= maxX) &
        +(boxes[at + maxAt] >= minX) &
        +(boxes[at + 1] <= maxY) &
        +(boxes[at + maxAt + 1] >= minY) &
        +(boxes[at + 2] <= maxZ) &
        +(boxes[at + maxAt + 2] >= minZ);
    }
  }
  out.count = found;
  return found - before;
}
