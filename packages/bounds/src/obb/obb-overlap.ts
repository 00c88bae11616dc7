/**
 * Overlap of oriented boxes by separating axes, all 15 or only the 6 face normals ("SAT lite", van den Bergen
 * 1997). The short test never misses a pair; it lets some disjoint pairs through, which pays off in tree
 * traversals, where the children are tested anyway. Touching counts; see `internal/obb-axes.ts` for how
 * rounding is kept one-sided.
 */

import type { ReadonlyAabb } from '@colide/core';
import { obbSize } from '../internal/layouts.ts';
import { obbAxesOverlap } from './internal/obb-axes.ts';
import { obbFromAabb, type ReadonlyObb } from './obb.ts';

const box = /* @__PURE__ */ new Float64Array(obbSize);

/** Whether the boxes at `aAt` of `a` and at `bAt` of `b` have a point in common: the 15-axis test. */
export function obbOverlap(a: ReadonlyObb, b: ReadonlyObb, aAt = 0, bAt = 0): boolean {
  return obbAxesOverlap(a, aAt, b, bAt, false);
}

/**
 * False only if a face normal of `a` or `b` separates them: the 6-axis test, which never misses an overlap.
 */
export function obbOverlapLite(a: ReadonlyObb, b: ReadonlyObb): boolean {
  return obbAxesOverlap(a, 0, b, 0, true);
}

/** Whether an oriented and an axis-aligned box (not empty) have a point in common. */
export function obbOverlapAabb(obb: ReadonlyObb, aabb: ReadonlyAabb): boolean {
  obbFromAabb(box, aabb);
  return obbAxesOverlap(obb, 0, box, 0, false);
}
