/**
 * The simplex of GJK and its relatives: up to four points of the configuration-space obstacle A ⊖ B, each
 * with the points of A and B that it is the difference of, and the weights that make up the point nearest the
 * origin.
 *
 * Flat typed arrays, three numbers per point: sub-algorithms read and compact them without touching objects.
 */
import {
  bestAt,
  idsBAt,
  idsSize,
  largestAt,
  pointsAAt,
  pointsBAt,
  simplexSize,
  weightsAt,
} from '../internal/simplex-layout.ts';

/** One to four points `w = a − b` of A ⊖ B with convex weights. */
export interface GjkSimplex {
  /** The number of points in use. */
  count: number;
  /**
   * One number, the largest |w|² since the search began: the scale of rounding. A view of {@link numbers}.
   */
  readonly largest: Float64Array;
  /** The points of A ⊖ B, three numbers each. */
  readonly w: Float64Array;
  /** The points of A. */
  readonly a: Float64Array;
  /** The points of B. */
  readonly b: Float64Array;
  /** Vertex indices on A, −1 if A is not a polytope. */
  readonly idsA: Int32Array;
  /** Vertex indices on B, −1 if B is not a polytope. */
  readonly idsB: Int32Array;
  /** Weights of the points, not negative, with the sum 1. */
  readonly weights: Float64Array;
  /** All of these numbers in one array, of which those above are views (`internal/simplex-layout.ts`). */
  readonly numbers: Float64Array;
  /** Both lists of vertex indices in one array: `idsA`, then `idsB`. */
  readonly ids: Int32Array;
}

/** A simplex with room for four points. */
export function createGjkSimplex(): GjkSimplex {
  const numbers = new Float64Array(simplexSize);
  const ids = new Int32Array(idsSize);
  return {
    count: 0,
    largest: numbers.subarray(largestAt, bestAt),
    w: numbers.subarray(0, pointsAAt),
    a: numbers.subarray(pointsAAt, pointsBAt),
    b: numbers.subarray(pointsBAt, weightsAt),
    idsA: ids.subarray(0, idsBAt),
    idsB: ids.subarray(idsBAt),
    weights: numbers.subarray(weightsAt, largestAt),
    numbers,
    ids,
  };
}

/** Keeps the points with a positive weight, in their order, and drops the others. */
export function gjkSimplexCompact(simplex: GjkSimplex): void {
  const { numbers, ids, count } = simplex;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!(numbers[weightsAt + i] > 0)) continue;
    if (kept !== i) {
      for (let to = 3 * kept, from = 3 * i; to < weightsAt; to += pointsAAt, from += pointsAAt) {
        numbers[to] = numbers[from];
        numbers[to + 1] = numbers[from + 1];
        numbers[to + 2] = numbers[from + 2];
      }
      ids[kept] = ids[i];
      ids[idsBAt + kept] = ids[idsBAt + i];
      numbers[weightsAt + kept] = numbers[weightsAt + i];
    }
    kept++;
  }
  simplex.count = kept;
}

/** Writes the witness point Σ weight · point on A (`points = simplex.a`) or on B (`points = simplex.b`). */
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
