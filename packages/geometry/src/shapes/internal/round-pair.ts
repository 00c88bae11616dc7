/** Round shapes and boxes at their poses, and the contact between two of them that is to be found. */
import type { Convex } from '@colide/core';

/** The record to fill: a `PenetrationResult` or any other with these fields. */
export interface RoundContact {
  /** The distance, or minus the depth of the overlap. */
  distance: number;
  /** Unit vector from A to B. */
  readonly normal: Float64Array;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
}

/** The part of a `Posed` that is read. */
export interface PosedConvex {
  readonly shape: Convex;
  readonly pose: Float64Array;
}

/**
 * A capsule or cylinder; or a ball, which has no height: that is read only from other shapes, since V8 boxes
 * a number that may be undefined.
 */
export interface PosedRound extends PosedConvex {
  readonly shape: Convex & { readonly radius: number; readonly halfHeight: number };
}

/** A box at a pose. */
export interface PosedBox extends PosedConvex {
  readonly shape: Convex & { readonly halfX: number; readonly halfY: number; readonly halfZ: number };
}
