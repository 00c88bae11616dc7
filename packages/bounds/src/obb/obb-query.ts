/**
 * Points and other boxes against an oriented box: each is transformed into the frame of the box, in which the
 * box is axis-aligned. O(1) each. Records are not checked.
 */

import type { ReadonlyVec3, Vec3 } from '@colide/core';
import { axesAt, centerAt, halvesAt, xAxisAt, yAxisAt, zAxisAt } from '../internal/layouts.ts';
import type { ReadonlyObb } from './obb.ts';

/** Whether `point` lies in the box or on its surface. */
export function obbContainsPoint(obb: ReadonlyObb, point: ReadonlyVec3): boolean {
  const x = point[0] - obb[centerAt];
  const y = point[1] - obb[centerAt + 1];
  const z = point[2] - obb[centerAt + 2];
  return (
    Math.abs(x * obb[xAxisAt] + y * obb[xAxisAt + 1] + z * obb[xAxisAt + 2]) <= obb[halvesAt] &&
    Math.abs(x * obb[yAxisAt] + y * obb[yAxisAt + 1] + z * obb[yAxisAt + 2]) <= obb[halvesAt + 1] &&
    Math.abs(x * obb[zAxisAt] + y * obb[zAxisAt + 1] + z * obb[zAxisAt + 2]) <= obb[halvesAt + 2]
  );
}

/** Whether `obb` contains all of `inner`. */
export function obbContains(obb: ReadonlyObb, inner: ReadonlyObb): boolean {
  const x = inner[centerAt] - obb[centerAt];
  const y = inner[centerAt + 1] - obb[centerAt + 1];
  const z = inner[centerAt + 2] - obb[centerAt + 2];
  for (let i = 0; i < 3; i++) {
    const ax = obb[axesAt + 3 * i];
    const ay = obb[axesAt + 3 * i + 1];
    const az = obb[axesAt + 3 * i + 2];
    let extent = Math.abs(x * ax + y * ay + z * az);
    for (let j = 0; j < 3; j++) {
      const at = axesAt + 3 * j;
      extent += inner[halvesAt + j] * Math.abs(inner[at] * ax + inner[at + 1] * ay + inner[at + 2] * az);
    }
    if (!(extent <= obb[halvesAt + i])) return false;
  }
  return true;
}

/** Writes to `out` the point of the box nearest to `point`; `point` itself when it is inside. */
export function obbClosestPoint(out: Vec3, obb: ReadonlyObb, point: ReadonlyVec3): Vec3 {
  const px = point[0];
  const py = point[1];
  const pz = point[2];
  const x = px - obb[centerAt];
  const y = py - obb[centerAt + 1];
  const z = pz - obb[centerAt + 2];
  // Only the excess over the half extents is subtracted: a point inside is unchanged.
  let ox = px;
  let oy = py;
  let oz = pz;
  for (let i = 0; i < 3; i++) {
    const at = axesAt + 3 * i;
    const s = x * obb[at] + y * obb[at + 1] + z * obb[at + 2];
    const excess = s - Math.min(Math.max(s, -obb[halvesAt + i]), obb[halvesAt + i]);
    ox -= excess * obb[at];
    oy -= excess * obb[at + 1];
    oz -= excess * obb[at + 2];
  }
  out[0] = ox;
  out[1] = oy;
  out[2] = oz;
  return out;
}

/** Squared distance from `point` to the box; 0 inside. */
export function obbDistanceSquared(obb: ReadonlyObb, point: ReadonlyVec3): number {
  const x = point[0] - obb[centerAt];
  const y = point[1] - obb[centerAt + 1];
  const z = point[2] - obb[centerAt + 2];
  const u = Math.max(
    0,
    Math.abs(x * obb[xAxisAt] + y * obb[xAxisAt + 1] + z * obb[xAxisAt + 2]) - obb[halvesAt],
  );
  const v = Math.max(
    0,
    Math.abs(x * obb[yAxisAt] + y * obb[yAxisAt + 1] + z * obb[yAxisAt + 2]) - obb[halvesAt + 1],
  );
  const w = Math.max(
    0,
    Math.abs(x * obb[zAxisAt] + y * obb[zAxisAt + 1] + z * obb[zAxisAt + 2]) - obb[halvesAt + 2],
  );
  return u * u + v * v + w * w;
}

/** Distance from `point` to the box; 0 inside. */
export function obbDistance(obb: ReadonlyObb, point: ReadonlyVec3): number {
  return Math.sqrt(obbDistanceSquared(obb, point));
}

/** Writes to `out` the corner of the box farthest along `direction`. */
export function obbSupport(out: Vec3, obb: ReadonlyObb, direction: ReadonlyVec3): Vec3 {
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let x = obb[centerAt];
  let y = obb[centerAt + 1];
  let z = obb[centerAt + 2];
  for (let i = 0; i < 3; i++) {
    const at = axesAt + 3 * i;
    const h = dx * obb[at] + dy * obb[at + 1] + dz * obb[at + 2] < 0 ? -obb[halvesAt + i] : obb[halvesAt + i];
    x += h * obb[at];
    y += h * obb[at + 1];
    z += h * obb[at + 2];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}
