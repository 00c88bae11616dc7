/**
 * Closest points of two triangles. Disjoint triangles are nearest at two edges or at a corner and a face: nine pairs of
 * edges and six of corner and face are tried. Whether they meet is decided exactly (`triangleTriangle`); then a common point
 * is the answer. O(1), no allocation; degenerate triangles are the segments or points they cover.
 */

import { candidatesClear, offerEdgeEdge, offerVertexFace } from '../internal/closest-features.ts';
import type { ClosestPoints } from './closest-points.ts';
import { triangleTriangle } from './triangle-triangle.ts';
import { createTriangleSegment, triangleTriangleSegment } from './triangle-triangle-segment.ts';

const points = /* @__PURE__ */ new Float64Array(18);
const candidates = { best: /* @__PURE__ */ new Float64Array(7) };
const common = /* @__PURE__ */ createTriangleSegment();

/**
 * Fills `out` with the closest points of triangles `a` and `b`, nine numbers each; returns their squared distance, 0 when
 * they meet (then both points are one common point, up to rounding). Unchecked.
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
    offerVertexFace(candidates, points, i, 3, 4, 5, true);
    offerVertexFace(candidates, points, 3 + i, 0, 1, 2, false);
    for (let j = 0; j < 3; j++) offerEdgeEdge(candidates, points, i, (i + 1) % 3, 3 + j, 3 + ((j + 1) % 3));
  }
  const { best } = candidates;
  for (let i = 0; i < 3; i++) {
    pointA[i] = best[1 + i];
    pointB[i] = best[4 + i];
  }
  return best[0];
}
