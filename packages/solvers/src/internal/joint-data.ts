/** The arrays of joints that solvers read and write, and their layouts. `RigidJoints` owns them. */

/** Free motion of a slot, with limits, motor, spring and friction: one of the six motions, or one of these. */
export const noFreeAxis = -1;
export const shiftAxis = 0;
export const rotationAxis = 3;
export const distanceAxis = 6;
/** Weighted sum of the free motions of two other slots. */
export const couplingAxis = 7;

/** In place of a body: none, because the slot is not in use, and the world itself. */
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
 * What the three rotations of a joint are: the components of the rotation along the axes of A's frame, of which
 * at most the first is free; the angles of twist about x and of swing about y and z; or the twist and the angle
 * between the two x axes.
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
 * Impulses of a joint in a substep:
 *
 * | at | numbers | what                |
 * | -- | ------- | ------------------- |
 * |  0 | 3       | locked shifts       |
 * |  3 | 3       | locked rotations    |
 * |  6 | 1       | lower limit         |
 * |  7 | 1       | upper limit         |
 * |  8 | 1       | motor               |
 * |  9 | 1       | spring              |
 * | 10 | 1       | friction            |
 */
export const jointImpulseSize = 11;
export const lowerImpulseAt = 6;
export const upperImpulseAt = 7;
export const motorImpulseAt = 8;
export const springImpulseAt = 9;
export const frictionImpulseAt = 10;

/**
 * Springs of a slot:
 *
 * | at | numbers | what                                                                        |
 * | -- | ------- | --------------------------------------------------------------------------- |
 * |  0 | 3       | place of rest, stiffness and damping of the spring                          |
 * |  3 | 3       | target, stiffness and damping of the motor; the last two are 0 unless it is one of position |
 */
export const jointSpringSize = 6;
export const servoAt = 3;

/** Joints as flat arrays. */
export interface JointData {
  readonly count: number;
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
  /** Mean force and torque of the last step along the six motions. */
  readonly loads: Float64Array;
  /** Length of the substep that the impulses belong to; 0 where there are none. */
  readonly impulseTime: number;
}
