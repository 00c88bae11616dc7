/**
 * Contact points of two convex planar shapes: circles, capsules, segments, boxes and polygons, round corners
 * or not, by one kernel.
 *
 * The separating-axis test finds the edge with the largest gap between the cores. If the cores are apart and
 * their nearest points are two vertices, the contact is between those, along the line that joins them.
 * Otherwise the facing edge of the other polygon is clipped to the edge, which gives one or two points. The
 * depth of the deepest point is the penetration depth of the shapes, or minus their distance where they are
 * apart.
 *
 * Of two edges with the same gap, that of A is taken; one of B only if its gap is larger by a fiftieth of the
 * margin, so that noise does not change the manifold from step to step. The ids name vertices of both shapes,
 * not the edge that was chosen, so they stay the same.
 *
 * O(n · m) for n and m vertices; nothing is allocated.
 *
 * Gottschalk, Lin & Manocha 1996 (axes); Sutherland & Hodgman 1974 (clipping).
 */
import { type ContactManifold2d, contactManifoldFlip2d } from './contact-manifold-2d.ts';
import { BestEdge, findBestEdge } from './internal/best-edge.ts';
import { nearestEnd } from './internal/clip-edges.ts';
import { meetEdges, meetVertices } from './internal/meet-features.ts';
import type { PosedShape2d } from './posed-shape-2d.ts';

const ofA = /* @__PURE__ */ new BestEdge();
const ofB = /* @__PURE__ */ new BestEdge();

/** Share of the margin by which the gap of B's edge must be larger to be preferred. */
const preference = 0.02;

/**
 * Writes the contact points of `a` and `b` that are at most `margin` apart and returns their number, 0 to 2.
 * With a margin of `Infinity` it finds the distance. A shape with NaN has none.
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
  ofA.gap = ofB.gap = most;
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
  best: BestEdge,
  margin: number,
): void {
  const end = best.gap > 0 ? nearestEnd(face, best.edge, other, best.vertex) : -1;
  if (end >= 0) meetVertices(out, face, end, other, best.vertex, margin);
  else meetEdges(out, face, other, best, margin);
}
