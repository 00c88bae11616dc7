/** Settings of a body. Only `shape` is required. */

import type { Compound, ConvexShape, HalfSpace } from '@colide/geometry';
import type { MeshShape } from '@colide/spatial';
import type { QuatLike, Vec3Like } from './vector-like.ts';

/** What moves a body: forces and contacts, nothing, or its velocity alone. */
export type BodyType = 'dynamic' | 'static' | 'kinematic';

/** Contact material and filters of a body; may be changed by `World.setMaterial`. */
export interface BodyMaterial {
  /** Coulomb's μ; that of a contact is the geometric mean of both. Default 0.6. */
  readonly friction?: number;
  /** Restitution from 0 to 1; that of a contact is the larger of both. Default 0. */
  readonly restitution?: number;
  /** Rate in 1/s at which velocity decays, as in air. Default 0. */
  readonly linearDamping?: number;
  /** Rate in 1/s at which angular velocity decays; without it balls roll forever. Default 0. */
  readonly angularDamping?: number;
  /** Bits of the groups that the body is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it collides with. Both bodies must agree. Default all. */
  readonly mask?: number;
  /**
   * Whether the body must not sink into moving bodies, however fast both are. No body passes through static
   * ones or clean through slow ones. Default false.
   */
  readonly bullet?: boolean;
  /** Whether it only reports what it touches. Default false. */
  readonly sensor?: boolean;
}

/** A body to be added to a world. */
export interface BodySettings extends BodyMaterial {
  /**
   * A convex shape, a compound of several, a half-space, which is static whatever `type` says, or a mesh,
   * which cannot be dynamic.
   */
  readonly shape: ConvexShape | Compound | HalfSpace | MeshShape;
  /** Default `'dynamic'`. */
  readonly type?: BodyType;
  /** Position of the shape; not for half-spaces. Default the origin. */
  readonly position?: Vec3Like;
  /** Rotation of the shape, a quaternion x, y, z, w. Default none. */
  readonly rotation?: QuatLike;
  /** Velocity of the centre of mass. Default none. */
  readonly velocity?: Vec3Like;
  /** Angular velocity in world axes. Default none. */
  readonly angularVelocity?: Vec3Like;
  /** Mass per volume, in kg/m³. Default 1000, that of water. */
  readonly density?: number;
}
