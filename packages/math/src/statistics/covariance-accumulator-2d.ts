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
import type { PrincipalAxes2d } from './principal-axes-2d.ts';

/** Weight left over after a removal that counts as none, relative to the weight before. */
const emptyWeight = 1e-12;

/** Running mean and covariance of weighted points in the plane. */
export class CovarianceAccumulator2d {
  /** Total weight, mean x, y, then the weighted sums of squares and products about the mean xx, yy, xy. */
  readonly state: Float64Array = new Float64Array(6);

  /** The total weight: the number of points where all weights are 1. */
  get weight(): number {
    return this.state[0];
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

  /** Takes a point out again that was added with this weight. */
  remove(point: ReadonlyVec2, weight = 1): void {
    requireFiniteArray('point', point, 2);
    requirePositive('weight', weight);
    const s = this.state;
    const before = s[0];
    if (weight > before * (1 + emptyWeight))
      throw new RangeError(`weight must not exceed the total weight ${before}, got ${weight}`);
    if (before - weight <= emptyWeight * before) {
      this.clear();
      return;
    }
    this.accumulate(point[0], point[1], -weight);
    s[3] = Math.max(s[3], 0);
    s[4] = Math.max(s[4], 0);
  }

  /** Adds all points of another accumulator. */
  merge(other: CovarianceAccumulator2d): void {
    const s = this.state;
    const o = other.state;
    const weight = o[0];
    if (weight === 0) return;
    const xx = o[3];
    const yy = o[4];
    const xy = o[5];
    this.accumulate(o[1], o[2], weight);
    s[3] = s[3] + xx;
    s[4] = s[4] + yy;
    s[5] = s[5] + xy;
  }

  /** Writes the mean of the points to `out`; zero without points. */
  mean(out: Vec2): Vec2 {
    out[0] = this.state[1];
    out[1] = this.state[2];
    return out;
  }

  /** Writes the covariance matrix, divided by the total weight, to `out`; zero without points. */
  covariance(out: Mat2): Mat2 {
    const s = this.state;
    const inverse = s[0] > 0 ? 1 / s[0] : 0;
    out[0] = s[3] * inverse;
    out[3] = s[4] * inverse;
    out[1] = out[2] = s[5] * inverse;
    return out;
  }

  /** Writes the principal axes of the points to `out`, as `principalAxes2d` does. */
  principalAxes(out: PrincipalAxes2d): PrincipalAxes2d {
    this.mean(out.center);
    this.covariance(out.covariance);
    eigenSymmetric2d(out.values, out.axes, out.covariance);
    return out;
  }

  /** The update of the mean and of the sums about it; a negative weight takes away. */
  private accumulate(x: number, y: number, weight: number): void {
    const s = this.state;
    const before = s[0];
    const after = before + weight;
    const dx = x - s[1];
    const dy = y - s[2];
    const share = weight / after;
    s[0] = after;
    s[1] = s[1] + share * dx;
    s[2] = s[2] + share * dy;
    const factor = share * before;
    s[3] = s[3] + factor * dx * dx;
    s[4] = s[4] + factor * dy * dy;
    s[5] = s[5] + factor * dx * dy;
  }
}
