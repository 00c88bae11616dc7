/** What a body of the world is made of and how it behaves. Only `shape` must be given. */

import type { Compound, ConvexShape, HalfSpace } from '@colide/geometry';
import type { MeshShape } from '@colide/spatial';
import type { QuatLike, Vec3Like } from './vector-like.ts';

/** What moves a body: everything, nothing, or its velocity alone. */
export type BodyType = 'dynamic' | 'static' | 'kinematic';

/** How a body behaves when it touches others; may be changed by `World.setMaterial`. */
export interface BodyMaterial {
  /** Coulomb's μ; that of a contact is the geometric mean of both. Default 0.6. */
  readonly friction?: number;
  /** Restitution from 0 to 1; that of a contact is the larger of both. Default 0. */
  readonly restitution?: number;
  /** Rate in 1/s at which velocity fades, as in air. Default 0. */
  readonly linearDamping?: number;
  /** Rate in 1/s at which angular velocity fades; balls roll for ever without. Default 0. */
  readonly angularDamping?: number;
  /** Bits of the groups that the body is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it meets. Both bodies must agree. Default all. */
  readonly mask?: number;
  /**
   * Whether the body, however fast, must not pass through bodies that move. No body passes through static ones. Default
   * false.
   */
  readonly bullet?: boolean;
  /** Whether it only reports whom it touches. Default false. */
  readonly sensor?: boolean;
}

/** A body to be added to a world. */
export interface BodySettings extends BodyMaterial {
  /**
   * A convex shape, a compound of several, a half-space, which is static whatever `type` says, or a mesh, which cannot be
   * dynamic.
   */
  readonly shape: ConvexShape | Compound | HalfSpace | MeshShape;
  /** Default `'dynamic'`. */
  readonly type?: BodyType;
  /** Where the frame of the shape is; not for half-spaces. Default the origin. */
  readonly position?: Vec3Like;
  /** How it is turned, a quaternion x, y, z, w. Default not at all. */
  readonly rotation?: QuatLike;
  /** Velocity of the centre of mass. Default none. */
  readonly velocity?: Vec3Like;
  /** Angular velocity in world axes. Default none. */
  readonly angularVelocity?: Vec3Like;
  /** Mass by volume, in kg/m³. Default 1000, that of water. */
  readonly density?: number;
}
