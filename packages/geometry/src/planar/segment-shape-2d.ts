/** A line segment in the plane, the core of every capsule. */
import {
  type Aabb,
  type ReadonlyVec2,
  requireFiniteArray,
  type Vec2,
  type VectorLike2d,
  vectorFrom2d,
} from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import type { ConvexShape2d } from '../shapes/convex-shape.ts';

/** The segment from a to b. */
export class SegmentShape2d implements ConvexShape2d {
  readonly kind = 'segment';
  /** Both ends: a x, y, then b x, y. */
  readonly vertices: Float64Array;
  readonly boundingRadius: number;
  readonly area = 0;
  readonly inertia = 0;

  constructor(a: VectorLike2d, b: VectorLike2d) {
    const [p, q] = [vectorFrom2d(a), vectorFrom2d(b)];
    requireFiniteArray('a', p, 2);
    requireFiniteArray('b', q, 2);
    this.vertices = Float64Array.of(p[0], p[1], q[0], q[1]);
    this.boundingRadius = Math.max(Math.hypot(p[0], p[1]), Math.hypot(q[0], q[1]));
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const v = this.vertices;
    const x = direction[0];
    const y = direction[1];
    const scale = directionScale(x, y, 0);
    const along = (v[2] - v[0]) * (x * scale) + (v[3] - v[1]) * (y * scale);
    const end = along > 0 ? 2 : 0;
    out[0] = v[end];
    out[1] = v[end + 1];
    return out;
  }

  aabb(out: Aabb): Aabb {
    const v = this.vertices;
    for (let i = 0; i < 2; i++) {
      out[i] = Math.min(v[i], v[i + 2]);
      out[i + 2] = Math.max(v[i], v[i + 2]);
    }
    return out;
  }

  /** Writes the middle of the segment. */
  centerOfMass(out: Vec2): Vec2 {
    const v = this.vertices;
    out[0] = 0.5 * v[0] + 0.5 * v[2];
    out[1] = 0.5 * v[1] + 0.5 * v[3];
    return out;
  }
}
