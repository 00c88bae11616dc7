/**
 * The Minkowski difference A ⊖ B = { a − b }, the configuration-space obstacle: A and B overlap exactly when
 * it contains the origin, and its distance from the origin is their distance. Support: S_A(d) − S_B(−d). The
 * mass properties are integrated numerically on first use (`convexMass`).
 */
import type { ReadonlyVec3, Vec3 } from '@colide/core';
import { ComposedPair } from './internal/composed-pair.ts';

/** All differences between a point of `a` and a point of `b`. */
export class MinkowskiDifference extends ComposedPair {
  readonly kind = 'minkowskiDifference';

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const d = this.direction;
    const q = this.pointB;
    const x = direction[0];
    const y = direction[1];
    const z = direction[2];
    d[0] = -x;
    d[1] = -y;
    d[2] = -z;
    this.b.support(q, d);
    d[0] = x;
    d[1] = y;
    d[2] = z;
    this.a.support(out, d);
    out[0] -= q[0];
    out[1] -= q[1];
    out[2] -= q[2];
    return out;
  }
}
