/** Settings of the joints of a world. Points and directions are in world space, as arrays or `{x, y, z}`. */
import type { Vec3Like } from '../bodies/vector-like.ts';

/** A body by its id, or the world. */
export type JointBody = number | null | undefined;

/** A free motion of a joint that has several. */
export type JointAxis = 'x' | 'y' | 'z' | 'rotX' | 'rotY' | 'rotZ' | 'twist' | 'swing';

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

/** What acts along a free motion of a joint. */
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

/** What all joints have. */
export interface JointSettings {
  /** Mean force in a step, in N, above which the joint breaks. Default unlimited. */
  readonly breakForce?: number;
  /** Mean torque in a step, in N m, above which the joint breaks. Default unlimited. */
  readonly breakTorque?: number;
  /** Whether the joined bodies collide with each other. Default false. */
  readonly collide?: boolean;
}

/** Settings of a fixed joint. */
export interface FixedJointSettings extends JointSettings {
  /**
   * The point at which the bodies are held together. Default the centre of mass of the second, or the only,
   * body.
   */
  readonly anchor?: Vec3Like;
}

/** Settings of a hinge. */
export interface HingeJointSettings extends JointSettings, JointAxisSettings {
  readonly anchor: Vec3Like;
  /** The axis of rotation; angles of the second body follow the right-hand rule. */
  readonly axis: Vec3Like;
}

/** Settings of a slider. */
export interface SliderJointSettings extends JointSettings, JointAxisSettings {
  /** Default the centre of mass of the second, or the only, body. */
  readonly anchor?: Vec3Like;
  /** The direction in which the bodies slide. */
  readonly axis: Vec3Like;
}

/** Settings of a ball joint. */
export interface BallJointSettings extends JointSettings {
  readonly anchor: Vec3Like;
  /** The axis of twist, such as the direction of a limb. Needed for limits. */
  readonly axis?: Vec3Like;
  /** Largest angle between the axis of one body and that of the other, in rad: a cone. Default none. */
  readonly swing?: number;
  /** Smallest and largest angle about the axis, in rad. Default none. */
  readonly twist?: readonly [lower: number, upper: number];
}

/** The points of the two bodies that a joint connects. */
export interface JointEnds {
  /** Point of the first body. Default its centre of mass. */
  readonly anchorA?: Vec3Like;
  /** Point of the second body. Default its centre of mass. */
  readonly anchorB?: Vec3Like;
}

/** Settings of a distance joint: by default, a rod that keeps the present distance. */
export interface DistanceJointSettings extends JointSettings, JointAxisSettings, JointEnds {}

/** Settings of a rope. */
export interface RopeJointSettings extends JointSettings, JointEnds {
  /** Length of the rope in m. Default the present distance. */
  readonly length?: number;
}

/** Settings of a spring between two bodies. */
export interface SpringJointSettings extends JointSettings, JointEnds {
  /** Rest length in m. Default the present distance. */
  readonly rest?: number;
  /** In N/m. */
  readonly stiffness: number;
  /** In N s/m. Default 0. */
  readonly damping?: number;
}

/** Settings of a joint with any choice of free motions: those that are not named are locked. */
export interface SixDofJointSettings extends JointSettings {
  /** Default the centre of mass of the second, or the only, body. */
  readonly anchor?: Vec3Like;
  /** Direction of x. Default that of the world. */
  readonly axis?: Vec3Like;
  /** A direction across it, for y. Default any, or that of the world if `axis` is left out too. */
  readonly normal?: Vec3Like;
  /** Translation of the second body along the axes of the first, in m. */
  readonly x?: 'free' | JointAxisSettings;
  readonly y?: 'free' | JointAxisSettings;
  readonly z?: 'free' | JointAxisSettings;
  /** Twist about x, in rad; it may exceed a full revolution. */
  readonly rotX?: 'free' | JointAxisSettings;
  /** Swing of the x axis of the second body about y and z, in rad, below π. */
  readonly rotY?: 'free' | JointAxisSettings;
  readonly rotZ?: 'free' | JointAxisSettings;
}

/** Settings of a pair of gears. */
export interface GearJointSettings extends JointSettings {
  /**
   * Revolutions of the first hinge per revolution of the second, in the opposite direction: the ratio of the
   * teeth of the second wheel to those of the first. Negative if both rotate in the same direction.
   */
  readonly ratio: number;
}

/** Settings of a rack and pinion. */
export interface RackJointSettings extends JointSettings {
  /**
   * How far the rack moves along its axis per radian of the pinion, in m; negative for the opposite
   * direction.
   */
  readonly radius: number;
}

/** Settings of a pulley. */
export interface PulleyJointSettings extends JointSettings, JointEnds {
  /** Points in world space over which the rope runs, above the first and above the second body. */
  readonly groundA: Vec3Like;
  readonly groundB: Vec3Like;
  /** How many strands of the rope carry the second body, which moves less by this factor. Default 1. */
  readonly ratio?: number;
  /**
   * Length of the rope: that on the first side plus `ratio` times that on the second. Default the present
   * length.
   */
  readonly length?: number;
}
