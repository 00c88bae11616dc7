/**
 * The Minkowski difference A ⊖ B of two polytopes as a polytope: the hull of all differences of a vertex of A
 * and a vertex of B, with its faces. GJK and EPA look at a few of its vertices; this makes all of them, to be
 * drawn, measured and compared with.
 *
 * For A and B in general position each vertex is one pair of vertices; faces are those of A, those of −B, and
 * the parallelograms of edges of both. Cost: O(nm log nm) for n and m vertices.
 */
import { requireMultiple } from '@colide/core';
import { type Hull, quickHull } from '../hulls/quick-hull.ts';

/** The polytope A ⊖ B, and which vertices its vertices come from. */
export interface MinkowskiPolytope {
  /** Vertices and faces. */
  readonly hull: Hull;
  /** The vertex of A behind each vertex of the hull. */
  readonly idsA: Uint32Array;
  /** The vertex of B behind each vertex of the hull. */
  readonly idsB: Uint32Array;
}

/** The polytope of all differences a − b of points of the hulls of `a` and `b` (x, y, z each). */
export function minkowskiPolytope(a: ArrayLike<number>, b: ArrayLike<number>): MinkowskiPolytope {
  requireMultiple('a', a, 3);
  requireMultiple('b', b, 3);
  const countB = b.length / 3;
  const differences = new Float64Array((a.length / 3) * b.length);
  let at = 0;
  for (let i = 0; i < a.length; i += 3)
    for (let j = 0; j < b.length; j += 3) for (let k = 0; k < 3; k++) differences[at++] = a[i + k] - b[j + k];
  const hull = quickHull(differences);
  return {
    hull,
    idsA: hull.vertexIds.map(id => Math.floor(id / countB)),
    idsB: hull.vertexIds.map(id => id % countB),
  };
}
