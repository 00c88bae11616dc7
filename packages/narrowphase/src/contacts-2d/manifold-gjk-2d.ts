/**
 * Contact points of two convex planar shapes by GJK and EPA, the alternative to the separating axes of
 * `manifoldConvex2d`: GJK finds the distance of the cores, or EPA their penetration depth, and the normal
 * tells which features meet. If it is that of an edge, the facing edge is clipped to it; otherwise two
 * vertices meet.
 *
 * The points and ids are those of `manifoldConvex2d`, except where several edges are equally deep. It takes a
 * few steps of O(n + m) each, where the axes take O(n · m), so it pays off for shapes of many vertices. No
 * allocation, no memory of earlier steps.
 */
import { createPenetrationResult2d, penetration2d } from '../penetration/penetration-2d.ts';
import { PosedConvex2d } from '../queries/posed-convex-2d.ts';
import { type ContactManifold2d, contactManifoldFlip2d } from './contact-manifold-2d.ts';
import { BestEdge } from './internal/best-edge.ts';
import { meetEdges, meetVertices } from './internal/meet-features.ts';
import type { PosedShape2d } from './posed-shape-2d.ts';

const setA = /* @__PURE__ */ new PosedConvex2d();
const setB = /* @__PURE__ */ new PosedConvex2d();
const result = /* @__PURE__ */ createPenetrationResult2d();
const best = /* @__PURE__ */ new BestEdge();
/** The normal, seen from the shape at hand. */
const direction = /* @__PURE__ */ new Float64Array(2);
/** How well the best edge of each shape is aligned with the normal: cosines. */
const cosines = /* @__PURE__ */ new Float64Array(2);

/** Cosine from which on a normal is that of an edge. */
const aligned = 1 - 1e-12;

/**
 * Writes the contact points of `a` and `b` that are at most `margin` apart and returns their number, 0 to 2.
 */
export function manifoldGjk2d(
  out: ContactManifold2d,
  a: PosedShape2d,
  b: PosedShape2d,
  margin: number,
): number {
  out.count = 0;
  out.radii[0] = a.radius;
  out.radii[1] = b.radius;
  penetration2d(result, setA.set(a).core, setB.set(b).core);
  const { normal, gjk } = result;
  if (!(result.distance - a.radius - b.radius <= margin)) return 0;
  direction[0] = normal[0];
  direction[1] = normal[1];
  const edgeA = alignedEdge(a, 0);
  const vertexA = farthestVertex(a);
  direction[0] = -normal[0];
  direction[1] = -normal[1];
  const edgeB = alignedEdge(b, 1);
  const vertexB = farthestVertex(b);
  const isOfB = cosines[1] > cosines[0] + (1 - aligned);
  best.gap = result.distance;
  // If the normal belongs to an edge of neither shape, vertices meet. Where cores overlap, it always belongs
  // to an edge.
  if (!(cosines[isOfB ? 1 : 0] >= (gjk.coresOverlap ? 0 : aligned))) {
    meetVertices(out, a, vertexA, b, vertexB, margin);
  } else if (isOfB) {
    out.radii[0] = b.radius;
    out.radii[1] = a.radius;
    best.edge = edgeB;
    best.vertex = vertexA;
    meetEdges(out, b, a, best, margin);
    contactManifoldFlip2d(out);
  } else {
    best.edge = edgeA;
    best.vertex = vertexB;
    meetEdges(out, a, b, best, margin);
  }
  // A circle has one contact, whatever it rolls over.
  if (a.count === 1 || b.count === 1) out.ids[0] = 0;
  return out.count;
}

/**
 * The edge of a shape whose normal is nearest to {@link direction}; writes its cosine, −1 if there is no
 * edge.
 */
function alignedEdge({ normals, count }: PosedShape2d, at: number): number {
  cosines[at] = -1;
  let edge = 0;
  if (count < 2) return edge;
  for (let i = 0; i < count; i++) {
    const cosine = normals[2 * i] * direction[0] + normals[2 * i + 1] * direction[1];
    if (!(cosine > cosines[at])) continue;
    cosines[at] = cosine;
    edge = i;
  }
  return edge;
}

/** The vertex of a shape that is farthest along {@link direction}. */
function farthestVertex({ points, count }: PosedShape2d): number {
  let vertex = 0;
  let farthest = -Infinity;
  for (let i = 0; i < count; i++) {
    const along = points[2 * i] * direction[0] + points[2 * i + 1] * direction[1];
    if (!(along > farthest)) continue;
    farthest = along;
    vertex = i;
  }
  return vertex;
}
