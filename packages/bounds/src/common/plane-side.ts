/**
 * On which side of a plane a volume lies: 1 entirely in front (where the normal points), −1 entirely behind,
 * 0 if it crosses or touches the plane. Six planes with outward normals make a view frustum: a volume in
 * front of any of them cannot be seen.
 *
 * A plane is four numbers, normal n and offset d: the points x with n · x = d. The normal need not have unit
 * length. A volume lies in front when the distance of its centre exceeds its extent along the normal. The
 * extent is widened against rounding, so that a volume that touches the plane never counts as being on one
 * side.
 */

import type { ReadonlyAabb, ReadonlyVec4 } from '@colide/core';
import type { ReadonlyCapsule } from '../capsule/capsule.ts';
import {
  capsuleRadiusAt,
  centerAt,
  endAt,
  halvesAt,
  radiusAt,
  xAxisAt,
  yAxisAt,
  zAxisAt,
} from '../internal/layouts.ts';
import { touchingMargin } from '../internal/tolerance.ts';
import type { ReadonlyKdop } from '../kdop/kdop.ts';
import type { KdopDirections } from '../kdop/kdop-directions.ts';
import { kdopCorners } from '../kdop/kdop-faces.ts';
import type { ReadonlyObb } from '../obb/obb.ts';
import type { ReadonlySphere } from '../sphere/sphere.ts';

/** Index of the offset of a plane, which follows the normal. */
const offsetAt = 3;

/**
 * The side of a volume of a given extent along the normal; `size` bounds the lengths that rounding is
 * relative to.
 */
function side(distance: number, extent: number, size: number): -1 | 0 | 1 {
  const widened = extent + touchingMargin * size;
  return distance > widened ? 1 : distance < -widened ? -1 : 0;
}

/** The side of `plane` on which a ball (not empty) lies. */
export function spherePlaneSide(sphere: ReadonlySphere, plane: ReadonlyVec4): -1 | 0 | 1 {
  const x = plane[0] * sphere[0];
  const y = plane[1] * sphere[1];
  const z = plane[2] * sphere[2];
  const d = plane[offsetAt];
  const extent =
    sphere[radiusAt] * Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
  return side(x + y + z - d, extent, Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(d) + extent);
}

/** The side of `plane` on which an axis-aligned box (not empty) lies. */
export function aabbPlaneSide(box: ReadonlyAabb, plane: ReadonlyVec4): -1 | 0 | 1 {
  let distance = -plane[offsetAt];
  let size = Math.abs(plane[offsetAt]);
  let extent = 0;
  for (let i = 0; i < 3; i++) {
    const n = plane[i];
    const c = n * (0.5 * box[i] + 0.5 * box[i + 3]);
    distance += c;
    extent += Math.abs(n) * (0.5 * box[i + 3] - 0.5 * box[i]);
    size += Math.abs(c);
  }
  return side(distance, extent, size + extent);
}

/** The side of `plane` on which an oriented box lies. */
export function obbPlaneSide(obb: ReadonlyObb, plane: ReadonlyVec4): -1 | 0 | 1 {
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const x = nx * obb[centerAt];
  const y = ny * obb[centerAt + 1];
  const z = nz * obb[centerAt + 2];
  const d = plane[offsetAt];
  const extent =
    obb[halvesAt] * Math.abs(nx * obb[xAxisAt] + ny * obb[xAxisAt + 1] + nz * obb[xAxisAt + 2]) +
    obb[halvesAt + 1] * Math.abs(nx * obb[yAxisAt] + ny * obb[yAxisAt + 1] + nz * obb[yAxisAt + 2]) +
    obb[halvesAt + 2] * Math.abs(nx * obb[zAxisAt] + ny * obb[zAxisAt + 1] + nz * obb[zAxisAt + 2]);
  const sum =
    (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) * (obb[halvesAt] + obb[halvesAt + 1] + obb[halvesAt + 2]);
  return side(x + y + z - d, extent, Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(d) + sum);
}

/** The side of `plane` on which a capsule (not empty) lies. */
export function capsulePlaneSide(capsule: ReadonlyCapsule, plane: ReadonlyVec4): -1 | 0 | 1 {
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const a = nx * capsule[0] + ny * capsule[1] + nz * capsule[2] - plane[offsetAt];
  const b = nx * capsule[endAt] + ny * capsule[endAt + 1] + nz * capsule[endAt + 2] - plane[offsetAt];
  const extent = capsule[capsuleRadiusAt] * Math.sqrt(nx * nx + ny * ny + nz * nz);
  const size =
    Math.abs(nx) * (Math.abs(capsule[0]) + Math.abs(capsule[endAt])) +
    Math.abs(ny) * (Math.abs(capsule[1]) + Math.abs(capsule[endAt + 1])) +
    Math.abs(nz) * (Math.abs(capsule[2]) + Math.abs(capsule[endAt + 2])) +
    Math.abs(plane[offsetAt]) +
    extent;
  const sideA = side(a, extent, size);
  return sideA === side(b, extent, size) ? sideA : 0;
}

/**
 * The side of `plane` on which the polytope of a k-DOP (not empty) lies. Finds its corners, which allocates.
 */
export function kdopPlaneSide(
  directions: KdopDirections,
  kdop: ReadonlyKdop,
  plane: ReadonlyVec4,
): -1 | 0 | 1 {
  const corners = kdopCorners(directions, kdop);
  let low = Infinity;
  let high = -Infinity;
  let size = 0;
  for (let i = 0; i < corners.length; i += 3) {
    const x = plane[0] * corners[i];
    const y = plane[1] * corners[i + 1];
    const z = plane[2] * corners[i + 2];
    low = Math.min(low, x + y + z - plane[offsetAt]);
    high = Math.max(high, x + y + z - plane[offsetAt]);
    size = Math.max(size, Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(plane[offsetAt]));
  }
  return side(0.5 * low + 0.5 * high, 0.5 * high - 0.5 * low, size);
}
