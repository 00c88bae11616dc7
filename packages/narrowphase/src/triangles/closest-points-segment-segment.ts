/**
 * Closest points of two segments: where the lines are nearest, if that lies inside both segments; otherwise
 * an end of one and its projection on the other. All five candidates are compared, so parallel and degenerate
 * segments need no tolerance (the textbook's clamping, Ericson 2005 §5.1.9, divides by a determinant that is
 * noise there). O(1), no allocation.
 */
import type { ReadonlyVec3 } from '@colide/core';
import {
  candidatesClear,
  createClosestCandidates,
  offerEdgeEdge,
  pointAAt,
  pointBAt,
  squaredAt,
} from '../internal/closest-features.ts';
import type { ClosestPoints } from './closest-points.ts';

/** The four ends, three numbers each. */
const ends = /* @__PURE__ */ new Float64Array(12);
const candidates = /* @__PURE__ */ createClosestCandidates();

/**
 * Fills `out` with the closest points of segments p0 p1 and q0 q1; returns their squared distance. Unchecked.
 */
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
    out.pointA[i] = best[pointAAt + i];
    out.pointB[i] = best[pointBAt + i];
  }
  return best[squaredAt];
}
