/** The points of two hulls that meet along the axis of least overlap: of crossing edges, or under a face. */
import type { HullShape, Posed } from '@colide/geometry';
import type { PairContact } from '../contacts/pair-contact.ts';
import { type SatResult, satAxis } from '../sat/sat-result.ts';
import { createClosestPoints } from '../triangles/closest-points.ts';
import { closestPointsSegmentSegment } from '../triangles/closest-points-segment-segment.ts';
import { edgeSize, secondVertexAt } from './hull-layout.ts';

const closest = /* @__PURE__ */ createClosestPoints();
const ends = [
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
];
const direction = /* @__PURE__ */ new Float64Array(3);

/** Fills `contact` from the axis that `satHullHull` found for two hulls that overlap. */
export function satPoints(
  contact: PairContact,
  axis: SatResult,
  a: Posed<HullShape>,
  b: Posed<HullShape>,
): void {
  contact.depth = axis.depth;
  for (let k = 0; k < 3; k++) contact.normal[k] = axis.normal[k];
  if (axis.kind === satAxis.edges) edgePoints(contact, axis, a, b);
  else deepestPoints(contact, axis.kind === satAxis.faceA ? b : a, axis.kind === satAxis.faceA);
}

/** The points of two crossing edges. */
function edgePoints(contact: PairContact, axis: SatResult, a: Posed<HullShape>, b: Posed<HullShape>): void {
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
  hull.vertex!(ends[to], edges[edgeSize * edge]);
  hull.vertex!(ends[to + 1], edges[edgeSize * edge + secondVertexAt]);
}

/** The corner of `hull` that lies deepest behind the face of the other, and its foot on it. */
function deepestPoints(contact: PairContact, hull: Posed<HullShape>, isB: boolean): void {
  const { normal, pointA, pointB, depth } = contact;
  for (let k = 0; k < 3; k++) direction[k] = isB ? -normal[k] : normal[k];
  hull.support(isB ? pointB : pointA, direction);
  for (let k = 0; k < 3; k++)
    if (isB) pointA[k] = pointB[k] + depth * normal[k];
    else pointB[k] = pointA[k] - depth * normal[k];
}
