/** Settings of the joints of a world. Points and directions are in world space, as arrays or `{x, y, z}`. */
import type { JointAxisSettings, JointSettings } from '@colide/solvers';
import type { Vec3Like } from '../bodies/vector-like.ts';

export type { JointAxisSettings, JointMotor, JointSettings, JointSpring } from '@colide/solvers';

/** A body by its id, or the world. */
export type JointBody = number | null | undefined;

/** A free motion of a joint that has several. */
export type JointAxis = 'x' | 'y' | 'z' | 'rotX' | 'rotY' | 'rotZ' | 'twist' | 'swing';

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

/** Settings of a distance joint: by default, a rod that keeps the current distance. */
export interface DistanceJointSettings extends JointSettings, JointAxisSettings, JointEnds {}

/** Settings of a rope. */
export interface RopeJointSettings extends JointSettings, JointEnds {
  /** Length of the rope in m. Default the current distance. */
  readonly length?: number;
}

/** Settings of a spring between two bodies. */
export interface SpringJointSettings extends JointSettings, JointEnds {
  /** Rest length in m. Default the current distance. */
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
  /** A direction perpendicular to it, for y. Default any, or that of the world if `axis` is left out too. */
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
   * Distance that the rack moves along its axis per radian of the pinion, in m; negative for the opposite
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
   * Length of the rope: that on the first side plus `ratio` times that on the second. Default the current
   * length.
   */
  readonly length?: number;
}
