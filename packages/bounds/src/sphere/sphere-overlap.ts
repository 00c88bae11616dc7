/**
 * Overlap of a ball with boxes, and the box of a ball: the distance from the centre to the other volume
 * decides (Arvo, "A simple method for box-sphere intersection testing", Graphics Gems, 1990). Touching
 * counts, also within rounding (1e-14 of the radius).
 */

import type { Aabb, ReadonlyAabb } from '@colide/core';
import { centerAt, halvesAt, radiusAt, xAxisAt, yAxisAt, zAxisAt } from '../internal/layouts.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { touching, touchingMargin } from '../internal/tolerance.ts';
import type { ReadonlyObb } from '../obb/obb.ts';
import type { ReadonlySphere } from './sphere.ts';

/** Whether a ball and an axis-aligned box have a point in common. */
export function sphereOverlapAabb(sphere: ReadonlySphere, box: ReadonlyAabb): boolean {
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  const r = sphere[radiusAt];
  const dx = Math.max(box[0] - x, 0, x - box[3]);
  const dy = Math.max(box[1] - y, 0, y - box[4]);
  const dz = Math.max(box[2] - z, 0, z - box[5]);
  return r >= 0 && dx * dx + dy * dy + dz * dz <= r * r * touching;
}

/** Whether a ball and an oriented box have a point in common. */
export function sphereOverlapObb(sphere: ReadonlySphere, obb: ReadonlyObb): boolean {
  const r = sphere[radiusAt];
  const x = sphere[0] - obb[centerAt];
  const y = sphere[1] - obb[centerAt + 1];
  const z = sphere[2] - obb[centerAt + 2];
  // The slack covers what the three projections of the offset lose to rounding.
  const slack = (Math.abs(x) + Math.abs(y) + Math.abs(z)) * touchingMargin;
  const u = Math.max(
    0,
    Math.abs(x * obb[xAxisAt] + y * obb[xAxisAt + 1] + z * obb[xAxisAt + 2]) - obb[halvesAt] - slack,
  );
  const v = Math.max(
    0,
    Math.abs(x * obb[yAxisAt] + y * obb[yAxisAt + 1] + z * obb[yAxisAt + 2]) - obb[halvesAt + 1] - slack,
  );
  const w = Math.max(
    0,
    Math.abs(x * obb[zAxisAt] + y * obb[zAxisAt + 1] + z * obb[zAxisAt + 2]) - obb[halvesAt + 2] - slack,
  );
  return r >= 0 && u * u + v * v + w * w <= r * r * touching;
}

/** The smallest axis-aligned box around a ball that is not empty. */
export function aabbFromSphere(out: Aabb, sphere: ReadonlySphere): Aabb {
  const r = sphere[radiusAt];
  for (let i = 0; i < 3; i++) {
    const c = sphere[i];
    storeLow(out, i, c - r);
    storeHigh(out, i + 3, c + r);
  }
  return out;
}
