/** Materials of the triangles of a mesh: their checks, and the triangle that a contact point belongs to. */

import { IdList, type ReadonlyVec3, requireInteger, requireLength } from '@colide/core';
import { requireSurfaceMaterial, type SurfaceMaterial } from '@colide/geometry';
import { closestPointTriangle, createClosestPoint } from '@colide/math';
import { triangleSize } from '../../internal/mesh-layout.ts';

/** The part of a mesh that is read. */
interface SearchedMesh {
  readonly order?: Uint32Array;
  triangle(out: Float64Array, id: number): Float64Array;
  slotsIn(out: IdList, box: Float64Array): void;
}

const slots = /* @__PURE__ */ new IdList();
const box = /* @__PURE__ */ new Float64Array(6);
const corners = /* @__PURE__ */ new Float64Array(triangleSize);
const a = /* @__PURE__ */ new Float64Array(3);
const b = /* @__PURE__ */ new Float64Array(3);
const c = /* @__PURE__ */ new Float64Array(3);
const closest = /* @__PURE__ */ createClosestPoint();

/** Throws unless every triangle has one of the materials, or there are none. */
export function requireTriangleMaterials(
  materials: readonly SurfaceMaterial[],
  triangleMaterials: ArrayLike<number>,
  triangleCount: number,
): void {
  requireLength('materials', materials, 0);
  for (const [i, material] of materials.entries()) requireSurfaceMaterial(`materials[${i}]`, material);
  requireLength('triangleMaterials', triangleMaterials, materials.length > 0 ? triangleCount : 0);
  const last = Math.min(materials.length - 1, 0xffff);
  for (let t = 0; t < triangleMaterials.length; t++)
    requireInteger(`triangleMaterials[${t}]`, triangleMaterials[t], 0, last);
}

/**
 * The triangle nearest to `point`, if it is within `maxDistance`, else −1; of several the first. Unchecked.
 */
export function nearestTriangle(mesh: SearchedMesh, point: ReadonlyVec3, maxDistance: number): number {
  const { order } = mesh;
  for (let k = 0; k < 3; k++) {
    box[k] = point[k] - maxDistance;
    box[3 + k] = point[k] + maxDistance;
  }
  slots.clear();
  mesh.slotsIn(slots, box);
  let least = maxDistance * maxDistance;
  let answer = -1;
  for (let i = 0; i < slots.count; i++) {
    const id = order ? order[slots.get(i)] : slots.get(i);
    mesh.triangle(corners, id);
    for (let k = 0; k < 3; k++) {
      a[k] = corners[k];
      b[k] = corners[3 + k];
      c[k] = corners[6 + k];
    }
    const squared = closestPointTriangle(closest, point, a, b, c);
    if (!(squared < least || (squared === least && (answer < 0 || id < answer)))) continue;
    least = squared;
    answer = id;
  }
  return answer;
}
