/** Filling of {@link ClosestPoint} records that the closest-point files share. */
import type { ReadonlyVec3 } from 'gl-matrix';
import type { ClosestPoint } from '../closest-point.ts';

/** Writes the weights and the point they give to `out`; returns the squared distance from `p`. */
export function setWeightedPoint(
  out: ClosestPoint,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
  weightA: number,
  weightB: number,
  weightC: number,
): number {
  const { point, barycentric } = out;
  barycentric[0] = weightA;
  barycentric[1] = weightB;
  barycentric[2] = weightC;
  barycentric[3] = 0;
  out.feature = (weightA > 0 ? 1 : 0) | (weightB > 0 ? 2 : 0) | (weightC > 0 ? 4 : 0);
  const x = weightA * a[0] + weightB * b[0] + weightC * c[0];
  const y = weightA * a[1] + weightB * b[1] + weightC * c[1];
  const z = weightA * a[2] + weightB * b[2] + weightC * c[2];
  point[0] = x;
  point[1] = y;
  point[2] = z;
  return (p[0] - x) ** 2 + (p[1] - y) ** 2 + (p[2] - z) ** 2;
}
