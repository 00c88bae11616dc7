/**
 * The memory of GJK for a pair, from one frame to the next: the vertices of the last simplex, if both shapes
 * are polytopes, and the last axis. When the poses have changed little, the remembered simplex is nearly
 * right, and the next search ends after one or two steps (van den Bergen 1999; Cameron 1997).
 *
 * Keep one cache per ordered pair of shapes; `count = −1` clears it.
 */

/** Memory of one pair of shapes. */
export interface GjkCache {
  /** Vertices remembered; 0 when only the axis is known, −1 when nothing is. */
  count: number;
  /** Their indices on A. */
  readonly idsA: Int32Array;
  /** Their indices on B. */
  readonly idsB: Int32Array;
  /** The last axis, from B to A. */
  readonly axis: Float64Array;
}

/** A cache that knows nothing yet. */
export function createGjkCache(): GjkCache {
  return { count: -1, idsA: new Int32Array(4), idsB: new Int32Array(4), axis: new Float64Array(3) };
}
