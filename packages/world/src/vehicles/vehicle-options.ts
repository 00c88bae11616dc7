/** Settings of a `Vehicle` and of its wheels. */
import type { Vec3Like } from '../bodies/vector-like.ts';

/** A wheel and its suspension. Only `position` is required. */
export interface WheelSettings {
  /** The point at which the suspension is fixed to the body, in the frame of its shape. */
  readonly position: Vec3Like;
  /** Radius of the wheel in m. Default 0.35. */
  readonly radius?: number;
  /** Distance from `position` to the hub when nothing loads the spring, in m. Default 0.4. */
  readonly length?: number;
  /**
   * How far the suspension can be compressed before it reaches its stop, in m. Default three quarters of
   * `length`.
   */
  readonly travel?: number;
  /** Stiffness of the spring, in N/m. Default 30 000. */
  readonly stiffness?: number;
  /** Damping of the damper, in N s/m. Default 3 000. */
  readonly damping?: number;
  /** Coulomb's μ of the tyre; a contact has the geometric mean of this and the ground's. Default 1. */
  readonly friction?: number;
  /** Rolling resistance as a fraction of the load. Default 0.01. */
  readonly rollingResistance?: number;
  /** Moment of inertia about the axle in kg m². Default 1. */
  readonly inertia?: number;
  /** Whether `Vehicle.steer` steers it. Default false. */
  readonly steered?: boolean;
  /** Whether `Vehicle.drive` drives it. Default false. */
  readonly driven?: boolean;
}

/** An anti-roll bar between two wheels: it compresses the one that is compressed less. */
export interface AntiRollBar {
  /** The wheels that it connects, by index. */
  readonly wheels: readonly [number, number];
  /** Force per difference in compression, in N/m. */
  readonly stiffness: number;
}

/** Settings of a vehicle. */
export interface VehicleOptions {
  /** Its wheels. */
  readonly wheels: readonly WheelSettings[];
  /** Bars between wheels. Default none. */
  readonly antiRollBars?: readonly AntiRollBar[];
  /** The upward direction, in the frame of the shape. Default the y axis. */
  readonly up?: Vec3Like;
  /** The direction of travel, in the frame of the shape. Default the z axis. */
  readonly forward?: Vec3Like;
  /** Factor of the world's gravity for the body. Default 1. */
  readonly gravityScale?: number;
  /** Bits of the groups that the wheels are in. Default all. */
  readonly group?: number;
  /** Bits of the groups that the wheels roll on. Default all. */
  readonly mask?: number;
}
