/**
 * The convex hull of two shapes, such as a ball at the start and at the end of its path. The support point is
 * the farther of the two. The mass properties are integrated numerically on first use (`convexMass`).
 */
import type { ReadonlyVec3, Vec3 } from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import { ComposedPair } from './internal/composed-pair.ts';

/** The smallest convex set that contains `a` and `b`. */
export class ConvexUnion extends ComposedPair {
  readonly kind = 'convexUnion';

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const d = this.direction;
    const q = this.pointB;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    const scale = directionScale(x, y, z);
    d[0] = x * scale;
    d[1] = y * scale;
    d[2] = z * scale;
    this.b.support(q, d);
    this.a.support(out, d);
    const ahead = (q[0] - out[0]) * d[0] + (q[1] - out[1]) * d[1] + (q[2] - out[2]) * d[2];
    if (ahead > 0) {
      out[0] = q[0];
      out[1] = q[1];
      out[2] = q[2];
    }
    return out;
  }
}
