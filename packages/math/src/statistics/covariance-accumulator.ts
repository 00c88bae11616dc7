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
import type { PrincipalAxes } from './principal-axes.ts';

/** Weight left over after a removal that counts as none, relative to the weight before. */
const emptyWeight = 1e-12;

/** Running mean and covariance of weighted points in space. */
export class CovarianceAccumulator {
  /**
   * The state: total weight, mean x, y, z, then the weighted sums of squares and products about the mean xx,
   * yy, zz, xy, xz, yz. Copy it to send it to another thread.
   */
  readonly state: Float64Array = new Float64Array(10);

  /** The total weight: the number of points where all weights are 1. */
  get weight(): number {
    return this.state[0];
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

  /** Takes a point out again that was added with this weight. */
  remove(point: ReadonlyVec3, weight = 1): void {
    requireFiniteArray('point', point, 3);
    requirePositive('weight', weight);
    const s = this.state;
    const before = s[0];
    if (weight > before * (1 + emptyWeight))
      throw new RangeError(`weight must not exceed the total weight ${before}, got ${weight}`);
    if (before - weight <= emptyWeight * before) {
      this.clear();
      return;
    }
    this.accumulate(point[0], point[1], point[2], -weight);
    s[4] = Math.max(s[4], 0);
    s[5] = Math.max(s[5], 0);
    s[6] = Math.max(s[6], 0);
  }

  /** Adds all points of another accumulator. */
  merge(other: CovarianceAccumulator): void {
    const s = this.state;
    const o = other.state;
    const weight = o[0];
    if (weight === 0) return;
    const c4 = o[4];
    const c5 = o[5];
    const c6 = o[6];
    const c7 = o[7];
    const c8 = o[8];
    const c9 = o[9];
    this.accumulate(o[1], o[2], o[3], weight);
    s[4] = s[4] + c4;
    s[5] = s[5] + c5;
    s[6] = s[6] + c6;
    s[7] = s[7] + c7;
    s[8] = s[8] + c8;
    s[9] = s[9] + c9;
  }

  /** Writes the mean of the points to `out`; zero without points. */
  mean(out: Vec3): Vec3 {
    out[0] = this.state[1];
    out[1] = this.state[2];
    out[2] = this.state[3];
    return out;
  }

  /** Writes the covariance matrix, divided by the total weight, to `out`; zero without points. */
  covariance(out: Mat3): Mat3 {
    const s = this.state;
    const inverse = s[0] > 0 ? 1 / s[0] : 0;
    out[0] = s[4] * inverse;
    out[4] = s[5] * inverse;
    out[8] = s[6] * inverse;
    out[1] = out[3] = s[7] * inverse;
    out[2] = out[6] = s[8] * inverse;
    out[5] = out[7] = s[9] * inverse;
    return out;
  }

  /** Writes the principal axes of the points to `out`, as `principalAxes` does. */
  principalAxes(out: PrincipalAxes): PrincipalAxes {
    this.mean(out.center);
    this.covariance(out.covariance);
    eigenSymmetric(out.values, out.axes, out.covariance);
    return out;
  }

  /** The update of the mean and of the sums about it; a negative weight takes away. */
  private accumulate(x: number, y: number, z: number, weight: number): void {
    const s = this.state;
    const before = s[0];
    const after = before + weight;
    const dx = x - s[1];
    const dy = y - s[2];
    const dz = z - s[3];
    const share = weight / after;
    s[0] = after;
    s[1] = s[1] + share * dx;
    s[2] = s[2] + share * dy;
    s[3] = s[3] + share * dz;
    const factor = share * before;
    s[4] = s[4] + factor * dx * dx;
    s[5] = s[5] + factor * dy * dy;
    s[6] = s[6] + factor * dz * dz;
    s[7] = s[7] + factor * dx * dy;
    s[8] = s[8] + factor * dx * dz;
    s[9] = s[9] + factor * dy * dz;
  }
}
