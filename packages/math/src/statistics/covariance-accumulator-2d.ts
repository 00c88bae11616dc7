/**
 * Mean and covariance of points in the plane that come and go one by one; the two-dimensional form of
 * `CovarianceAccumulator`, with the same updates (Welford 1962; Chan, Golub & LeVeque 1979).
 */
import {
  type Mat2,
  type ReadonlyVec2,
  requireFiniteArray,
  requireMultiple,
  requirePositive,
  type Vec2,
} from '@colide/core';
import { eigenSymmetric2d } from '../decompositions/eigen-symmetric-2d.ts';
import { hasRest, meanAt, weightAt } from './internal/weighted-sums.ts';
import type { PrincipalAxes2d } from './principal-axes-2d.ts';

/** Offsets of the sums of squares and of the sums of products. */
const squaresAt = 3;
const productsAt = 5;
const stateSize = 6;

/** The state to merge, which may be the accumulator's own. */
const sums = /* @__PURE__ */ new Float64Array(stateSize);

/** Running mean and covariance of weighted points in the plane. */
export class CovarianceAccumulator2d {
  /** Total weight, mean x, y, then the weighted sums of squares and products about the mean xx, yy, xy. */
  readonly state: Float64Array = new Float64Array(stateSize);

  /** The total weight: the number of points where all weights are 1. */
  get weight(): number {
    return this.state[weightAt];
  }

  /** Forgets all points. */
  clear(): void {
    this.state.fill(0);
  }

  /** Adds a point. */
  add(point: ReadonlyVec2, weight = 1): void {
    requireFiniteArray('point', point, 2);
    requirePositive('weight', weight);
    this.accumulate(point[0], point[1], weight);
  }

  /** Adds many points, flat x, y, each with weight 1. */
  addAll(points: ArrayLike<number>): void {
    requireMultiple('points', points, 2);
    requireFiniteArray('points', points);
    for (let i = 0; i < points.length; i += 2) this.accumulate(points[i], points[i + 1], 1);
  }

  /** Removes a point that was added with this weight. */
  remove(point: ReadonlyVec2, weight = 1): void {
    requireFiniteArray('point', point, 2);
    requirePositive('weight', weight);
    const s = this.state;
    if (!hasRest(s, weight)) return;
    this.accumulate(point[0], point[1], -weight);
    for (let i = squaresAt; i < productsAt; i++) s[i] = Math.max(s[i], 0);
  }

  /** Adds all points of another accumulator. */
  merge(other: CovarianceAccumulator2d): void {
    const s = this.state;
    const o = other.state;
    const weight = o[weightAt];
    if (weight === 0) return;
    sums.set(o);
    this.accumulate(o[meanAt], o[meanAt + 1], weight);
    for (let i = squaresAt; i < stateSize; i++) s[i] += sums[i];
  }

  /** Writes the mean of the points to `out`; zero without points. */
  mean(out: Vec2): Vec2 {
    out[0] = this.state[meanAt];
    out[1] = this.state[meanAt + 1];
    return out;
  }

  /** Writes the covariance matrix, divided by the total weight, to `out`; zero without points. */
  covariance(out: Mat2): Mat2 {
    const s = this.state;
    const inverse = s[weightAt] > 0 ? 1 / s[weightAt] : 0;
    out[0] = s[squaresAt] * inverse;
    out[3] = s[squaresAt + 1] * inverse;
    out[1] = out[2] = s[productsAt] * inverse;
    return out;
  }

  /** Writes the principal axes of the points to `out`, as `principalAxes2d` does. */
  principalAxes(out: PrincipalAxes2d): PrincipalAxes2d {
    this.mean(out.center);
    this.covariance(out.covariance);
    eigenSymmetric2d(out.values, out.axes, out.covariance);
    return out;
  }

  /** Updates the mean and the sums about it; a negative weight removes the point. */
  private accumulate(x: number, y: number, weight: number): void {
    const s = this.state;
    const before = s[weightAt];
    const after = before + weight;
    const dx = x - s[meanAt];
    const dy = y - s[meanAt + 1];
    const share = weight / after;
    s[weightAt] = after;
    s[meanAt] = s[meanAt] + share * dx;
    s[meanAt + 1] = s[meanAt + 1] + share * dy;
    const factor = share * before;
    s[squaresAt] = s[squaresAt] + factor * dx * dx;
    s[squaresAt + 1] = s[squaresAt + 1] + factor * dy * dy;
    s[productsAt] = s[productsAt] + factor * dx * dy;
  }
}
