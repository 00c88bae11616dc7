/**
 * A cone along y with its apex at the top. The support point is the apex or a point of the base rim: the apex
 * wins where 2h · y ≥ r · |(x, z)|, that is, inside the normal cone of the apex.
 */
import { type Aabb, type Mat3, type ReadonlyVec3, requirePositive, type Vec3 } from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import { inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from './convex-shape.ts';
import { coneFeature, type FeatureQuery, type RoundFeature } from './internal/round-features.ts';

/** The cone with apex (0, halfHeight, 0) and a base disc of the given radius at y = −halfHeight. */
export class ConeShape implements ConvexShape {
  readonly kind = 'cone';
  readonly radius: number;
  readonly halfHeight: number;
  readonly boundingRadius: number;
  readonly volume: number;

  constructor(radius: number, halfHeight: number) {
    requirePositive('radius', radius);
    requirePositive('halfHeight', halfHeight);
    this.radius = radius;
    this.halfHeight = halfHeight;
    this.boundingRadius = Math.hypot(radius, halfHeight);
    this.volume = (2 / 3) * Math.PI * radius * radius * halfHeight;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    const { radius, halfHeight } = this;
    let x = direction[0];
    let y = direction[1];
    let z = direction[2];
    const scale = directionScale(x, y, z);
    x *= scale;
    y *= scale;
    z *= scale;
    const length = Math.sqrt(x * x + z * z);
    if (2 * halfHeight * y >= radius * length) {
      out[0] = 0;
      out[1] = halfHeight;
      out[2] = 0;
    } else {
      const factor = length > 0 ? radius / length : 0;
      out[0] = x * factor;
      out[1] = -halfHeight;
      out[2] = z * factor;
    }
    return out;
  }

  aabb(out: Aabb): Aabb {
    out[0] = out[2] = -this.radius;
    out[1] = -this.halfHeight;
    out[3] = out[5] = this.radius;
    out[4] = this.halfHeight;
    return out;
  }

  /** Writes the centre of mass: a quarter of the height above the base. */
  centerOfMass(out: Vec3): Vec3 {
    out[0] = 0;
    out[1] = -0.5 * this.halfHeight;
    out[2] = 0;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    const rr = this.radius * this.radius;
    const across = 0.15 * this.volume * (rr + this.halfHeight * this.halfHeight);
    return inertiaDiagonal(out, across, 0.3 * this.volume * rr, across);
  }

  /**
   * Writes the feature that supports the shape along `direction`, which is in its own frame. Narrow phases
   * call it through the shape, so that an application without it does not carry it. @internal
   */
  writeFeature(
    out: RoundFeature,
    direction: Float64Array,
    query: FeatureQuery,
    matrix: Float64Array,
    factors: Float64Array,
  ): void {
    coneFeature(out, this, direction, query, matrix, factors);
  }
}
