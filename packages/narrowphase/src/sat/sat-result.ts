/** The result of the separating-axis tests in space, and the memory of a pair. */

/** The kind of features of the two shapes that define an axis. */
export const satAxis = {
  /** Nothing tried yet. */
  none: 0,
  /** The normal of a face (in the plane: an edge) of A. */
  faceA: 1,
  /** The normal of a face (in the plane: an edge) of B, reversed. */
  faceB: 2,
  /** The cross product of an edge of A and an edge of B. */
  edges: 3,
} as const;

/** The axis of least overlap, or the axis that separates. */
export interface SatResult {
  /**
   * Length of the shortest translation that separates the shapes; negative, minus the gap along the axis,
   * when they are disjoint.
   */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the shapes. */
  readonly normal: Float64Array;
  /** One of {@link satAxis}. */
  kind: number;
  /** Index of the face or edge of A; −1 if the axis comes from B alone. */
  featureA: number;
  /** Index of the face or edge of B; −1 if the axis comes from A alone. */
  featureB: number;
  /** The number of axes tried. */
  steps: number;
}

/** An empty result, to be reused. */
export function createSatResult(): SatResult {
  return { depth: 0, normal: new Float64Array(3), kind: 0, featureA: -1, featureB: -1, steps: 0 };
}

/** The axis that last separated a pair, to be tried first the next time: one record per pair of shapes. */
export interface SatCache {
  kind: number;
  featureA: number;
  featureB: number;
}

/** An empty memory. */
export function createSatCache(): SatCache {
  return { kind: 0, featureA: -1, featureB: -1 };
}
