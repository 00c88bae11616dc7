/** The geometry of a new planar joint. */
import type { ReadonlyVec2 } from '@colide/core';

/** The geometry of a new planar joint: anchors, axis and locks. */
export interface JointGeometry2d {
  /** World points on the first and on the second body. */
  readonly anchorA: ReadonlyVec2;
  readonly anchorB: ReadonlyVec2;
  /** First axis of the joint, a world direction. */
  readonly axis: ReadonlyVec2;
  /** Motions that are locked, one bit each: shifts along the first and the second axis, then the rotation. */
  readonly locks: number;
  /** Motion with limits and motor: −1 none, 0 and 1 shifts, 2 the rotation, 6 the distance of the anchors. */
  readonly freeAxis: number;
}
