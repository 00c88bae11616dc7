/** A capsule (stadium) along y: a segment with a margin. */
import { type Aabb, type ReadonlyVec2, requireNonNegative, requirePositive, type Vec2 } from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';
import { SegmentShape2d } from './segment-shape-2d.ts';

/** All points of the plane within `radius` of the segment from (0, −halfHeight) to (0, halfHeight). */
export class CapsuleShape2d implements ConvexShape2d {
  readonly kind = 'capsule';
  readonly radius: number;
  /** Half the length of the core segment. */
  readonly halfHeight: number;
  readonly boundingRadius: number;
  readonly area: number;
  readonly inertia: number;
  /** The segment in the middle. */
  readonly core: SegmentShape2d;
  readonly margin: number;

  constructor(radius: number, halfHeight: number) {
    requirePositive('radius', radius);
    requireNonNegative('halfHeight', halfHeight);
    const r = radius;
    const h = halfHeight;
    const middle = 4 * r * h;
    const disc = Math.PI * r * r;
    this.radius = r;
    this.halfHeight = h;
    this.boundingRadius = r + h;
    this.area = middle + disc;
    // A half disc has its centre of mass 4r/3π above its flat side, which sits at height h.
    this.inertia =
      (middle * (r * r + h * h)) / 3 + disc * (0.5 * r * r + h * h + (8 * r * h) / (3 * Math.PI));
    this.core = new SegmentShape2d([0, -h], [0, h]);
    this.margin = r;
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
    out[1] = y * factor + (y < 0 ? -1 : 1) * this.halfHeight;
    return out;
  }

  aabb(out: Aabb): Aabb {
    const top = this.halfHeight + this.radius;
    out[0] = -this.radius;
    out[1] = -top;
    out[2] = this.radius;
    out[3] = top;
    return out;
  }

  centerOfMass(out: Vec2): Vec2 {
    out[0] = out[1] = 0;
    return out;
  }
}
