/**
 * The record that the closest-point functions fill: make it once, use it for every call.
 */

/** A point of a segment, triangle or tetrahedron, with its weights. */
export interface ClosestPoint {
  /** The point: the mean of the corners with the weights of {@link barycentric}. */
  readonly point: Float64Array;
  /**
   * Weights of the corners a, b, c, d: not negative, sum 1; those of corners the shape does not have are 0.
   */
  readonly barycentric: Float64Array;
  /**
   * The corners with a weight above 0, as bits: 1 for a, 2 for b, 4 for c, 8 for d. So 1 means that corner a
   * is nearest, 3 that a point within edge a b is, 7 a point within face a b c.
   */
  feature: number;
}

/** A record for `closestPointSegment`, `closestPointTriangle` and `closestPointTetrahedron`. */
export function createClosestPoint(): ClosestPoint {
  return { point: new Float64Array(3), barycentric: new Float64Array(4), feature: 0 };
}
