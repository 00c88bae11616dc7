/** A cylinder along y. The support point lies on the rim of the end that the direction points to. */
import {
  type Aabb,
  type Mat3,
  type ReadonlyVec3,
  requireNonNegative,
  requirePositive,
  type Vec3,
} from '@colide/core';
import { directionScale } from '../internal/direction.ts';
import { inertiaDiagonal } from '../internal/inertia.ts';
import type { ConvexShape } from './convex-shape.ts';
import { type Pose, putBelow } from './internal/lowest-line.ts';
import { contactBox, contactCapsuleCylinder, contactCylinders } from './internal/round-contact.ts';
import { cylinderFeature, type FeatureQuery, type RoundFeature } from './internal/round-features.ts';
import type { PosedBox, PosedConvex, PosedRound, RoundContact } from './internal/round-pair.ts';

/** The cylinder of the given radius from y = −halfHeight to y = halfHeight. */
export class CylinderShape implements ConvexShape {
  readonly kind = 'cylinder';
  readonly radius: number;
  readonly halfHeight: number;
  readonly boundingRadius: number;
  readonly volume: number;

  constructor(radius: number, halfHeight: number) {
    requirePositive('radius', radius);
    requireNonNegative('halfHeight', halfHeight);
    this.radius = radius;
    this.halfHeight = halfHeight;
    this.boundingRadius = Math.hypot(radius, halfHeight);
    this.volume = 2 * Math.PI * radius * radius * halfHeight;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    let x = direction[0];
    const y = direction[1];
    let z = direction[2];
    const scale = directionScale(x, 0, z);
    x *= scale;
    z *= scale;
    const length = Math.sqrt(x * x + z * z);
    const factor = length > 0 ? this.radius / length : 0;
    out[0] = x * factor;
    out[1] = (y < 0 ? -1 : 1) * this.halfHeight;
    out[2] = z * factor;
    return out;
  }

  aabb(out: Aabb): Aabb {
    out[0] = out[2] = -this.radius;
    out[1] = -this.halfHeight;
    out[3] = out[5] = this.radius;
    out[4] = this.halfHeight;
    return out;
  }

  centerOfMass(out: Vec3): Vec3 {
    out[0] = out[1] = out[2] = 0;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    const rr = this.radius * this.radius;
    const across = this.volume * (rr / 4 + (this.halfHeight * this.halfHeight) / 3);
    return inertiaDiagonal(out, across, 0.5 * this.volume * rr, across);
  }

  /**
   * As `CapsuleShape.contact`, but for a posed ball, box, capsule or cylinder and a posed cylinder. @internal
   */
  contact(out: RoundContact, a: PosedConvex, b: PosedRound, margin: Float64Array): boolean {
    const { kind } = a.shape;
    if (kind === 'box') return contactBox(out, a as PosedBox, b, margin);
    if (kind === 'cylinder') return contactCylinders(out, a as PosedRound, b, margin);
    return (kind === 'capsule' || kind === 'sphere') && contactCapsuleCylinder(out, a as PosedRound, b);
  }

  /** Moves a point of the surface around the axis, if that lies, to where it is lowest. @internal */
  putBelow(point: Float64Array, pose: Pose, normal: Float64Array): void {
    putBelow(point, this, pose, normal);
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
    cylinderFeature(out, this, direction, query, matrix, factors);
  }
}
