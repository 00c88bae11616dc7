/**
 * Cloth from any triangle mesh: a distance constraint on every edge, bending over every edge between two
 * triangles; the mesh as given is the rest shape. Edges come in the order in which the triangles name them.
 * O(triangles).
 *
 * An edge with more than two triangles bends about its first two. For a rectangle use `grid-cloth`, which has
 * shear constraints and an order that sweeps faster.
 */
import { requireFiniteArray, requireInteger, requireMultiple } from '@colide/core';
import { measureDihedral } from '../constraints/bending-constraint.ts';

/** Constraints of a cloth made from a mesh. */
export interface MeshCloth {
  /** Two particles per edge. */
  readonly ids: Uint32Array;
  /** Length of each edge. */
  readonly restLengths: Float64Array;
  /** Four particles per bending constraint: the edge, then the corners on both sides. */
  readonly bendingIds: Uint32Array;
  /** Cosine and sine of each rest angle. */
  readonly restAngles: Float64Array;
}

/**
 * Finds edges and bends of a mesh.
 *
 * @param positions three numbers per particle
 * @param triangles three particles per triangle
 */
export function createMeshCloth(positions: ArrayLike<number>, triangles: ArrayLike<number>): MeshCloth {
  requireFiniteArray('positions', positions);
  requireMultiple('positions', positions, 3);
  requireMultiple('triangles', triangles, 3);
  const count = positions.length / 3;
  const ids: number[] = [];
  const bends: number[] = [];
  const edges = new Map<number, { at: number; corner: number; bends: boolean }>();
  for (let t = 0; t < triangles.length; t++) requireInteger(`triangles[${t}]`, triangles[t], 0, count - 1);
  for (let t = 0; t < triangles.length; t += 3)
    for (let k = 0; k < 3; k++) {
      const a = triangles[t + k];
      const b = triangles[t + ((k + 1) % 3)];
      const corner = triangles[t + ((k + 2) % 3)];
      if (a === b) throw new RangeError(`triangle ${t / 3} has particle ${a} twice`);
      const key = Math.min(a, b) * count + Math.max(a, b);
      const known = edges.get(key);
      if (known === undefined) {
        edges.set(key, { at: ids.length, corner, bends: false });
        ids.push(a, b);
      } else if (!known.bends) {
        known.bends = true;
        bends.push(ids[known.at], ids[known.at + 1], known.corner, corner);
      }
    }
  const points = Float64Array.from(positions);
  const restLengths = new Float64Array(ids.length / 2);
  for (let e = 0; e < restLengths.length; e++) {
    const a = 3 * ids[2 * e];
    const b = 3 * ids[2 * e + 1];
    restLengths[e] = Math.hypot(
      points[a] - points[b],
      points[a + 1] - points[b + 1],
      points[a + 2] - points[b + 2],
    );
    if (!(restLengths[e] > 0))
      throw new RangeError(`the edge ${ids[2 * e]}, ${ids[2 * e + 1]} has no length`);
  }
  const restAngles = new Float64Array(bends.length / 2);
  for (let h = 0; h < bends.length; h += 4) measureDihedral(restAngles, h / 2, points, bends, h);
  return { ids: Uint32Array.from(ids), restLengths, bendingIds: Uint32Array.from(bends), restAngles };
}
