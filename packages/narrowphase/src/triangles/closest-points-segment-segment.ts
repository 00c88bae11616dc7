/**
 * Closest points of two segments: where the lines are nearest, if that lies inside both segments; else an end of one and
 * its projection on the other. All five candidates are compared, so parallel and degenerate segments need no tolerance
 * (the textbook's clamping, Ericson 2005 §5.1.9, divides by a determinant that is noise there). O(1), no allocation.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { candidatesClear, offerEdgeEdge } from '../internal/closest-features.ts';
import type { ClosestPoints } from './closest-points.ts';

const ends = /* @__PURE__ */ new Float64Array(12);
const candidates = { best: /* @__PURE__ */ new Float64Array(7) };

/** Fills `out` with the closest points of segments p0 p1 and q0 q1; returns their squared distance. Unchecked. */
export function closestPointsSegmentSegment(
  out: ClosestPoints,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  q0: ReadonlyVec3,
  q1: ReadonlyVec3,
): number {
  for (let i = 0; i < 3; i++) {
    ends[i] = p0[i];
    ends[i + 3] = p1[i];
    ends[i + 6] = q0[i];
    ends[i + 9] = q1[i];
  }
  candidatesClear(candidates);
  offerEdgeEdge(candidates, ends, 0, 1, 2, 3);
  const { best } = candidates;
  for (let i = 0; i < 3; i++) {
    out.pointA[i] = best[1 + i];
    out.pointB[i] = best[4 + i];
  }
  return best[0];
}
