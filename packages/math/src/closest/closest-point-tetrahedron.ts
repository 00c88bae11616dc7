/**
 * The point of a solid tetrahedron nearest to a given point.
 *
 * Idea: inside, where all four weights are at least 0, the point itself. Outside, the nearest point lies on a
 * face that faces the given point, so only the faces opposite corners with negative weights are examined. A
 * tetrahedron without volume, or nearly so, is treated by its four faces alone. The orientation does not
 * matter.
 *
 * Cost: O(1), one to four triangles; no allocation, no checks: NaN in, NaN out. Lengths between 1e-75 and
 * 1e75 neither over- nor underflow.
 *
 * C. Ericson, "Real-Time Collision Detection", 2005, §5.1.6.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { barycentricTetrahedron } from './barycentric.ts';
import { type ClosestPoint, createClosestPoint } from './closest-point.ts';
import { closestPointTriangle } from './closest-point-triangle.ts';

const weights = /* @__PURE__ */ new Float64Array(4);
const candidate = /* @__PURE__ */ createClosestPoint();

/**
 * Fills `out` with the point of tetrahedron a b c d nearest to `p` and its weights; returns the squared
 * distance.
 */
export function closestPointTetrahedron(
  out: ClosestPoint,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
  d: ReadonlyVec3,
): number {
  const solid = barycentricTetrahedron(weights, p, a, b, c, d);
  const weightA = weights[0];
  const weightB = weights[1];
  const weightC = weights[2];
  const weightD = weights[3];
  if (solid && weightA >= 0 && weightB >= 0 && weightC >= 0 && weightD >= 0) {
    const { point, barycentric } = out;
    for (let i = 0; i < 3; i++) point[i] = p[i];
    let feature = 0;
    for (let i = 0; i < 4; i++) {
      barycentric[i] = weights[i];
      if (weights[i] > 0) feature |= 1 << i;
    }
    out.feature = feature;
    return 0;
  }
  let best = Infinity;
  if (!solid || !(weightD >= 0)) {
    best = closestPointTriangle(candidate, p, a, b, c);
    takeCandidate(out, 0, 1, 2);
  }
  if (!solid || !(weightC >= 0)) {
    const squared = closestPointTriangle(candidate, p, a, b, d);
    if (!(squared >= best)) {
      best = squared;
      takeCandidate(out, 0, 1, 3);
    }
  }
  if (!solid || !(weightB >= 0)) {
    const squared = closestPointTriangle(candidate, p, a, c, d);
    if (!(squared >= best)) {
      best = squared;
      takeCandidate(out, 0, 2, 3);
    }
  }
  if (!solid || !(weightA >= 0)) {
    const squared = closestPointTriangle(candidate, p, b, c, d);
    if (!(squared >= best)) {
      best = squared;
      takeCandidate(out, 1, 2, 3);
    }
  }
  return best;
}

/** Copies the candidate, a point of the face with corners i, j and k, to `out`. */
function takeCandidate(out: ClosestPoint, i: number, j: number, k: number): void {
  const { point, barycentric } = out;
  for (let axis = 0; axis < 3; axis++) point[axis] = candidate.point[axis];
  for (let corner = 0; corner < 4; corner++) barycentric[corner] = 0;
  barycentric[i] = candidate.barycentric[0];
  barycentric[j] = candidate.barycentric[1];
  barycentric[k] = candidate.barycentric[2];
  const { feature } = candidate;
  out.feature = ((feature & 1) << i) | (((feature >> 1) & 1) << j) | (((feature >> 2) & 1) << k);
}
