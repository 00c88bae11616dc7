/**
 * Settings of the joints of a planar world. Points and directions are in world space, as arrays or `{x, y}`.
 */
import type { JointAxisSettings, JointMotor, JointSettings, JointSpring } from '@colide/solvers';
import type { VectorLike2d } from '../bodies/vector-like-2d.ts';

/** A body by its id, or the world. */
export type JointBody2d = number | null | undefined;

/**
 * A free motion of a joint that has several: translation along its axis or perpendicular to it, or rotation.
 */
export type JointAxis2d = 'x' | 'y' | 'rotation';

/** Settings of a revolute joint. */
export interface RevoluteJointSettings2d extends JointSettings, JointAxisSettings {
  /** The centre of rotation; angles of the second body are positive counter-clockwise. */
  readonly anchor: VectorLike2d;
}

/** Settings of a prismatic joint. */
export interface PrismaticJointSettings2d extends JointSettings, JointAxisSettings {
  /** Default the centre of mass of the second, or the only, body. */
  readonly anchor?: VectorLike2d;
  /** The axis of translation, which rotates with the first body. */
  readonly axis: VectorLike2d;
}

/** Settings of a weld. */
export interface WeldJointSettings2d extends JointSettings {
  /**
   * The point at which the bodies are held together. Default the centre of mass of the second, or the only,
   * body.
   */
  readonly anchor?: VectorLike2d;
}

/** Settings of a wheel, the second body, on a chassis, the first. */
export interface WheelJointSettings2d extends JointSettings {
  /** The hub. Default the centre of mass of the wheel. */
  readonly anchor?: VectorLike2d;
  /** Direction of the suspension, which rotates with the chassis. */
  readonly axis: VectorLike2d;
  /**
   * Smallest and largest translation along the axis, in m; 0 is the position at which the joint was made.
   * Default none.
   */
  readonly limits?: readonly [lower: number, upper: number];
  /** The spring of the suspension. Default none: the wheel moves freely along the axis. */
  readonly spring?: JointSpring;
  /** Drives the rotation of the wheel. */
  readonly motor?: JointMotor;
  /** Largest torque in N m of friction against the rotation. Default 0. */
  readonly friction?: number;
}

/** The points of the two bodies that a joint connects. */
export interface JointEnds2d {
  /** Point of the first body. Default its centre of mass. */
  readonly anchorA?: VectorLike2d;
  /** Point of the second body. Default its centre of mass. */
  readonly anchorB?: VectorLike2d;
}

/** Settings of a distance joint: by default, a rod that keeps the current distance. */
export interface DistanceJointSettings2d extends JointSettings, JointAxisSettings, JointEnds2d {}

/** Settings of a rope. */
export interface RopeJointSettings2d extends JointSettings, JointEnds2d {
  /** Length of the rope in m. Default the current distance. */
  readonly length?: number;
}

/** Settings of a spring between two bodies. */
export interface SpringJointSettings2d extends JointSettings, JointEnds2d {
  /** Rest length in m. Default the current distance. */
  readonly rest?: number;
  /** In N/m. */
  readonly stiffness: number;
  /** In N s/m. Default 0. */
  readonly damping?: number;
}

/** Settings of a pair of gears. */
export interface GearJointSettings2d extends JointSettings {
  /**
   * Revolutions of the first joint per revolution of the second, in the opposite direction: the ratio of the
   * teeth of the second wheel to those of the first. Negative if both rotate in the same direction.
   */
  readonly ratio: number;
}

/** Settings of a rack and pinion. */
export interface RackJointSettings2d extends JointSettings {
  /**
   * Distance that the rack moves along its axis per radian of the pinion, in m; negative for the opposite
   * direction.
   */
  readonly radius: number;
}

/** Settings of a pulley. */
export interface PulleyJointSettings2d extends JointSettings, JointEnds2d {
  /** Points in world space over which the rope runs, above the first and above the second body. */
  readonly groundA: VectorLike2d;
  readonly groundB: VectorLike2d;
  /** How many strands of the rope carry the second body, which moves less by this factor. Default 1. */
  readonly ratio?: number;
  /**
   * Length of the rope: that on the first side plus `ratio` times that on the second. Default the current
   * length.
   */
  readonly length?: number;
}

/** Settings of a joint that pulls a point of a body to a target, as a pointer does. */
export interface MouseJointSettings2d extends JointSettings {
  /** The point at which the body is held. Default the target. */
  readonly anchor?: VectorLike2d;
  /** The point to which it is pulled; see `WorldJoints2d.setTarget`. */
  readonly target: VectorLike2d;
  /** In N/m. Default that of a spring of 5 Hz with the mass of the body. */
  readonly stiffness?: number;
  /** In N s/m. Default 0.7 of the critical damping of that spring. */
  readonly damping?: number;
  /** Largest force in N, along x and along y each. Default 100 times the weight under 10 m/s². */
  readonly maxForce?: number;
}
