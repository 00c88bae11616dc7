/**
 * The contact of two features of convex shapes that a search has found: an edge and the edge that faces it,
 * or two vertices.
 */
import type { ContactManifold2d } from '../contact-manifold-2d.ts';
import type { PosedShape2d } from '../posed-shape-2d.ts';
import type { BestEdge } from './best-edge.ts';
import { clipEdges, incidentEdge, setVertexGap, vertexContact } from './clip-edges.ts';

const edges = /* @__PURE__ */ new Int32Array(2);

/** The contact of the best edge of `face`, which is A here, with the edge of `other` that faces it. */
export function meetEdges(
  out: ContactManifold2d,
  face: PosedShape2d,
  other: PosedShape2d,
  { edge, vertex, gap }: BestEdge,
  margin: number,
): void {
  const { normals } = face;
  out.normal[0] = normals[2 * edge];
  out.normal[1] = normals[2 * edge + 1];
  edges[0] = edge;
  edges[1] = incidentEdge(other, vertex, out.normal);
  const count = clipEdges(out, face, other, edges, margin);
  // Of two vertices that are equally near along the normal, the other one may be nearer; and segments in one
  // line, which have no gap along their normals, are apart.
  if (count < 0 && (gap > 0 || face.count + other.count === 4))
    meetVertices(out, face, edges[0], other, edges[1], margin);
  else if (count < 1) {
    setVertexGap(gap);
    vertexContact(out, edge, other, vertex);
  }
}

/** The contact of two vertices along the line that joins them; returns the number of points. */
export function meetVertices(
  out: ContactManifold2d,
  a: PosedShape2d,
  i: number,
  b: PosedShape2d,
  j: number,
  margin: number,
): number {
  const x = b.points[2 * j] - a.points[2 * i];
  const y = b.points[2 * j + 1] - a.points[2 * i + 1];
  const distance = Math.sqrt(x * x + y * y);
  if (!(distance - a.radius - b.radius <= margin)) return 0;
  out.normal[0] = distance > 0 ? x / distance : 0;
  out.normal[1] = distance > 0 ? y / distance : 1;
  setVertexGap(distance);
  return vertexContact(out, i, b, j);
}
