/**
 * The Gauss map of a convex polyhedron: faces become points of the unit sphere (their normals), edges the
 * great arcs between the normals of their two faces, vertices the regions between.
 *
 * Why: an edge of A and an edge of B make a face of the Minkowski difference A ⊖ B, and so an axis the
 * separating-axis test must try, only if the arc of one crosses the mirrored arc of the other. For two hulls
 * that leaves only a few of all pairs of edges (Gregorius 2013).
 *
 * Cost: built in O(edges). An arc test takes at most 3 cross products; arcs are stored flat, six numbers
 * each.
 *
 * D. Gregorius, "The separating axis test between convex polyhedra", Game Developers Conference, 2013.
 */
import { requireLength } from '@colide/core';
import { HalfEdgeMesh } from '../meshes/half-edge-mesh.ts';

/** Numbers per arc: the normals of the left and of the right face. */
const arcSize = 6;
const rightNormalAt = 3;

/** Numbers per plane of a hull: normal and offset. */
const planeSize = 4;

/** The arcs of a hull's edges. */
export interface GaussMap {
  /** Two vertices per edge, in the direction of the half-edge that has face A of the arc on its left. */
  edgeVertices: Uint32Array;
  /** The two faces of each edge: left and right of that direction. */
  edgeFaces: Uint32Array;
  /** Six numbers per edge: the normals of its left and of its right face. */
  arcs: Float64Array;
}

/**
 * The Gauss map of a closed convex polyhedron, a `Hull` for instance; `planes` has four numbers per face, the
 * normal first.
 */
export function gaussMap(hull: {
  readonly vertices: ArrayLike<number>;
  readonly faceOffsets: ArrayLike<number>;
  readonly faceVertices: ArrayLike<number>;
  readonly planes: ArrayLike<number>;
}): GaussMap {
  const mesh = new HalfEdgeMesh(hull, hull.vertices.length / 3);
  if (!mesh.closed) throw new RangeError('hull must be a closed surface to have a Gauss map');
  requireLength('planes', hull.planes, planeSize * mesh.faceCount);
  const edgeVertices = new Uint32Array(2 * mesh.edgeCount);
  const edgeFaces = new Uint32Array(2 * mesh.edgeCount);
  const arcs = new Float64Array(arcSize * mesh.edgeCount);
  let edge = 0;
  for (let h = 0; h < mesh.origin.length; h++) {
    const twin = mesh.twin[h];
    if (twin < h) continue;
    edgeVertices[2 * edge] = mesh.origin[h];
    edgeVertices[2 * edge + 1] = mesh.origin[twin];
    edgeFaces[2 * edge] = mesh.face[h];
    edgeFaces[2 * edge + 1] = mesh.face[twin];
    for (let k = 0; k < 3; k++) {
      arcs[arcSize * edge + k] = hull.planes[planeSize * mesh.face[h] + k];
      arcs[arcSize * edge + rightNormalAt + k] = hull.planes[planeSize * mesh.face[twin] + k];
    }
    edge++;
  }
  return { edgeVertices, edgeFaces, arcs };
}

/**
 * Whether the arc a b (at `i` of `arcsA`) crosses the mirror image of the arc at `j` of `arcsB`, so that the
 * two edges make a face of the Minkowski difference of the polyhedra. With c, d the negated normals of B it
 * is (c · b×a)(d · b×a) < 0, (a · d×c)(b · d×c) < 0 and (b · d×c)(c · b×a) > 0: each arc's ends lie on
 * different sides of the other's great circle, and the arcs are in the same hemisphere. Offsets count
 * numbers, six per arc; unchecked.
 */
export function gaussArcsCross(
  arcsA: ArrayLike<number>,
  i: number,
  arcsB: ArrayLike<number>,
  j: number,
): boolean {
  const ax = arcsA[i];
  const ay = arcsA[i + 1];
  const az = arcsA[i + 2];
  const bx = arcsA[i + rightNormalAt];
  const by = arcsA[i + rightNormalAt + 1];
  const bz = arcsA[i + rightNormalAt + 2];
  const cx = -arcsB[j];
  const cy = -arcsB[j + 1];
  const cz = -arcsB[j + 2];
  const dx = -arcsB[j + rightNormalAt];
  const dy = -arcsB[j + rightNormalAt + 1];
  const dz = -arcsB[j + rightNormalAt + 2];
  const bxaX = by * az - bz * ay;
  const bxaY = bz * ax - bx * az;
  const bxaZ = bx * ay - by * ax;
  const cba = cx * bxaX + cy * bxaY + cz * bxaZ;
  const dba = dx * bxaX + dy * bxaY + dz * bxaZ;
  if (cba * dba >= 0) return false;
  const dxcX = dy * cz - dz * cy;
  const dxcY = dz * cx - dx * cz;
  const dxcZ = dx * cy - dy * cx;
  const adc = ax * dxcX + ay * dxcY + az * dxcZ;
  const bdc = bx * dxcX + by * dxcY + bz * dxcZ;
  return adc * bdc < 0 && bdc * cba > 0;
}
