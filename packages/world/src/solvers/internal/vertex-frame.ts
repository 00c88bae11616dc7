/**
 * The particles and constraints of a body: one particle at each vertex of its polytope, and the edges of its
 * triangulated hull and the main diagonals, each with its length.
 *
 * The triangles make a convex body rigid (Cauchy); diagonals stiffen it, as the displacement of a vertex
 * otherwise travels along the surface. The source's graph of constraints keeps the two apart, edges first.
 */
import type { Convex } from '@colide/core';
import { quickHull } from '@colide/geometry';
import { type DistanceList, OrderedRelaxation } from '@colide/solvers';

/** Particles in the frame of a shape, and the distances between them. */
export interface VertexFrame {
  /** Three numbers per particle; the vertices of the shape come first, in its own order. */
  readonly points: Float64Array;
  /** The number of vertices of the shape. */
  readonly vertexCount: number;
  /** The constraints, those along the surface first. */
  readonly distances: DistanceList;
  /** The lists of ordered relaxation. */
  readonly order: OrderedRelaxation;
}

/** The vertices of a shape, or none if it is not a polytope in space. */
function verticesOf(shape: Convex): Float64Array {
  const { vertices, dimension } = shape as { vertices?: unknown; dimension?: unknown };
  if (vertices instanceof Float64Array && dimension === 3) return vertices;
  const corners = new Float64Array(shape.kind === 'box' ? 24 : 0);
  for (let i = 0; 3 * i < corners.length; i++) shape.vertex!(corners.subarray(3 * i, 3 * i + 3), i);
  return corners;
}

/** The edges of the hull of `points`, faces cut into triangles. */
function hullEdges(points: Float64Array): number[] {
  const { faceOffsets, faceVertices, vertexIds, dimension } = quickHull(points, { triangles: true });
  const ids: number[] = [];
  if (dimension < 3) return ids;
  for (let face = 0; face + 1 < faceOffsets.length; face++)
    for (let k = faceOffsets[face]; k < faceOffsets[face + 1]; k++) {
      const next = k + 1 < faceOffsets[face + 1] ? k + 1 : faceOffsets[face];
      const a = vertexIds[faceVertices[k]];
      const b = vertexIds[faceVertices[next]];
      if (a < b) ids.push(a, b);
    }
  return ids;
}

const squaredDistance = (p: Float64Array, a: number, b: number) =>
  (p[3 * a] - p[3 * b]) ** 2 + (p[3 * a + 1] - p[3 * b + 1]) ** 2 + (p[3 * a + 2] - p[3 * b + 2]) ** 2;

/** Appends, for each vertex, the pair with the vertex farthest from it, unless there is one already. */
function addDiagonals(ids: number[], points: Float64Array): void {
  const count = points.length / 3;
  const known = new Set<number>();
  for (let i = 0; i < ids.length; i += 2) known.add(ids[i] * count + ids[i + 1]);
  for (let a = 0; a < count; a++) {
    let farthest = a;
    for (let b = 0; b < count; b++)
      if (squaredDistance(points, a, b) > squaredDistance(points, a, farthest) * (1 + 1e-12)) farthest = b;
    const [i, j] = [Math.min(a, farthest), Math.max(a, farthest)];
    if (known.has(i * count + j)) continue;
    known.add(i * count + j);
    ids.push(i, j);
  }
}

/**
 * The frame of a shape, or `undefined` if the shape is not a polytope with a volume.
 *
 * @param more particles besides the vertices, three numbers each
 * @param pairs the constraints, two particles each; default edges and main diagonals
 */
export function createVertexFrame(
  shape: Convex,
  more: ArrayLike<number> = [],
  pairs?: ArrayLike<number>,
): VertexFrame | undefined {
  const vertices = verticesOf(shape);
  const edges = vertices.length > 0 ? hullEdges(vertices) : [];
  if (edges.length === 0) return undefined;
  const points = Float64Array.of(...vertices, ...Array.from(more));
  const surface = pairs ? Array.from(pairs) : edges;
  const edgeCount = surface.length / 2;
  if (!pairs) addDiagonals(surface, vertices);
  const ids = Uint32Array.from(surface);
  const restLengths = new Float64Array(ids.length / 2);
  for (let i = 0; i < restLengths.length; i++)
    restLengths[i] = Math.sqrt(squaredDistance(points, ids[2 * i], ids[2 * i + 1]));
  const distances = { ids, restLengths };
  const order = new OrderedRelaxation(distances, points.length / 3, edgeCount);
  return { points, vertexCount: vertices.length / 3, distances, order };
}
