/** Settings of a body in the plane. Only `shape` is required. */
import type { ContactShape2d } from '@colide/narrowphase';
import type { VectorLike2d } from './vector-like-2d.ts';

/** The type of a planar body: moved by forces and contacts, by nothing, or only by its velocity. */
export type BodyType2d = 'dynamic' | 'static' | 'kinematic';

/** Contact material, filters and free motion of a body; may be changed by `World2d.setMaterial`. */
export interface BodyMaterial2d {
  /** Coulomb's μ; that of a contact is the geometric mean of both. Default 0.6. */
  readonly friction?: number;
  /** Restitution from 0 to 1; that of a contact is the larger of both. Default 0. */
  readonly restitution?: number;
  /**
   * Resistance to rolling of round bodies: the torque against it is at most this coefficient times normal
   * force times radius; a contact has the larger coefficient of its two bodies. Default 0.
   */
  readonly rollingFriction?: number;
  /** Rate in 1/s at which velocity decays, as in air. Default 0. */
  readonly linearDamping?: number;
  /** Rate in 1/s at which angular velocity decays. Default 0. */
  readonly angularDamping?: number;
  /** Share of the world's gravity that acts on the body; negative ones lift it. Default 1. */
  readonly gravityScale?: number;
  /** Highest speed of the centre of mass in m/s. Default none. */
  readonly maxSpeed?: number;
  /** Highest angular speed in rad/s. Default none. */
  readonly maxAngularSpeed?: number;
  /** Whether contacts and joints cannot rotate it. Default false. */
  readonly lockedRotation?: boolean;
  /** Whether it may sleep. If not, it also keeps the bodies it touches awake. Default true. */
  readonly canSleep?: boolean;
  /** Bits of the groups that the body is in. Default 1. */
  readonly group?: number;
  /** Bits of the groups that it collides with. Both bodies must agree. Default all. */
  readonly mask?: number;
  /**
   * Whether it must not pass through moving bodies either. No body passes through static ones. Default false.
   */
  readonly bullet?: boolean;
  /** Whether it only reports the bodies it touches. Default false. */
  readonly sensor?: boolean;
}

/** The shape, mass and type of a planar body; may be changed by `bodyChange2d`. */
export interface BodyBuild2d {
  /**
   * A circle, capsule, box, polygon with sharp or round corners, segment, compound, chain or half-plane. A
   * half-plane is static whatever `type` says; chains cannot be dynamic.
   */
  readonly shape: ContactShape2d;
  /** Default `'dynamic'`. */
  readonly type?: BodyType2d;
  /** Mass per area, in kg/m². Default 1. */
  readonly density?: number;
  /** Mass in kg, instead of a density. */
  readonly mass?: number;
  /** Moment of inertia about the centre of mass in kg m². Default that of the shape at uniform density. */
  readonly inertia?: number;
  /**
   * Whether it takes part in the world; if not, it keeps its id and its pose, touches nothing and has no
   * velocity. Set by `bodyChange2d` alone. Default true.
   */
  readonly enabled?: boolean;
}

/** The settings that `bodyChange2d` can change. */
export type BodyChanges2d = Partial<BodyBuild2d> & BodyMaterial2d;

/** A body to be added to a planar world. */
export interface BodySettings2d extends BodyMaterial2d, Omit<BodyBuild2d, 'enabled'> {
  /** Position of the shape; not for half-planes. Default the origin. */
  readonly position?: VectorLike2d;
  /** Rotation of the shape: an angle in radians, or its cosine and sine. Default none. */
  readonly rotation?: number | VectorLike2d;
  /** Velocity of the centre of mass. Default none. */
  readonly velocity?: VectorLike2d;
  /** Angular velocity, counter-clockwise. Default none. */
  readonly angularVelocity?: number;
  /** Your own data; see `World2d.userData`. */
  readonly userData?: unknown;
}
