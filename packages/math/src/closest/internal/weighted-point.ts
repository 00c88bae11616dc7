/** What the closest-point files share. */
import type { ReadonlyVec3 } from '@colide/core';
import type { ClosestPoint } from '../closest-point.ts';

/**
 * Writes the point and the feature that belong to the weights of a, b and c in `out.barycentric`; returns the
 * squared distance from `p`. The weights are read from memory because numbers passed to a call that is not
 * inlined would be boxed.
 */
export function placeWeighted(
  out: ClosestPoint,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
): number {
  const { point, barycentric } = out;
  const weightA = barycentric[0];
  const weightB = barycentric[1];
  const weightC = barycentric[2];
  const x = weightA * a[0] + weightB * b[0] + weightC * c[0];
  const y = weightA * a[1] + weightB * b[1] + weightC * c[1];
  const z = weightA * a[2] + weightB * b[2] + weightC * c[2];
  point[0] = x;
  point[1] = y;
  point[2] = z;
  barycentric[3] = 0;
  out.feature = (weightA > 0 ? 1 : 0) | (weightB > 0 ? 2 : 0) | (weightC > 0 ? 4 : 0);
  return (p[0] - x) ** 2 + (p[1] - y) ** 2 + (p[2] - z) ** 2;
}
