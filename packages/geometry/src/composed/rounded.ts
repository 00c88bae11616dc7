/**
 * A shape swept by a ball: the Minkowski sum of a convex shape and a ball. Iterative algorithms see the inner
 * shape as `core` and the radius as `margin`. The mass properties are integrated numerically on first use
 * (`convexMass`).
 */
import { type Convex, type ReadonlyVec3, requireNonNegative, requireObject, type Vec3 } from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import { ComposedShape } from './internal/composed-shape.ts';

/** All points within `margin` of `core`. */
export class Rounded<S extends Convex = Convex> extends ComposedShape {
  readonly kind = 'rounded';
  readonly core: S;
  readonly margin: number;

  constructor(core: S, margin: number) {
    super();
    requireObject('core', core);
    requireNonNegative('margin', margin);
    this.core = core;
    this.margin = margin;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    let x = direction[0];
    let y = direction[1];
    let z = direction[2];
    this.core.support(out, direction);
    const scale = directionScale(x, y, z);
    x *= scale;
    y *= scale;
    z *= scale;
    const length = Math.sqrt(x * x + y * y + z * z);
    const factor = length > 0 ? this.margin / length : 0;
    out[0] += x * factor;
    out[1] += y * factor;
    out[2] += z * factor;
    return out;
  }
}
