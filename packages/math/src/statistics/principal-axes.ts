/**
 * Principal component analysis of points in space: their centre, the axes along which they spread, and the
 * variances along those axes. Two passes, the second about the mean, so that points far from the origin lose
 * nothing; O(n).
 *
 * Pearson, "On lines and planes of closest fit to systems of points in space", Philosophical Magazine 2,
 * 1901.
 */
import { requireFiniteArray, requireLength, requireMultiple } from '@colide/core';
import { eigenSymmetric } from '../decompositions/eigen-symmetric.ts';

/** The result of {@link principalAxes}. */
export interface PrincipalAxes {
  /** The mean of the points. */
  readonly center: Float64Array;
  /** The variances along the axes, descending. */
  readonly values: Float64Array;
  /** The axes as the columns of a right-handed rotation matrix. */
  readonly axes: Float64Array;
  /** The covariance matrix, divided by the total weight. */
  readonly covariance: Float64Array;
}

/** A record for {@link principalAxes}. */
export function createPrincipalAxes(): PrincipalAxes {
  return {
    center: new Float64Array(3),
    values: new Float64Array(3),
    axes: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
    covariance: new Float64Array(9),
  };
}

function rejectPoints(points: ArrayLike<number>, weights: ArrayLike<number> | undefined): never {
  requireFiniteArray('points', points);
  if (weights) requireFiniteArray('weights', weights);
  throw new RangeError('points must lie within 1e150 of each other');
}

/**
 * Writes the principal axes of `points`, flat x, y, z, to `out` and returns it. `weights`, if given, holds
 * one non-negative weight per point. Without points, or with no weight at all, the centre and the variances
 * are zero and the axes those of the coordinate system.
 */
export function principalAxes(
  out: PrincipalAxes,
  points: ArrayLike<number>,
  weights?: ArrayLike<number>,
): PrincipalAxes {
  requireMultiple('points', points, 3);
  const count = points.length / 3;
  if (weights) requireLength('weights', weights, count);
  measureMean(out.center, points, weights);
  if (!measureCovariance(out, points, weights)) rejectPoints(points, weights);
  eigenSymmetric(out.values, out.axes, out.covariance);
  return out;
}

/** Writes the mean of the points to `center`, up to rounding. */
function measureMean(
  center: Float64Array,
  points: ArrayLike<number>,
  weights: ArrayLike<number> | undefined,
): void {
  const count = points.length / 3;
  let total = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    const w = weights ? weights[i] : 1;
    if (w < 0) throw new RangeError(`weights[${i}] must not be negative, got ${w}`);
    total += w;
    x += w * points[3 * i];
    y += w * points[3 * i + 1];
    z += w * points[3 * i + 2];
  }
  const inverse = total > 0 ? 1 / total : 0;
  center[0] = x * inverse;
  center[1] = y * inverse;
  center[2] = z * inverse;
}

/**
 * Fills the covariance about the centre and corrects the rounding error of the centre. Returns whether all
 * input was finite.
 */
function measureCovariance(
  { center, covariance }: PrincipalAxes,
  points: ArrayLike<number>,
  weights: ArrayLike<number> | undefined,
): boolean {
  const count = points.length / 3;
  const mx = center[0];
  const my = center[1];
  const mz = center[2];
  let total = 0;
  let xx = 0;
  let yy = 0;
  let zz = 0;
  let xy = 0;
  let xz = 0;
  let yz = 0;
  let ex = 0;
  let ey = 0;
  let ez = 0;
  for (let i = 0; i < count; i++) {
    const w = weights ? weights[i] : 1;
    const x = points[3 * i] - mx;
    const y = points[3 * i + 1] - my;
    const z = points[3 * i + 2] - mz;
    total += w;
    ex += w * x;
    ey += w * y;
    ez += w * z;
    xx += w * x * x;
    yy += w * y * y;
    zz += w * z * z;
    xy += w * x * y;
    xz += w * x * z;
    yz += w * y * z;
  }
  const inverse = total > 0 ? 1 / total : 0;
  // The rounding error of the mean; its square does not belong to the covariance.
  ex *= inverse;
  ey *= inverse;
  ez *= inverse;
  center[0] = mx + ex;
  center[1] = my + ey;
  center[2] = mz + ez;
  covariance[0] = Math.max(xx * inverse - ex * ex, 0);
  covariance[4] = Math.max(yy * inverse - ey * ey, 0);
  covariance[8] = Math.max(zz * inverse - ez * ez, 0);
  covariance[1] = covariance[3] = xy * inverse - ex * ey;
  covariance[2] = covariance[6] = xz * inverse - ex * ez;
  covariance[5] = covariance[7] = yz * inverse - ey * ez;
  const sum = total + mx + my + mz + covariance[0] + covariance[4] + covariance[8];
  return sum - sum === 0;
}
