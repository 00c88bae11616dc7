/**
 * The point of a solid tetrahedron nearest to a given point.
 *
 * Idea: inside, where all four weights are at least 0, the point itself. Outside, the nearest point lies on a face
 * beyond whose plane the given point is, so only the faces opposite a corner of negative weight need a look. A
 * tetrahedron without volume, or nearly so, is treated by its four faces alone. The orientation does not matter.
 *
 * Cost: O(1), one to four triangles; no allocation, no checks: NaN in, NaN out. Lengths between 1e-75 and 1e75
 * neither over- nor underflow.
 *
 * C. Ericson, "Real-Time Collision Detection", 2005, §5.1.6.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { barycentricTetrahedron } from './barycentric.ts';
import { type ClosestPoint, createClosestPoint } from './closest-point.ts';
import { closestPointTriangle } from './closest-point-triangle.ts';

const weights = /* @__PURE__ */ new Float64Array(4);
const candidate = /* @__PURE__ */ createClosestPoint();
/** The squared distance of the nearest point so far. */
const nearest = /* @__PURE__ */ new Float64Array(1);

/** Fills `out` with the point of tetrahedron a b c d nearest to `p` and its weights; returns the squared distance. */
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
  nearest[0] = Infinity;
  if (!solid || !(weightD >= 0)) takeNearer(out, p, a, b, c, 0, 1, 2);
  if (!solid || !(weightC >= 0)) takeNearer(out, p, a, b, d, 0, 1, 3);
  if (!solid || !(weightB >= 0)) takeNearer(out, p, a, c, d, 0, 2, 3);
  if (!solid || !(weightA >= 0)) takeNearer(out, p, b, c, d, 1, 2, 3);
  return nearest[0];
}

/** Takes over the nearest point of the face of corners i, j, k into `out` where it is the nearest so far. */
function takeNearer(
  out: ClosestPoint,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
  c: ReadonlyVec3,
  i: number,
  j: number,
  k: number,
): void {
  const squared = closestPointTriangle(candidate, p, a, b, c);
  if (squared >= nearest[0]) return;
  nearest[0] = squared;
  const { point, barycentric } = out;
  for (let axis = 0; axis < 3; axis++) point[axis] = candidate.point[axis];
  for (let corner = 0; corner < 4; corner++) barycentric[corner] = 0;
  barycentric[i] = candidate.barycentric[0];
  barycentric[j] = candidate.barycentric[1];
  barycentric[k] = candidate.barycentric[2];
  const { feature } = candidate;
  out.feature = ((feature & 1) << i) | (((feature >> 1) & 1) << j) | (((feature >> 2) & 1) << k);
}
