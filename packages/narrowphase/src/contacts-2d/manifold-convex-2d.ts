/**
 * Contact points of two convex shapes of the plane: circles, capsules, segments, boxes and polygons, round
 * corners or not, by one kernel.
 *
 * The separating-axis test finds the edge with the largest gap between the cores. If the cores are apart and
 * their nearest points are two vertices, the contact is between those, along the line that joins them.
 * Otherwise the facing edge of the other polygon is clipped to the edge, which gives one or two points. The
 * deepest point is as deep as the shapes overlap; where they are apart, its depth is minus their distance.
 *
 * Of two edges with the same gap that of A is taken, and of B only if its gap is larger by a fiftieth of the
 * margin: noise must not change the manifold from step to step. The ids name vertices of both shapes, not the
 * edge that was chosen, and so stay.
 *
 * O(n · m) for n and m vertices; nothing is allocated.
 *
 * Gottschalk, Lin & Manocha 1996 (axes); Sutherland & Hodgman 1974 (clipping).
 */
import { type ContactManifold2d, contactManifoldFlip2d } from './contact-manifold-2d.ts';
import { BestEdge, findBestEdge } from './internal/best-edge.ts';
import { clipEdges, incidentEdge, nearestEnd, vertexContact, vertexGap } from './internal/clip-edges.ts';
import type { PosedShape2d } from './posed-shape-2d.ts';

const ofA = /* @__PURE__ */ new BestEdge();
const ofB = /* @__PURE__ */ new BestEdge();
const edges = /* @__PURE__ */ new Int32Array(2);

/** Share of the margin by which the gap of B's edge must be larger to be preferred. */
const preference = 0.02;

/**
 * Writes the contact points of `a` and `b` that are at most `margin` apart and returns their number, 0 to 2.
 * With a margin of `Infinity` it finds the distance. Of a shape that is NaN there are none.
 */
export function manifoldConvex2d(
  out: ContactManifold2d,
  a: PosedShape2d,
  b: PosedShape2d,
  margin: number,
): number {
  out.count = 0;
  out.radii[0] = a.radius;
  out.radii[1] = b.radius;
  const most = a.radius + b.radius + margin;
  if (a.count === 1 && b.count === 1) return meetVertices(out, a, 0, b, 0, margin);
  ofA.gap = ofB.gap = -Infinity;
  if (a.count > 1) {
    findBestEdge(ofA, a, b, a.count);
    if (!(ofA.gap <= most)) return 0;
  }
  if (b.count > 1) {
    findBestEdge(ofB, b, a, b.count);
    if (!(ofB.gap <= most)) return 0;
  }
  const slack = margin < Infinity ? preference * margin : 0;
  if (b.count < 2 || (a.count > 1 && ofB.gap <= ofA.gap + slack)) meetFace(out, a, b, ofA, margin);
  else {
    out.radii[0] = b.radius;
    out.radii[1] = a.radius;
    meetFace(out, b, a, ofB, margin);
    contactManifoldFlip2d(out);
  }
  // A circle has one contact, whatever it rolls over.
  if (a.count === 1 || b.count === 1) out.ids[0] = 0;
  return out.count;
}

/** The contact of the best edge of `face`, which is A here, with `other`. */
function meetFace(
  out: ContactManifold2d,
  face: PosedShape2d,
  other: PosedShape2d,
  { edge, vertex, gap }: BestEdge,
  margin: number,
): void {
  if (gap > 0) {
    const end = nearestEnd(face, edge, other, vertex);
    if (end >= 0) {
      meetVertices(out, face, end, other, vertex, margin);
      return;
    }
  }
  const { normals } = face;
  out.normal[0] = normals[2 * edge];
  out.normal[1] = normals[2 * edge + 1];
  edges[0] = edge;
  edges[1] = incidentEdge(other, vertex, out.normal);
  vertexGap[0] = gap;
  if (clipEdges(out, face, other, edges, margin) === 0) vertexContact(out, edge, other, vertex);
}

/** The contact of two vertices along the line that joins them; returns the number of points. */
function meetVertices(
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
  vertexGap[0] = distance;
  return vertexContact(out, i, b, j);
}
