/** The arrays of joints that solvers read and write, and their layouts. `RigidJoints` owns them. */

/** Free motion of a joint that has limits and a motor. */
export const noFreeAxis = -1;
export const shiftAxis = 0;
export const rotationAxis = 3;
export const distanceAxis = 6;

/**
 * Bits of the locked motions: shifts along the three axes of the joint's frame, then rotations about them.
 */
export const ballLocks = 0b000111;
export const hingeLocks = 0b110111;
export const sliderLocks = 0b111110;
export const fixedLocks = 0b111111;

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
 */
export const jointImpulseSize = 9;
export const lowerImpulseAt = 6;
export const upperImpulseAt = 7;
export const motorImpulseAt = 8;

/** Joints as flat arrays. */
export interface JointData {
  readonly count: number;
  /** Two per joint, A and B; −1 for removed joints. */
  readonly bodies: Int32Array;
  readonly locks: Uint8Array;
  readonly freeAxes: Int8Array;
  readonly frames: Float64Array;
  /** Lower and upper limit of each joint. */
  readonly limits: Float64Array;
  /** Speed and largest force of each motor. */
  readonly motors: Float64Array;
  readonly values: Float64Array;
  readonly impulses: Float64Array;
  /** Length of the substep that the impulses belong to; 0 where there are none. */
  readonly impulseTime: number;
}
