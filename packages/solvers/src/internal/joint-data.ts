/**
 * The arrays of joints that solvers read and write, and their layouts: `RigidJoints` owns those in space,
 * `RigidJoints2d` those in the plane.
 */
import type { Doubles } from '@colide/core';

/**
 * Free motion of a slot, with limits, motor, spring and friction: one of the six motions, or one of these.
 */
export const noFreeAxis = -1;
export const shiftAxis = 0;
export const rotationAxis = 3;
export const distanceAxis = 6;
/** Weighted sum of the free motions of two other slots. */
export const couplingAxis = 7;

/** In `joined` of `Islands`: a body that a motor or a damped spring is moving. */
export const drivenMark = 2;

/** Instead of a body: none, because the slot is not in use, and the world itself. */
export const nobody = -1;
export const ground = -2;

/**
 * Bits of the locked motions: shifts along the three axes of the joint's frame, then rotations about them.
 */
export const ballLocks = 0b000111;
export const hingeLocks = 0b110111;
export const sliderLocks = 0b111110;
export const fixedLocks = 0b111111;

/**
 * How the three rotations of a joint are measured: as components of the rotation along the axes of A's frame,
 * of which at most the first is free; as angles of twist about x and of swing about y and z; or as the twist
 * and the angle between the two x axes.
 */
export const axesForm = 0;
export const anglesForm = 1;
export const coneForm = 2;

/**
 * Frames of a joint on its two bodies, in their axes:
 *
 * | at | numbers | what                          |
 * | -- | ------- | ----------------------------- |
 * |  0 | 3       | anchor on body A              |
 * |  3 | 4       | unit quaternion of A's frame  |
 * |  7 | 7       | the same on body B            |
 */
export const jointFrameSize = 14;
export const frameSideSize = 7;
export const frameRotationAt = 3;

/**
 * Impulses of a slot in a substep: first those of the locked shifts and rotations, as many as there are
 * motions, then those along the free motion:
 *
 * | at | numbers | what                |
 * | -- | ------- | ------------------- |
 * |  0 | 1       | lower limit         |
 * |  1 | 1       | upper limit         |
 * |  2 | 1       | motor               |
 * |  3 | 1       | spring              |
 * |  4 | 1       | friction            |
 */
export const freeImpulseSize = 5;
/** Numbers per slot in space. */
export const jointImpulseSize = 6 + freeImpulseSize;
export const lowerImpulseAt = 0;
export const upperImpulseAt = 1;
export const motorImpulseAt = 2;
export const springImpulseAt = 3;
export const frictionImpulseAt = 4;

/**
 * Springs of a slot:
 *
 * | at | numbers | what                                                                        |
 * | -- | ------- | --------------------------------------------------------------------------- |
 * |  0 | 3       | rest position, stiffness and damping of the spring                          |
 * |  3 | 3       | target, stiffness and damping of the motor; the last two are 0 unless it is one of position |
 */
export const jointSpringSize = 6;
export const servoAt = 3;

/** Joints as flat arrays. */
export interface JointData {
  readonly count: number;
  /** Shifts and rotations of a body: 6 in space, 3 in the plane. */
  readonly motionCount: number;
  /** Numbers per slot in `impulses`. */
  readonly impulseSize: number;
  /** How many of them are couplings. */
  readonly couplings: number;
  /** Two per joint, A and B; −1 for removed joints, −2 for the world. */
  readonly bodies: Int32Array;
  readonly locks: Uint8Array;
  readonly freeAxes: Int8Array;
  readonly forms: Uint8Array;
  /** The next slot of the same joint, −1 for none; each has another free motion. */
  readonly nexts: Int32Array;
  /** The first slot of the joint that a slot belongs to, −1 if it is the first itself. */
  readonly owners: Int32Array;
  /** The two slots that a coupling couples. */
  readonly links: Int32Array;
  /** Weight of the second one. */
  readonly ratios: Float64Array;
  readonly frames: Float64Array;
  /** Lower and upper limit of each joint. */
  readonly limits: Float64Array;
  /** Restitution of the limits. */
  readonly restitutions: Float64Array;
  /** Speed and largest force of each motor. */
  readonly motors: Float64Array;
  readonly springs: Float64Array;
  /** Largest force of the friction. */
  readonly frictions: Float64Array;
  readonly values: Float64Array;
  readonly impulses: Float64Array;
  /** Mean force and torque of the last step along the motions. */
  readonly loads: Float64Array;
  /**
   * Effective mass of the free motion of each slot, and the speed at which it reaches a limit that it bounces
   * off.
   */
  readonly freeMasses: Doubles;
  readonly approaches: Doubles;
  /** Length of the substep that the impulses belong to; 0 where there are none. */
  readonly impulseTime: number;
}
