/** A single point in the plane, the core of every circle. */
import {
  type Aabb,
  type ReadonlyVec2,
  requireFiniteArray,
  type Vec2,
  type VectorLike2d,
  vectorFrom2d,
} from '@colide/core';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';

/** The set that holds one point. */
export class PointShape2d implements ConvexShape2d {
  readonly kind = 'point';
  readonly x: number;
  readonly y: number;
  readonly boundingRadius: number;
  readonly area = 0;
  readonly inertia = 0;

  /** @param point the point, by default the origin */
  constructor(point: VectorLike2d = [0, 0]) {
    const at = vectorFrom2d(point);
    requireFiniteArray('point', at, 2);
    this.x = at[0];
    this.y = at[1];
    this.boundingRadius = Math.hypot(this.x, this.y);
  }

  /** Its coordinates, as those of a polygon. */
  get vertices(): readonly number[] {
    return [this.x, this.y];
  }

  support(out: Vec2, _direction: ReadonlyVec2): Vec2 {
    return this.centerOfMass(out);
  }

  aabb(out: Aabb): Aabb {
    out[0] = out[2] = this.x;
    out[1] = out[3] = this.y;
    return out;
  }

  centerOfMass(out: Vec2): Vec2 {
    out[0] = this.x;
    out[1] = this.y;
    return out;
  }
}
