/** Edges, adjacency and triangles of a convex hull given by its faces. */
import type { Hull } from '../../hulls/quick-hull.ts';

/** Numbers per edge: two vertices, the face to the left and the face to the right. */
const edgeSize = 4;
const rightFaceAt = 3;

/** The result of {@link buildHullTopology}. */
export interface HullTopology {
  /** Four numbers per edge: two vertices, left face, right face. */
  readonly edges: Uint32Array;
  readonly adjacencyOffsets: Uint32Array;
  readonly adjacency: Int32Array;
  /** The faces as fans of triangles. */
  readonly triangles: Uint32Array;
}

/** Pairs up the directed edges of the faces. A hull that is only a segment has one edge without faces. */
export function buildHullTopology(hull: Hull): HullTopology {
  const { faceOffsets, faceVertices } = hull;
  const count = hull.vertices.length / 3;
  const faces = faceOffsets.length - 1;
  const edges: number[] = [];
  const triangles: number[] = [];
  const waiting = new Map<number, number>();
  for (let face = 0; face < faces; face++) {
    const first = faceOffsets[face];
    const end = faceOffsets[face + 1];
    for (let k = first; k < end; k++) {
      const a = faceVertices[k];
      const b = faceVertices[k + 1 < end ? k + 1 : first];
      if (k >= first + 2) triangles.push(faceVertices[first], faceVertices[k - 1], a);
      const edge = waiting.get(b * count + a);
      if (edge === undefined) {
        waiting.set(a * count + b, edges.length);
        edges.push(a, b, face, face);
      } else edges[edge + rightFaceAt] = face;
    }
  }
  if (faces === 0 && count === 2) edges.push(0, 1, 0, 0);

  const adjacencyOffsets = new Uint32Array(count + 1);
  for (let e = 0; e < edges.length; e += edgeSize) {
    adjacencyOffsets[edges[e] + 1]++;
    adjacencyOffsets[edges[e + 1] + 1]++;
  }
  for (let v = 0; v < count; v++) adjacencyOffsets[v + 1] += adjacencyOffsets[v];
  const adjacency = new Int32Array(adjacencyOffsets[count]);
  const next = adjacencyOffsets.slice();
  for (let e = 0; e < edges.length; e += edgeSize) {
    const a = edges[e];
    const b = edges[e + 1];
    adjacency[next[a]++] = b;
    adjacency[next[b]++] = a;
  }
  return {
    edges: Uint32Array.from(edges),
    adjacencyOffsets,
    adjacency,
    triangles: Uint32Array.from(triangles),
  };
}
