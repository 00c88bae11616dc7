/** Ray against plane [nx, ny, nz, d], the points x with n · x = d, from either side. O(1). */

import type { RayHit, ReadonlyVec3, ReadonlyVec4 } from '@colide/core';

/**
 * The parameter t ≥ 0 at which the ray meets the plane, `Infinity` when it misses; fills `hit.t`, and
 * `hit.normal` with the plane's own. A ray that runs in the plane misses it. Unchecked: NaN misses.
 */
export function rayPlane(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  plane: ReadonlyVec4,
): number {
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  const height = x * origin[0] + y * origin[1] + z * origin[2] - plane[3];
  const t = -height / (x * direction[0] + y * direction[1] + z * direction[2]);
  hit.t = Infinity;
  if (!(t >= 0 && t < Infinity)) return Infinity;
  hit.t = t;
  hit.normal[0] = x;
  hit.normal[1] = y;
  hit.normal[2] = z;
  return t;
}
