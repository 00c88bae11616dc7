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
}

/** A simplex with room for four points. */
export function createGjkSimplex(): GjkSimplex {
  return {
    count: 0,
    largest: new Float64Array(1),
    w: new Float64Array(12),
    a: new Float64Array(12),
    b: new Float64Array(12),
    idsA: new Int32Array(4),
    idsB: new Int32Array(4),
    weights: new Float64Array(4),
  };
}

/** Keeps the points with a positive weight, in their order, and drops the others. */
export function gjkSimplexCompact(simplex: GjkSimplex): void {
  const { w, a, b, idsA, idsB, weights, count } = simplex;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!(weights[i]! > 0)) continue;
    if (kept !== i) {
      const to = 3 * kept;
      const from = 3 * i;
      w[to] = w[from]!;
      w[to + 1] = w[from + 1]!;
      w[to + 2] = w[from + 2]!;
      a[to] = a[from]!;
      a[to + 1] = a[from + 1]!;
      a[to + 2] = a[from + 2]!;
      b[to] = b[from]!;
      b[to + 1] = b[from + 1]!;
      b[to + 2] = b[from + 2]!;
      idsA[kept] = idsA[i]!;
      idsB[kept] = idsB[i]!;
      weights[kept] = weights[i]!;
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
    const weight = weights[i]!;
    x += weight * points[3 * i]!;
    y += weight * points[3 * i + 1]!;
    z += weight * points[3 * i + 2]!;
  }
  out[0] = x;
  out[1] = y;
  out[2] = z;
  return out;
}
