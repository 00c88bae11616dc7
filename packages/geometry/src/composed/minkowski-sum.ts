/**
 * The Minkowski sum A ⊕ B = { a + b }: A swept along B. Its support mapping is the sum of the two support
 * mappings. The mass properties are integrated numerically on first use (`convexMass`).
 */
import type { ReadonlyVec3, Vec3 } from '@colide/core';
import { ComposedPair } from './internal/composed-pair.ts';

/** All sums of a point of `a` and a point of `b`. */
export class MinkowskiSum extends ComposedPair {
  readonly kind = 'minkowskiSum';

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const d = this.direction;
    const q = this.pointB;
    d[0] = direction[0];
    d[1] = direction[1];
    d[2] = direction[2];
    this.b.support(q, d);
    this.a.support(out, d);
    out[0] += q[0];
    out[1] += q[1];
    out[2] += q[2];
    return out;
  }
}
