/** Records of joints: the geometry of a new one, and a whole set as copies of its arrays. */
import type { ReadonlyVec3 } from '@colide/core';

/**
 * The properties of bodies that joints read, those of `RigidBodies` in space or of `RigidBodies2d` in the
 * plane. How many numbers a body has in an array follows from its length.
 */
export interface JointedBodies {
  readonly count: number;
  readonly velocities: Float64Array;
  readonly angularVelocities: Float64Array;
  readonly inverseMasses: Float64Array;
  readonly restTimes: Float64Array;
  readonly asleep: Uint8Array;
  readonly vacant: Uint8Array;
  wake(index: number): void;
}

/** The geometry of a new joint. */
export interface JointGeometry {
  /** World points on the first and on the second body. */
  readonly anchorA: ReadonlyVec3;
  readonly anchorB: ReadonlyVec3;
  /** First axis of the joint, a world direction. */
  readonly axis: ReadonlyVec3;
  /** A world direction; its part perpendicular to the first axis is the second. Default: arbitrary. */
  readonly normal?: ReadonlyVec3;
  /**
   * The same two directions of the frame on the second body. Default those of the first: angles are 0 now.
   */
  readonly axisB?: ReadonlyVec3;
  readonly normalB?: ReadonlyVec3;
  /** Locked motions, one bit each: shifts along the three axes, then rotations about them. */
  readonly locks: number;
  /**
   * Motion with limits and motor: −1 none, 0 to 2 shifts, 3 to 5 rotations, 6 the distance of the anchors.
   * Not the second or third rotation with the form 'axes'.
   */
  readonly freeAxis: number;
  /**
   * How rotations are measured: as components along the axes; as angles of twist about the first axis and of
   * swing about the others; or as the twist and, for the second rotation, the angle between the two first
   * axes. Default 'axes'.
   */
  readonly form?: 'axes' | 'angles' | 'cone';
}

/** Copies of everything that defines a set of joints; `RigidJoints` documents the arrays. */
export interface JointStructure {
  readonly count: number;
  readonly couplings: number;
  readonly removals: number;
  /** The slots in use; the arrays hold only these. */
  readonly slots: Int32Array;
  readonly bodies: Int32Array;
  readonly locks: Uint8Array;
  readonly freeAxes: Int8Array;
  readonly forms: Uint8Array;
  readonly nexts: Int32Array;
  readonly owners: Int32Array;
  readonly links: Int32Array;
  readonly ratios: Float64Array;
  readonly frames: Float64Array;
  readonly limits: Float64Array;
  readonly restitutions: Float64Array;
  readonly motors: Float64Array;
  readonly springs: Float64Array;
  readonly frictions: Float64Array;
  readonly breakLoads: Float64Array;
  readonly collides: Uint8Array;
  readonly generations: Uint32Array;
  readonly values: Float64Array;
}
