/**
 * Everything on or below a line of the plane: n · x ≤ offset with a unit normal n that points out. Ground and
 * walls in two dimensions; {@link HalfSpace} is the same in space.
 */
import {
  type ReadonlyVec2,
  requireFinite,
  requireFiniteArray,
  type VectorLike2d,
  vectorFrom2d,
} from '@colide/core';

/** The points x with n · x ≤ offset. */
export class HalfPlane2d {
  readonly kind = 'halfPlane';
  /** Outward unit normal. */
  readonly normal: Float64Array;
  /** Distance of the boundary from the origin, along the normal. */
  readonly offset: number;

  /**
   * @param normal outward normal of any length but zero; by default up
   * @param offset distance of the boundary from the origin along the unit normal
   */
  constructor(normal: VectorLike2d = [0, 1], offset = 0) {
    const up = vectorFrom2d(normal);
    requireFiniteArray('normal', up, 2);
    requireFinite('offset', offset);
    const length = Math.hypot(up[0], up[1]);
    if (length === 0) throw new RangeError('normal must not be zero');
    this.normal = Float64Array.of(up[0] / length, up[1] / length);
    this.offset = offset;
  }

  /** Signed distance of `point` to the boundary: negative inside. */
  distance(point: ReadonlyVec2): number {
    return this.normal[0] * point[0] + this.normal[1] * point[1] - this.offset;
  }
}
