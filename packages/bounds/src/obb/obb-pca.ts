/**
 * An oriented box along the principal axes of points, the eigenvectors of their covariance matrix: three
 * passes and one 3×3 eigenproblem, the classic choice for trees that must be built quickly (Gottschalk, Lin &
 * Manocha 1996).
 *
 * Points inside the hull influence the axes as much as those on it, and for a cube the axes are arbitrary:
 * the box may be several times larger than the smallest one. Use `obbFromPoints` if the box is made once and
 * used often.
 */
import { pointAxes } from '../internal/point-axes.ts';
import { countPoints, rejectPoints } from '../internal/points.ts';
import { fitObb } from './internal/obb-store.ts';
import type { Obb } from './obb.ts';

const axes = /* @__PURE__ */ new Float64Array(9);

/**
 * Writes to `out` the box along the principal axes of the points x y z x y z … . Throws when there are none
 * or one is not finite.
 */
export function obbFromPointsPca(out: Obb, points: ArrayLike<number>): Obb {
  const count = countPoints(points);
  if (!obbFitRangePca(out, 0, points, 0, count)) rejectPoints(points);
  return out;
}

/**
 * {@link obbFromPointsPca} for the points `from` ≤ i < `to`, written to `out` from index `at` on. The range
 * is not checked; returns false when a coordinate is not finite.
 */
export function obbFitRangePca(
  out: Obb,
  at: number,
  points: ArrayLike<number>,
  from: number,
  to: number,
): boolean {
  pointAxes(axes, points, from, to);
  return fitObb(out, at, points, from, to, axes);
}
