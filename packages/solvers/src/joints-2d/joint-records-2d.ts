/** How a new planar joint holds its bodies. */
import type { ReadonlyVec2 } from '@colide/core';

/** Where and how a new planar joint holds its bodies. */
export interface JointGeometry2d {
  /** Points of the world on the first and on the second body. */
  readonly anchorA: ReadonlyVec2;
  readonly anchorB: ReadonlyVec2;
  /** First axis of the joint, a direction of the world. */
  readonly axis: ReadonlyVec2;
  /** Motions that are locked, one bit each: shifts along the first and the second axis, then the rotation. */
  readonly locks: number;
  /** Motion with limits and motor: −1 none, 0 and 1 shifts, 2 the rotation, 6 the distance of the anchors. */
  readonly freeAxis: number;
}
