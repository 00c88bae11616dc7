/** A disc around the origin: a point with a margin. */
import { type Aabb, type ReadonlyVec2, requirePositive, type Vec2 } from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';
import { PointShape2d } from './point-shape-2d.ts';

/** The disc of the given radius around the origin. */
export class CircleShape2d implements ConvexShape2d {
  readonly kind = 'circle';
  readonly radius: number;
  readonly boundingRadius: number;
  readonly area: number;
  readonly inertia: number;
  /** The centre. */
  readonly core: PointShape2d;
  readonly margin: number;

  constructor(radius: number) {
    requirePositive('radius', radius);
    this.radius = radius;
    this.boundingRadius = radius;
    this.area = Math.PI * radius * radius;
    this.inertia = 0.5 * this.area * radius * radius;
    this.core = new PointShape2d();
    this.margin = radius;
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    let x = direction[0];
    let y = direction[1];
    const scale = directionScale(x, y, 0);
    x *= scale;
    y *= scale;
    const length = Math.sqrt(x * x + y * y);
    const factor = length > 0 ? this.radius / length : 0;
    out[0] = x * factor;
    out[1] = y * factor;
    return out;
  }

  aabb(out: Aabb): Aabb {
    out[0] = out[1] = -this.radius;
    out[2] = out[3] = this.radius;
    return out;
  }

  centerOfMass(out: Vec2): Vec2 {
    out[0] = out[1] = 0;
    return out;
  }
}
