/** Principal component analysis of points in the plane; the two-dimensional form of `principalAxes`. */
import { requireFiniteArray, requireLength, requireMultiple } from '@colide/core';
import { eigenSymmetric2d } from '../decompositions/eigen-symmetric-2d.ts';

/** The result of {@link principalAxes2d}. */
export interface PrincipalAxes2d {
  /** The mean of the points. */
  readonly center: Float64Array;
  /** The variances along the axes, descending. */
  readonly values: Float64Array;
  /** The axes as the columns of a rotation matrix. */
  readonly axes: Float64Array;
  /** The covariance matrix, divided by the total weight. */
  readonly covariance: Float64Array;
}

/** A record for {@link principalAxes2d}. */
export function createPrincipalAxes2d(): PrincipalAxes2d {
  return {
    center: new Float64Array(2),
    values: new Float64Array(2),
    axes: Float64Array.of(1, 0, 0, 1),
    covariance: new Float64Array(4),
  };
}

function rejectPoints2d(points: ArrayLike<number>, weights: ArrayLike<number> | undefined): never {
  requireFiniteArray('points', points);
  if (weights) requireFiniteArray('weights', weights);
  throw new RangeError('points must lie within 1e150 of each other');
}

/**
 * Writes the principal axes of `points`, flat x, y, to `out` and returns it. `weights`, if given, holds one
 * non-negative weight per point. Without points, or with no weight at all, the centre and the variances are
 * zero and the axes those of the coordinate system.
 */
export function principalAxes2d(
  out: PrincipalAxes2d,
  points: ArrayLike<number>,
  weights?: ArrayLike<number>,
): PrincipalAxes2d {
  requireMultiple('points', points, 2);
  const count = points.length / 2;
  if (weights) requireLength('weights', weights, count);
  const { center, covariance } = out;
  let total = 0;
  let mx = 0;
  let my = 0;
  for (let i = 0; i < count; i++) {
    const w = weights ? weights[i] : 1;
    if (w < 0) throw new RangeError(`weights[${i}] must not be negative, got ${w}`);
    total += w;
    mx += w * points[2 * i];
    my += w * points[2 * i + 1];
  }
  const inverse = total > 0 ? 1 / total : 0;
  mx *= inverse;
  my *= inverse;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  let ex = 0;
  let ey = 0;
  for (let i = 0; i < count; i++) {
    const w = weights ? weights[i] : 1;
    const x = points[2 * i] - mx;
    const y = points[2 * i + 1] - my;
    ex += w * x;
    ey += w * y;
    xx += w * x * x;
    yy += w * y * y;
    xy += w * x * y;
  }
  // The rounding error of the mean; its square does not belong to the covariance.
  ex *= inverse;
  ey *= inverse;
  center[0] = mx + ex;
  center[1] = my + ey;
  covariance[0] = Math.max(xx * inverse - ex * ex, 0);
  covariance[3] = Math.max(yy * inverse - ey * ey, 0);
  covariance[1] = covariance[2] = xy * inverse - ex * ey;
  const sum = total + mx + my + covariance[0] + covariance[3];
  if (sum - sum !== 0) rejectPoints2d(points, weights);
  eigenSymmetric2d(out.values, out.axes, covariance);
  return out;
}
