/**
 * Settings common to the joints of worlds in space and in the plane: motors, springs, limits, friction and
 * breaking loads.
 */

/**
 * A motor. With a `speed` it drives a joint at that speed; with a `target`, to that angle, translation or
 * distance, like a spring of the given stiffness and damping. It never exerts more than `maxForce`.
 */
export interface JointMotor {
  /** Speed in m/s or rad/s, of a motor that has no target. */
  readonly speed?: number;
  /** Target position in m or rad, of a motor that has no speed. */
  readonly target?: number;
  /** Force per distance from the target, in N/m or N m/rad. Needed with a target. */
  readonly stiffness?: number;
  /** Force per speed, in N s/m or N m s/rad. Needed with a target. */
  readonly damping?: number;
  /** Largest force in N, or torque in N m. Default unlimited. */
  readonly maxForce?: number;
}

/** A spring along a free motion of a joint. */
export interface JointSpring {
  /** Rest position in m or rad. Default 0, the position at which the joint was made. */
  readonly rest?: number;
  /** Force per distance, in N/m or N m/rad. */
  readonly stiffness: number;
  /** Force per speed, in N s/m or N m s/rad. Default 0. */
  readonly damping?: number;
}

/** Limits, restitution and friction along a free motion of a joint. */
export interface JointAxisSettings {
  /**
   * Smallest and largest angle in rad, or translation in m; 0 is the position at which the joint was made.
   * Default none.
   */
  readonly limits?: readonly [lower: number, upper: number];
  /** Restitution at the limits, from 0 to 1. Default 0: it does not bounce. */
  readonly restitution?: number;
  readonly motor?: JointMotor;
  readonly spring?: JointSpring;
  /** Largest force in N, or torque in N m, of friction in the joint. Default 0. */
  readonly friction?: number;
}

/** Settings of all joints. */
export interface JointSettings {
  /** Mean force in a step, in N, above which the joint breaks. Default unlimited. */
  readonly breakForce?: number;
  /** Mean torque in a step, in N m, above which the joint breaks. Default unlimited. */
  readonly breakTorque?: number;
  /** Whether the joined bodies collide with each other. Default false. */
  readonly collide?: boolean;
}
