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
  const areSegments = face.count === 2 && other.count === 2;
  // Of two vertices that are equally near along the normal, the other one may be nearer; and segments beyond
  // each other's ends are apart even where they have no gap along their normals.
  if (count < 0 && (gap > 0 || areSegments)) {
    const vertexB = areSegments ? nearerEnd(face, edges[0], other) : edges[1];
    meetVertices(out, face, edges[0], other, vertexB, margin);
  } else if (count < 1) {
    setVertexGap(gap);
    vertexContact(out, edge, other, vertex);
  }
}

/** The end of segment B that is nearer to a vertex of A. */
function nearerEnd(a: PosedShape2d, i: number, b: PosedShape2d): number {
  const x = a.points[2 * i];
  const y = a.points[2 * i + 1];
  const [x0, y0, x1, y1] = b.points;
  return (x0 - x) * (x0 - x) + (y0 - y) * (y0 - y) <= (x1 - x) * (x1 - x) + (y1 - y) * (y1 - y) ? 0 : 1;
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
