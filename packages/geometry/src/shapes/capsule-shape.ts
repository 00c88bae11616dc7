/** A capsule along y: a segment with a margin, that is, a cylinder closed by two half balls. */
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
import { contactBox, contactCapsules } from './internal/round-contact.ts';
import { capsuleFeature, type FeatureQuery, type RoundFeature } from './internal/round-features.ts';
import type { PosedBox, PosedConvex, PosedRound, RoundContact } from './internal/round-pair.ts';
import { SegmentShape } from './segment-shape.ts';

/** All points within `radius` of the segment from (0, −halfHeight, 0) to (0, halfHeight, 0). */
export class CapsuleShape implements ConvexShape {
  readonly kind = 'capsule';
  readonly radius: number;
  /** Half the length of the core segment; the capsule is 2 · (halfHeight + radius) tall. */
  readonly halfHeight: number;
  readonly boundingRadius: number;
  readonly volume: number;
  /** The segment in the middle. */
  readonly core: SegmentShape;
  readonly margin: number;

  constructor(radius: number, halfHeight: number) {
    requirePositive('radius', radius);
    requireNonNegative('halfHeight', halfHeight);
    this.radius = radius;
    this.halfHeight = halfHeight;
    this.boundingRadius = radius + halfHeight;
    this.volume = Math.PI * radius * radius * (2 * halfHeight + (4 / 3) * radius);
    this.core = new SegmentShape([0, -halfHeight, 0], [0, halfHeight, 0]);
    this.margin = radius;
  }

  support(out: Vec3, direction: ReadonlyVec3): Vec3 {
    let x = direction[0];
    let y = direction[1];
    let z = direction[2];
    const scale = directionScale(x, y, z);
    x *= scale;
    y *= scale;
    z *= scale;
    const length = Math.sqrt(x * x + y * y + z * z);
    const factor = length > 0 ? this.radius / length : 0;
    out[0] = x * factor;
    out[1] = y * factor + (y < 0 ? -1 : 1) * this.halfHeight;
    out[2] = z * factor;
    return out;
  }

  aabb(out: Aabb): Aabb {
    const top = this.halfHeight + this.radius;
    out[0] = out[2] = -this.radius;
    out[1] = -top;
    out[3] = out[5] = this.radius;
    out[4] = top;
    return out;
  }

  centerOfMass(out: Vec3): Vec3 {
    out[0] = out[1] = out[2] = 0;
    return out;
  }

  inertia(out: Mat3): Mat3 {
    const r = this.radius;
    const h = this.halfHeight;
    const cylinder = 2 * Math.PI * r * r * h;
    const ball = (4 / 3) * Math.PI * r * r * r;
    // A half ball has its centre of mass 3/8 r above its flat side, which sits at height h.
    const across = cylinder * (r * r * 0.25 + (h * h) / 3) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    const along = (0.5 * cylinder + 0.4 * ball) * r * r;
    return inertiaDiagonal(out, across, along, across);
  }

  /**
   * Fills `out` with the distance, normal and witness points of a posed ball, box or capsule and a posed
   * capsule; returns false where no closed form gives them. If the shapes are farther apart than `margin[0]`,
   * the distance may be any number above it, and the other fields are meaningless. Narrow phases call it
   * through a capsule, so that an application without capsules does not include it. @internal
   */
  contact(out: RoundContact, a: PosedConvex, b: PosedRound, margin: Float64Array): boolean {
    const { kind } = a.shape;
    if (kind === 'box') return contactBox(out, a as PosedBox, b, margin);
    return (kind === 'capsule' || kind === 'sphere') && contactCapsules(out, a as PosedRound, b);
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
    _matrix: Float64Array,
    factors: Float64Array,
  ): void {
    capsuleFeature(out, this, direction, query, factors);
  }
}
