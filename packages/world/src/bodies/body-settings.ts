/** Settings of a body. Only `shape` is required. */

import type { Compound, ConvexShape, HalfSpace } from '@colide/geometry';
import type { MeshShape } from '@colide/spatial';
import type { QuatLike, Vec3Like } from './vector-like.ts';

/** The type of a body: moved by forces and contacts, by nothing, or only by its velocity. */
export type BodyType = 'dynamic' | 'static' | 'kinematic';

/** World axes: any of x, y and z. */
export type BodyAxes = '' | 'x' | 'y' | 'z' | 'xy' | 'xz' | 'yz' | 'xyz';

/** Contact material, filters and free motion of a body; may be changed by `World.setMaterial`. */
export interface BodyMaterial {
  /** Coulomb's μ; a contact has the geometric mean of its two bodies' values. Default 0.6. */
  readonly friction?: number;
  /** Restitution from 0 to 1; a contact has the larger of its two bodies' values. Default 0. */
  readonly restitution?: number;
  /** Rate in 1/s at which velocity decays, as in air. Default 0. */
  readonly linearDamping?: number;
  /** Rate in 1/s at which angular velocity decays. For balls that stop, see `RollingFriction`. Default 0. */
  readonly angularDamping?: number;
  /** Factor of the world's gravity for this body; a negative one lifts it. Default 1. */
  readonly gravityScale?: number;
  /** Highest speed of the centre of mass in m/s. Default none. */
  readonly maxSpeed?: number;
  /** Highest angular speed in rad/s. Default none. */
  readonly maxAngularSpeed?: number;
  /** World axes along which the body cannot move. Default none. */
  readonly lockedTranslation?: BodyAxes;
  /** World axes about which it cannot rotate. Default none. */
  readonly lockedRotation?: BodyAxes;
  /** Whether it may sleep. If not, it also keeps the bodies it touches awake. Default true. */
  readonly canSleep?: boolean;
  /** Bits of the groups that the body is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it collides with. Both bodies must agree. Default all. */
  readonly mask?: number;
  /**
   * Whether the body must not sink into moving bodies either, however fast both are. No body ever passes
   * through static or slow ones. Default false.
   */
  readonly bullet?: boolean;
  /** Whether it only reports the bodies it touches. Default false. */
  readonly sensor?: boolean;
}

/** The shape, mass and type of a body; may be changed by `bodyChange`. */
export interface BodyBuild {
  /**
   * A convex shape, a compound of several, a half-space, which is static whatever `type` says, or a mesh. A
   * dynamic mesh must be closed, its triangles counter-clockwise seen from outside, or be given mass and
   * inertia.
   */
  readonly shape: ConvexShape | Compound | HalfSpace | MeshShape;
  /** Default `'dynamic'`. */
  readonly type?: BodyType;
  /** Mass per volume, in kg/m³. Default 1000, the density of water. */
  readonly density?: number;
  /** Mass in kg, instead of a density. */
  readonly mass?: number;
  /**
   * Inertia about the centre of mass in kg m²: the nine numbers of a tensor in the axes of the shape, or
   * three moments about them. Default that of the shape at uniform density.
   */
  readonly inertia?: ArrayLike<number>;
  /** Centre of mass in the frame of the shape. Default that of the shape at uniform density. */
  readonly centerOfMass?: Vec3Like;
  /**
   * Whether the body takes part in the world. If not, it keeps its pose and its id, and touches nothing.
   * Default true.
   */
  readonly enabled?: boolean;
}

/** The settings that `bodyChange` can change. */
export type BodyChanges = Partial<BodyBuild> & BodyMaterial;

/** A body to be added to a world. */
export interface BodySettings extends BodyMaterial, BodyBuild {
  /** Position of the shape; not for half-spaces. Default the origin. */
  readonly position?: Vec3Like;
  /** Rotation of the shape, a quaternion x, y, z, w. Default none. */
  readonly rotation?: QuatLike;
  /** Velocity of the centre of mass. Default none. */
  readonly velocity?: Vec3Like;
  /** Angular velocity in world axes. Default none. */
  readonly angularVelocity?: Vec3Like;
  /** Your own data; see `World.userData`. */
  readonly userData?: unknown;
}
