/**
 * The simplex of GJK and its relatives: up to four points of the configuration-space obstacle A ⊖ B, each with the
 * points of A and B it is the difference of, and the weights that make up the point nearest the origin.
 *
 * Flat typed arrays, three numbers a point: sub-algorithms read and compact them without touching objects.
 */

/** One to four points `w = a − b` of A ⊖ B with convex weights. */
export interface GjkSimplex {
  /** How many points are in use. */
  count: number;
  /** One number: the largest |w|² since the search began, the scale of rounding. */
  readonly largest: Float64Array;
  /** The points of A ⊖ B, three numbers each. */
  readonly w: Float64Array;
  /** The points of A. */
  readonly a: Float64Array;
  /** The points of B. */
  readonly b: Float64Array;
  /** Vertex numbers on A, −1 where A is not a polytope. */
  readonly idsA: Int32Array;
  /** Vertex numbers on B, −1 where B is not a polytope. */
  readonly idsB: Int32Array;
  /** Weights of the points, not negative, of sum 1. */
  readonly weights: Float64Array;
  /**
   * All of these numbers in one array, of which those above are views: `w` from 0, `a` from 12, `b` from 24, `weights`
   * from 36, `largest` at 40. The inner loops use it, since engines check every array they touch.
   */
  readonly numbers: Float64Array;
  /** Both lists of vertex numbers in one array: `idsA` from 0, `idsB` from 4. */
  readonly ids: Int32Array;
}

/** A simplex with room for four points. */
export function createGjkSimplex(): GjkSimplex {
  const numbers = new Float64Array(42);
  const ids = new Int32Array(8);
  return {
    count: 0,
    largest: numbers.subarray(40, 41),
    w: numbers.subarray(0, 12),
    a: numbers.subarray(12, 24),
    b: numbers.subarray(24, 36),
    idsA: ids.subarray(0, 4),
    idsB: ids.subarray(4),
    weights: numbers.subarray(36, 40),
    numbers,
    ids,
  };
}

/** Keeps the points with a positive weight, in their order, and drops the others. */
export function gjkSimplexCompact(simplex: GjkSimplex): void {
  const { numbers, ids, count } = simplex;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!(numbers[36 + i] > 0)) continue;
    if (kept !== i) {
      for (let to = 3 * kept, from = 3 * i; to < 36; to += 12, from += 12) {
        numbers[to] = numbers[from];
        numbers[to + 1] = numbers[from + 1];
        numbers[to + 2] = numbers[from + 2];
      }
      ids[kept] = ids[i];
      ids[4 + kept] = ids[4 + i];
      numbers[36 + kept] = numbers[36 + i];
    }
    kept++;
  }
  simplex.count = kept;
}

/** Writes Σ weight · point of three-number points: the witness on A (`points = simplex.a`) or on B. */
export function gjkSimplexWitness(
  out: Float64Array,
  simplex: GjkSimplex,
  points: Float64Array,
): Float64Array {
  const { weights, count } = simplex;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    const weight = weights[i];
    x += weight * points[3 * i];
    y += weight * points[3 * i + 1];
    z += weight * points[3 * i + 2];
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}
