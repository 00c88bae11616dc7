/**
 * Closest points of two triangles. Disjoint triangles are nearest at two edges or at a vertex and a face:
 * nine pairs of edges and six of vertex and face are tried. Whether they intersect is decided exactly
 * (`triangleTriangle`); if they do, a common point is the answer. O(1), no allocation; degenerate triangles
 * are treated as the segments or points they cover.
 */

import {
  candidatesClear,
  createClosestCandidates,
  offerEdgeEdge,
  offerFaceVertex,
  offerVertexFace,
  pointAAt,
  pointBAt,
  squaredAt,
} from '../internal/closest-features.ts';
import type { ClosestPoints } from './closest-points.ts';
import { triangleTriangle } from './triangle-triangle.ts';
import { createTriangleSegment, triangleTriangleSegment } from './triangle-triangle-segment.ts';

/** The six vertices: 0 to 2 of A, 3 to 5 of B. */
const points = /* @__PURE__ */ new Float64Array(18);
const candidates = /* @__PURE__ */ createClosestCandidates();
const common = /* @__PURE__ */ createTriangleSegment();

/**
 * Fills `out` with the closest points of triangles `a` and `b`, nine numbers each; returns their squared
 * distance, 0 when they meet (then both points are one common point, up to rounding). Unchecked.
 */
export function closestPointsTriangleTriangle(
  out: ClosestPoints,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): number {
  const { pointA, pointB } = out;
  if (triangleTriangle(a, b)) {
    triangleTriangleSegment(common, a, b);
    for (let i = 0; i < 3; i++) pointA[i] = pointB[i] = 0.5 * (common.start[i] + common.end[i]);
    return 0;
  }
  for (let i = 0; i < 9; i++) {
    points[i] = a[i];
    points[i + 9] = b[i];
  }
  candidatesClear(candidates);
  for (let i = 0; i < 3; i++) {
    offerVertexFace(candidates, points, i, 3, 4, 5);
    offerFaceVertex(candidates, points, 3 + i, 0, 1, 2);
    for (let j = 0; j < 3; j++) offerEdgeEdge(candidates, points, i, (i + 1) % 3, 3 + j, 3 + ((j + 1) % 3));
  }
  const { best } = candidates;
  for (let i = 0; i < 3; i++) {
    pointA[i] = best[pointAAt + i];
    pointB[i] = best[pointBAt + i];
  }
  return best[squaredAt];
}
