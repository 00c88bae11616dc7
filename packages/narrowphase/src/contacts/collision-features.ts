/**
 * Which features of two polytopes touch: the face of A ⊖ B nearest the origin is spanned by differences of
 * vertices; the numbers of different vertices of A and of B that take part tell whether each side is a
 * vertex, an edge or a face.
 *
 * Three corners with one vertex of A and three of B: a vertex of A on a face of B. Two and two: edge against
 * edge. Disjoint pairs are read from GJK's simplex in the same way. Smooth sets have no vertex numbers: their
 * side is 'smooth'. Rounded sets count as their cores: a ball is a vertex.
 */
import type { PenetrationResult } from '../penetration/penetration.ts';

/** The kind of feature that touches on one side. */
export type CollisionFeature = 'smooth' | 'vertex' | 'edge' | 'face';

/** The vertices that take part. */
export interface CollisionFeatures {
  featureA: CollisionFeature;
  featureB: CollisionFeature;
  /** How many of `idsA` are in use. */
  countA: number;
  /** How many of `idsB` are in use. */
  countB: number;
  /** Numbers of the vertices of A. */
  readonly idsA: Int32Array;
  /** Numbers of the vertices of B. */
  readonly idsB: Int32Array;
}

/** An empty record, to be filled again and again. */
export function createCollisionFeatures(): CollisionFeatures {
  return {
    featureA: 'smooth',
    featureB: 'smooth',
    countA: 0,
    countB: 0,
    idsA: new Int32Array(3),
    idsB: new Int32Array(3),
  };
}

/** Fills `out` with the features behind the last answer of `penetration` or `signedDistance`. */
export function collisionFeatures(out: CollisionFeatures, result: PenetrationResult): CollisionFeatures {
  const { simplex } = result.gjk;
  const { epa } = result;
  out.countA = out.countB = 0;
  if (result.expanded && epa !== undefined) {
    const { polytope, corners, weights } = epa;
    for (let i = 0; i < 3; i++) {
      // A corner without weight lies on the face, but does not touch: an edge or a vertex of it does.
      if (!(weights[i] > 1e-9)) continue;
      out.countA = add(out.idsA, out.countA, polytope.idsA[corners[i]]);
      out.countB = add(out.idsB, out.countB, polytope.idsB[corners[i]]);
    }
  } else
    for (let i = 0; i < Math.min(simplex.count, 3); i++) {
      out.countA = add(out.idsA, out.countA, simplex.idsA[i]);
      out.countB = add(out.idsB, out.countB, simplex.idsB[i]);
    }
  out.featureA = name(out.countA);
  out.featureB = name(out.countB);
  return out;
}

function add(ids: Int32Array, count: number, id: number): number {
  if (id < 0) return count;
  for (let i = 0; i < count; i++) if (ids[i] === id) return count;
  ids[count] = id;
  return count + 1;
}

function name(count: number): CollisionFeature {
  return count === 3 ? 'face' : count === 2 ? 'edge' : count === 1 ? 'vertex' : 'smooth';
}
