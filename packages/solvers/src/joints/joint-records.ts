/** What joints are made of: how a new one holds its bodies, and a whole set as copies of its arrays. */
import type { ReadonlyVec3 } from '@colide/core';

/** Where and how a new joint holds its bodies. */
export interface JointGeometry {
  /** Points of the world on the first and on the second body. */
  readonly anchorA: ReadonlyVec3;
  readonly anchorB: ReadonlyVec3;
  /** First axis of the joint, a direction of the world. */
  readonly axis: ReadonlyVec3;
  /** A direction of the world that gives the second axis, across the first. Default any. */
  readonly normal?: ReadonlyVec3;
  /** Motions that are locked, one bit each: shifts along the three axes, then rotations about them. */
  readonly locks: number;
  /**
   * Motion with limits and motor: −1 none, 0 to 2 shifts, 3 to 5 rotations, 6 the distance of the anchors. Not the
   * second or third rotation with the form 'axes'.
   */
  readonly freeAxis: number;
  /**
   * What the rotations are: components along the axes; angles of twist about the first axis and of swing about the
   * others; or the twist and, as the second rotation, the angle between the two first axes. Default 'axes'.
   */
  readonly form?: 'axes' | 'angles' | 'cone';
}

/** All that a set of joints is made of, as copies; see `RigidJoints` for what the arrays hold. */
export interface JointStructure {
  readonly count: number;
  readonly couplings: number;
  readonly holes: readonly number[];
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
