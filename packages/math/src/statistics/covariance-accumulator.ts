/**
 * Mean and covariance of points in space that come and go one by one: the streaming form of `principalAxes`,
 * for the axis of a sweep or the frame of a moving cloud. O(1) per point; ten numbers are stored.
 *
 * The sums are kept about the running mean, not about the origin, so that points far away cost no digits.
 * Removal is the same update backwards; it leaves rounding errors of the size of what was removed, so a
 * window that has moved far should be summed afresh now and then. Partial sums of several threads can be
 * merged.
 *
 * Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4, 1962.
 * Chan, Golub & LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979.
 */
import {
  type Mat3,
  type ReadonlyVec3,
  requireFiniteArray,
  requireMultiple,
  requirePositive,
  type Vec3,
} from '@colide/core';
import { eigenSymmetric } from '../decompositions/eigen-symmetric.ts';
import { hasRest, meanAt, weightAt } from './internal/weighted-sums.ts';
import type { PrincipalAxes } from './principal-axes.ts';

/** Offsets of the sums of squares and of the sums of products. */
const squaresAt = 4;
const productsAt = 7;
const stateSize = 10;

/** The state to merge, which may be the accumulator's own. */
const sums = /* @__PURE__ */ new Float64Array(stateSize);

/** Running mean and covariance of weighted points in space. */
export class CovarianceAccumulator {
  /**
   * The state: total weight, mean x, y, z, then the weighted sums of squares and products about the mean xx,
   * yy, zz, xy, xz, yz. Copy it to send it to another thread.
   */
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
  add(point: ReadonlyVec3, weight = 1): void {
    const x = point[0];
    const y = point[1];
    const z = point[2];
    const sum = x + y + z;
    if (sum - sum !== 0) requireFiniteArray('point', point, 3);
    requirePositive('weight', weight);
    this.accumulate(x, y, z, weight);
  }

  /** Adds many points, flat x, y, z, each with weight 1. */
  addAll(points: ArrayLike<number>): void {
    requireMultiple('points', points, 3);
    requireFiniteArray('points', points);
    for (let i = 0; i < points.length; i += 3) this.accumulate(points[i], points[i + 1], points[i + 2], 1);
  }

  /** Removes a point that was added with this weight. */
  remove(point: ReadonlyVec3, weight = 1): void {
    requireFiniteArray('point', point, 3);
    requirePositive('weight', weight);
    const s = this.state;
    if (!hasRest(s, weight)) return;
    this.accumulate(point[0], point[1], point[2], -weight);
    for (let i = squaresAt; i < productsAt; i++) s[i] = Math.max(s[i], 0);
  }

  /** Adds all points of another accumulator. */
  merge(other: CovarianceAccumulator): void {
    const s = this.state;
    const o = other.state;
    const weight = o[weightAt];
    if (weight === 0) return;
    sums.set(o);
    this.accumulate(o[meanAt], o[meanAt + 1], o[meanAt + 2], weight);
    for (let i = squaresAt; i < stateSize; i++) s[i] += sums[i];
  }

  /** Writes the mean of the points to `out`; zero without points. */
  mean(out: Vec3): Vec3 {
    out[0] = this.state[meanAt];
    out[1] = this.state[meanAt + 1];
    out[2] = this.state[meanAt + 2];
    return out;
  }

  /** Writes the covariance matrix, divided by the total weight, to `out`; zero without points. */
  covariance(out: Mat3): Mat3 {
    const s = this.state;
    const inverse = s[weightAt] > 0 ? 1 / s[weightAt] : 0;
    out[0] = s[squaresAt] * inverse;
    out[4] = s[squaresAt + 1] * inverse;
    out[8] = s[squaresAt + 2] * inverse;
    out[1] = out[3] = s[productsAt] * inverse;
    out[2] = out[6] = s[productsAt + 1] * inverse;
    out[5] = out[7] = s[productsAt + 2] * inverse;
    return out;
  }

  /** Writes the principal axes of the points to `out`, as `principalAxes` does. */
  principalAxes(out: PrincipalAxes): PrincipalAxes {
    this.mean(out.center);
    this.covariance(out.covariance);
    eigenSymmetric(out.values, out.axes, out.covariance);
    return out;
  }

  /** Updates the mean and the sums about it; a negative weight removes the point. */
  private accumulate(x: number, y: number, z: number, weight: number): void {
    const s = this.state;
    const before = s[weightAt];
    const after = before + weight;
    const dx = x - s[meanAt];
    const dy = y - s[meanAt + 1];
    const dz = z - s[meanAt + 2];
    const share = weight / after;
    s[weightAt] = after;
    s[meanAt] = s[meanAt] + share * dx;
    s[meanAt + 1] = s[meanAt + 1] + share * dy;
    s[meanAt + 2] = s[meanAt + 2] + share * dz;
    const factor = share * before;
    s[squaresAt] = s[squaresAt] + factor * dx * dx;
    s[squaresAt + 1] = s[squaresAt + 1] + factor * dy * dy;
    s[squaresAt + 2] = s[squaresAt + 2] + factor * dz * dz;
    s[productsAt] = s[productsAt] + factor * dx * dy;
    s[productsAt + 1] = s[productsAt + 1] + factor * dx * dz;
    s[productsAt + 2] = s[productsAt + 2] + factor * dy * dz;
  }
}
