/**
 * The separating-axis test as a narrow phase: hulls that overlap get depth and normal from the least of all
 * axes and their points from clipped faces, or from the two edges that cross; hulls further apart than the
 * margin along the axis that separates them have no points. What is apart by less, and whatever is not a
 * solid hull, is left to GJK and EPA.
 *
 * A plug-in for `ColliderSet`: `new ColliderSet(margin, manifoldSat)`, and for a world: `new World({
 * narrowPhase: manifoldSat })`. The depth of SAT is exact for deep overlap too, at a cost that grows with
 * faces and edges: for hulls of a dozen faces.
 */

import type { HullShape, Posed } from '@colide/geometry';
import { namePoints } from '../internal/name-points.ts';
import { satHullHull } from '../sat/sat-hull-hull.ts';
import { createSatResult, satAxis } from '../sat/sat-result.ts';
import { createClosestPoints } from '../triangles/closest-points.ts';
import { closestPointsSegmentSegment } from '../triangles/closest-points-segment-segment.ts';
import { type ContactManifold, contactManifoldReduce } from './contact-manifold.ts';
import { manifoldHullHull } from './manifold-hull-hull.ts';
import { createPairContact } from './pair-contact.ts';

const axis = /* @__PURE__ */ createSatResult();
const contact = /* @__PURE__ */ createPairContact();
const closest = /* @__PURE__ */ createClosestPoints();
const ends = [
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
];
const direction = /* @__PURE__ */ new Float64Array(3);

/**
 * Fills `out` with the contact points of two placed hulls, at most four, and returns their count; −1 where
 * the pair is for another test.
 *
 * @param margin one number: how far apart surfaces may be and still give points
 */
export function manifoldSat(out: ContactManifold, a: Posed, b: Posed, margin: Float64Array): number {
  if (!isSolidHull(a) || !isSolidHull(b)) return -1;
  const overlap = satHullHull(axis, a, b);
  out.count = 0;
  if (!overlap) return -axis.depth > margin[0] ? 0 : -1;
  contact.depth = axis.depth;
  for (let k = 0; k < 3; k++) contact.normal[k] = axis.normal[k];
  if (axis.kind === satAxis.edges) edgePoints(a, b);
  else deepestPoints(axis.kind === satAxis.faceA ? b : a, axis.kind === satAxis.faceA);
  manifoldHullHull(out, contact, a, b);
  contactManifoldReduce(out);
  namePoints(out);
  return out.count;
}

function isSolidHull(posed: Posed): posed is Posed<HullShape> {
  return posed.shape.kind === 'hull' && (posed.shape as HullShape).dimension === 3;
}

/** The points of two crossing edges. */
function edgePoints(a: Posed<HullShape>, b: Posed<HullShape>): void {
  edgeEnds(0, a, axis.featureA);
  edgeEnds(2, b, axis.featureB);
  const [p, q, r, s] = ends;
  closestPointsSegmentSegment(closest, p, q, r, s);
  for (let k = 0; k < 3; k++) {
    contact.pointA[k] = closest.pointA[k];
    contact.pointB[k] = closest.pointB[k];
  }
}

function edgeEnds(to: number, hull: Posed<HullShape>, edge: number): void {
  const { edges } = hull.shape;
  hull.vertex!(ends[to], edges[4 * edge]);
  hull.vertex!(ends[to + 1], edges[4 * edge + 1]);
}

/** The corner of `hull` that lies deepest behind the face of the other, and its foot on it. */
function deepestPoints(hull: Posed<HullShape>, isB: boolean): void {
  const { normal, pointA, pointB, depth } = contact;
  for (let k = 0; k < 3; k++) direction[k] = isB ? -normal[k] : normal[k];
  hull.support(isB ? pointB : pointA, direction);
  for (let k = 0; k < 3; k++)
    if (isB) pointA[k] = pointB[k] + depth * normal[k];
    else pointB[k] = pointA[k] - depth * normal[k];
}
