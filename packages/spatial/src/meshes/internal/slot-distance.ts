/** The distance of a point from the triangle in a slot. */

import type { Vec3 } from '@colide/core';
import { closestPointTriangle, createClosestPoint } from '@colide/math';
import { triangleSize } from '../../internal/mesh-layout.ts';
import type { TriangleQueries } from '../triangle-queries.ts';

/** The nearest point that {@link slotDistanceSquared} found. */
export const closest = /* @__PURE__ */ createClosestPoint();
const point = /* @__PURE__ */ new Float64Array(3);
const vertices = /* @__PURE__ */ createVertices();

function createVertices(): Vec3[] {
  return [0, 1, 2].map(() => new Float64Array(3));
}

/** Squared distance of the point at the beginning of `target` from the triangle in `slot`. */
export function slotDistanceSquared(mesh: TriangleQueries, target: Float64Array, slot: number): number {
  const { corners } = mesh;
  for (let k = 0; k < 3; k++) {
    point[k] = target[k];
    for (let i = 0; i < 3; i++) vertices[i][k] = corners[triangleSize * slot + 3 * i + k];
  }
  return closestPointTriangle(closest, point, vertices[0], vertices[1], vertices[2]);
}
