/**
 * On which side of a plane a volume lies: 1 wholly in front (where the normal points), −1 wholly behind, 0 where it
 * crosses or touches the plane. Six planes make a view frustum: what is behind one of them cannot be seen.
 *
 * A plane is four numbers: normal n and offset d, the points x with n · x = d. The normal need not have unit length. A
 * volume lies in front when the distance of its centre exceeds its reach along the normal; the reach is widened against
 * rounding, so that a volume that touches the plane never counts as being on one side.
 */
import type { ReadonlyAabb, ReadonlyVec4 } from '@colide/core';
import type { ReadonlyCapsule } from '../capsule/capsule.ts';
import { touchingMargin } from '../internal/tolerance.ts';
import type { ReadonlyKdop } from '../kdop/kdop.ts';
import type { KdopDirections } from '../kdop/kdop-directions.ts';
import { kdopCorners } from '../kdop/kdop-faces.ts';
import type { ReadonlyObb } from '../obb/obb.ts';
import type { ReadonlySphere } from '../sphere/sphere.ts';

function side(distance: number, reach: number, size: number): -1 | 0 | 1 {
  const widened = reach + touchingMargin * size;
  return distance > widened ? 1 : distance < -widened ? -1 : 0;
}

/** The side of `plane` on which a ball (not empty) lies. */
export function spherePlaneSide(sphere: ReadonlySphere, plane: ReadonlyVec4): -1 | 0 | 1 {
  const x = plane[0] * sphere[0];
  const y = plane[1] * sphere[1];
  const z = plane[2] * sphere[2];
  const d = plane[3];
  const reach = sphere[3] * Math.sqrt(plane[0] * plane[0] + plane[1] * plane[1] + plane[2] * plane[2]);
  return side(x + y + z - d, reach, Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(d) + reach);
}

/** The side of `plane` on which an axis-aligned box (not empty) lies. */
export function aabbPlaneSide(box: ReadonlyAabb, plane: ReadonlyVec4): -1 | 0 | 1 {
  let distance = -plane[3];
  let size = Math.abs(plane[3]);
  let reach = 0;
  for (let i = 0; i < 3; i++) {
    const n = plane[i];
    const c = n * (0.5 * box[i] + 0.5 * box[i + 3]);
    distance += c;
    reach += Math.abs(n) * (0.5 * box[i + 3] - 0.5 * box[i]);
    size += Math.abs(c);
  }
  return side(distance, reach, size + reach);
}

/** The side of `plane` on which an oriented box lies. */
export function obbPlaneSide(obb: ReadonlyObb, plane: ReadonlyVec4): -1 | 0 | 1 {
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const x = nx * obb[0];
  const y = ny * obb[1];
  const z = nz * obb[2];
  const d = plane[3];
  const reach =
    obb[3] * Math.abs(nx * obb[6] + ny * obb[7] + nz * obb[8]) +
    obb[4] * Math.abs(nx * obb[9] + ny * obb[10] + nz * obb[11]) +
    obb[5] * Math.abs(nx * obb[12] + ny * obb[13] + nz * obb[14]);
  const extent = (Math.abs(nx) + Math.abs(ny) + Math.abs(nz)) * (obb[3] + obb[4] + obb[5]);
  return side(x + y + z - d, reach, Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(d) + extent);
}

/** The side of `plane` on which a capsule (not empty) lies. */
export function capsulePlaneSide(capsule: ReadonlyCapsule, plane: ReadonlyVec4): -1 | 0 | 1 {
  const nx = plane[0];
  const ny = plane[1];
  const nz = plane[2];
  const a = nx * capsule[0] + ny * capsule[1] + nz * capsule[2] - plane[3];
  const b = nx * capsule[3] + ny * capsule[4] + nz * capsule[5] - plane[3];
  const reach = capsule[6] * Math.sqrt(nx * nx + ny * ny + nz * nz);
  const size =
    Math.abs(nx) * (Math.abs(capsule[0]) + Math.abs(capsule[3])) +
    Math.abs(ny) * (Math.abs(capsule[1]) + Math.abs(capsule[4])) +
    Math.abs(nz) * (Math.abs(capsule[2]) + Math.abs(capsule[5])) +
    Math.abs(plane[3]) +
    reach;
  const sideA = side(a, reach, size);
  return sideA === side(b, reach, size) ? sideA : 0;
}

/** The side of `plane` on which the polytope of a k-DOP (not empty) lies. Finds its corners, which allocates. */
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
    low = Math.min(low, x + y + z - plane[3]);
    high = Math.max(high, x + y + z - plane[3]);
    size = Math.max(size, Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(plane[3]));
  }
  return side(0.5 * low + 0.5 * high, 0.5 * high - 0.5 * low, size);
}
