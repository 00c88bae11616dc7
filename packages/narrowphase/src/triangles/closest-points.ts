/** The result of the functions that find the closest points of two sets. */

/** A point of A and a point of B at the least distance. */
export interface ClosestPoints {
  /** The point of A nearest B. */
  readonly pointA: Float64Array;
  /** The point of B nearest A. */
  readonly pointB: Float64Array;
}

/** An empty result, to be reused. */
export function createClosestPoints(): ClosestPoints {
  return { pointA: new Float64Array(3), pointB: new Float64Array(3) };
}
