/**
 * The record that the dedicated pair tests fill. A `PenetrationResult` has the same fields and will do as
 * well.
 */

/** A contact of two shapes that overlap or touch. */
export interface PairContact {
  /** Length of the shortest translation that separates the shapes. */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the shapes. */
  readonly normal: Float64Array;
  /** The point of A deepest inside B. */
  readonly pointA: Float64Array;
  /** The point of B deepest inside A: `pointA − depth · normal`. */
  readonly pointB: Float64Array;
}

/** An empty contact, to be filled again and again. */
export function createPairContact(): PairContact {
  return {
    depth: 0,
    normal: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
  };
}

/** Swaps A and B in `contact` and returns it. */
export function pairContactFlip(contact: PairContact): PairContact {
  const { normal, pointA, pointB } = contact;
  for (let i = 0; i < 3; i++) {
    normal[i] = -normal[i];
    const a = pointA[i];
    pointA[i] = pointB[i];
    pointB[i] = a;
  }
  return contact;
}
