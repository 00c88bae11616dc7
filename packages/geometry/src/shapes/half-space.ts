/**
 * Everything on or below a plane: n · x ≤ offset with a unit normal n that points out. Ground and walls. A
 * half-space is unbounded, so it has no support mapping; tests against it need one support call on the other
 * shape.
 */
import {
  type Convex,
  type ReadonlyVec3,
  requireFinite,
  requireFiniteArray,
  type Vec3,
  type Vec3Like,
  vec3From,
} from '@colide/core';

/** The points x with n · x ≤ offset. Its boundary is the plane n · x = offset. */
export class HalfSpace {
  readonly kind = 'halfSpace';
  /** Outward unit normal. */
  readonly normal: Float64Array;
  /** Distance of the boundary plane from the origin, along the normal. */
  readonly offset: number;
  private readonly direction: Float64Array;
  private readonly point = new Float64Array(3);

  /**
   * @param normal outward normal of any length but zero; by default up
   * @param offset distance of the plane from the origin along the unit normal
   */
  constructor(normal: Vec3Like = [0, 1, 0], offset = 0) {
    const n = vec3From(normal);
    requireFiniteArray('normal', n, 3);
    requireFinite('offset', offset);
    const length = Math.hypot(n[0], n[1], n[2]);
    if (length === 0) throw new RangeError('normal must not be zero');
    this.normal = Float64Array.of(n[0] / length, n[1] / length, n[2] / length);
    this.direction = this.normal.map(value => -value);
    this.offset = offset;
  }

  /** The half-space below the plane through `point`. */
  static throughPoint(normal: Vec3Like, point: Vec3Like): HalfSpace {
    const p = vec3From(point);
    requireFiniteArray('point', p, 3);
    const n = new HalfSpace(normal).normal;
    return new HalfSpace(normal, n[0] * p[0] + n[1] * p[1] + n[2] * p[2]);
  }

  /** Signed distance of `point` from the plane: negative inside. */
  distance(point: ReadonlyVec3): number {
    const n = this.normal;
    return n[0] * point[0] + n[1] * point[1] + n[2] * point[2] - this.offset;
  }

  /** Writes the point of the plane nearest to `point`. */
  project(out: Vec3, point: ReadonlyVec3): Vec3 {
    const n = this.normal;
    const x = point[0];
    const y = point[1];
    const z = point[2];
    const distance = n[0] * x + n[1] * y + n[2] * z - this.offset;
    out[0] = x - distance * n[0];
    out[1] = y - distance * n[1];
    out[2] = z - distance * n[2];
    return out;
  }

  /**
   * Writes the point of `shape` that is deepest in the half-space and returns its signed distance: negative
   * inside.
   */
  deepest(out: Vec3, shape: Convex): number {
    const p = this.point;
    shape.support(p, this.direction);
    out[0] = p[0];
    out[1] = p[1];
    out[2] = p[2];
    return this.distance(p);
  }
}
