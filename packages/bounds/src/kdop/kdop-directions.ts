/**
 * The directions of k-DOPs (discrete oriented polytopes: Klosowski et al., "Efficient collision detection
 * using bounding volume hierarchies of k-DOPs", 1998). All k-DOPs that are to be compared share one set of
 * k/2 directions, each bounding a slab.
 *
 * The usual sets are the coordinate axes (6-DOP, the same as an AABB), with the 4 diagonals of the cube (14),
 * with the 6 diagonals of its faces (18), or with both (26). Their vectors have entries −1, 0 and 1 and are
 * not normalised, so that projections are sums of coordinates and the fit loses nothing to rounding the
 * direction.
 */
import { requireFiniteArray, requireMultiple } from '@colide/core';
import { independentTriple } from './internal/independent-triple.ts';

/**
 * The directions shared by a family of k-DOPs. Made by {@link kdopDirections} or {@link kdopDirectionsFrom}.
 */
export interface KdopDirections {
  /** How many directions there are: k/2. */
  readonly count: number;
  /** The directions, x y z each, of any length. */
  readonly vectors: Float64Array;
  /** The length of each direction. */
  readonly lengths: Float64Array;
}

const axes = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const cubeDiagonals = [1, 1, 1, 1, 1, -1, 1, -1, 1, -1, 1, 1];
const faceDiagonals = [1, 1, 0, 1, -1, 0, 1, 0, 1, 1, 0, -1, 0, 1, 1, 0, 1, -1];

/** The usual directions of a 6-, 14-, 18- or 26-DOP, the coordinate axes first. */
export function kdopDirections(k: 6 | 14 | 18 | 26): KdopDirections {
  if (k === 6) return kdopDirectionsFrom(axes);
  if (k === 14) return kdopDirectionsFrom([...axes, ...cubeDiagonals]);
  if (k === 18) return kdopDirectionsFrom([...axes, ...faceDiagonals]);
  if (k === 26) return kdopDirectionsFrom([...axes, ...cubeDiagonals, ...faceDiagonals]);
  throw new RangeError(`k must be 6, 14, 18 or 26, got ${k}`);
}

/** Custom directions, x y z each. Throws unless they span space, without which no k-DOP would be bounded. */
export function kdopDirectionsFrom(vectors: ArrayLike<number>): KdopDirections {
  requireMultiple('vectors', vectors, 3);
  requireFiniteArray('vectors', vectors);
  const count = vectors.length / 3;
  const lengths = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    lengths[i] = Math.hypot(vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]);
    if (!(lengths[i] > 0)) throw new RangeError(`vectors[${3 * i}...] must not be the zero vector`);
  }
  const result: KdopDirections = { count, vectors: Float64Array.from(vectors), lengths };
  if (independentTriple(result) === undefined)
    throw new RangeError('vectors must span space: three of them must be linearly independent');
  return result;
}
