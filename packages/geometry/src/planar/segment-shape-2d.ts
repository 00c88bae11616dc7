/** A line segment in the plane, the core of every capsule. */
import { type Aabb, type ReadonlyVec2, requireFiniteArray, type Vec2 } from '@colide/core';
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

  constructor(a: ReadonlyVec2, b: ReadonlyVec2) {
    requireFiniteArray('a', a, 2);
    requireFiniteArray('b', b, 2);
    this.vertices = Float64Array.of(a[0], a[1], b[0], b[1]);
    this.boundingRadius = Math.max(Math.hypot(a[0], a[1]), Math.hypot(b[0], b[1]));
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
