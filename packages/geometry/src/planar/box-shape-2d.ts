/** A rectangle around the origin with its sides along the axes. */
import {
  type Aabb,
  type ReadonlyVec2,
  requireNonNegative,
  type Vec2,
  type VectorLike2d,
  vectorFrom2d,
} from '@colide/core';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';

/** The rectangle from −halfExtents to +halfExtents. */
export class BoxShape2d implements ConvexShape2d {
  readonly kind = 'box';
  readonly halfX: number;
  readonly halfY: number;
  readonly boundingRadius: number;
  readonly area: number;
  readonly inertia: number;

  /** @param halfExtents half the lengths of the sides; 0 makes a segment or a point */
  constructor(halfExtents: VectorLike2d) {
    const half = vectorFrom2d(halfExtents) ?? [];
    for (let i = 0; i < 2; i++) requireNonNegative(`halfExtents[${i}]`, half[i]);
    this.halfX = half[0];
    this.halfY = half[1];
    this.boundingRadius = Math.hypot(this.halfX, this.halfY);
    this.area = 4 * this.halfX * this.halfY;
    this.inertia = (this.area * (this.halfX ** 2 + this.halfY ** 2)) / 3;
  }

  /** The corners x, y, counter-clockwise; two of a segment, one of a point, twice. */
  get vertices(): readonly number[] {
    const { halfX: x, halfY: y } = this;
    return x === 0 || y === 0 ? [-x, -y, x, y] : [-x, -y, x, -y, x, y, -x, y];
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const x = direction[0];
    const y = direction[1];
    out[0] = (x < 0 ? -1 : 1) * this.halfX;
    out[1] = (y < 0 ? -1 : 1) * this.halfY;
    return out;
  }

  aabb(out: Aabb): Aabb {
    out[0] = -this.halfX;
    out[1] = -this.halfY;
    out[2] = this.halfX;
    out[3] = this.halfY;
    return out;
  }

  centerOfMass(out: Vec2): Vec2 {
    out[0] = out[1] = 0;
    return out;
  }
}
