/**
 * Finds the triangles of two meshes that intersect. The structure of the first mesh is queried with the box
 * of every triangle of the second, and the exact test decides: O(n log m) for typical meshes, whatever the
 * structure.
 */

import { IdList, type PairList, type ReadonlyMat4, requirePairList } from '@colide/core';
import { triangleTriangle } from '@colide/narrowphase';
import { requireMatrix, requireTriangles } from '../internal/mesh-arguments.ts';
import { triangleSize } from '../internal/mesh-layout.ts';
import { placeTriangle } from '../internal/place-triangle.ts';
import type { TriangleQueries } from './triangle-queries.ts';

const first = /* @__PURE__ */ new Float64Array(triangleSize);
const second = /* @__PURE__ */ new Float64Array(triangleSize);
const box = /* @__PURE__ */ new Float64Array(6);
const candidates = /* @__PURE__ */ new IdList();

/**
 * Appends every pair of a triangle of `a` and a triangle of `b` that overlap or touch, and returns how many
 * there are. `pose`, an affine column-major matrix, takes `b` to the frame of `a`; the default is the
 * identity.
 */
export function findTrianglePairs(
  out: PairList,
  a: TriangleQueries,
  b: TriangleQueries,
  pose?: ReadonlyMat4,
): number {
  requirePairList('out', out);
  requireTriangles('a', a);
  requireTriangles('b', b);
  requireMatrix(pose);
  const before = out.count;
  for (let j = 0; j < b.triangleCount; j++) {
    b.triangle(second, j);
    if (pose !== undefined) placeTriangle(second, pose);
    for (let axis = 0; axis < 3; axis++) {
      box[axis] = Math.min(second[axis], second[axis + 3], second[axis + 6]);
      box[axis + 3] = Math.max(second[axis], second[axis + 3], second[axis + 6]);
    }
    candidates.clear();
    a.slotsIn(candidates, box);
    for (let k = 0; k < candidates.count; k++) {
      const i = a.order[candidates.data[k]];
      if (triangleTriangle(a.triangle(first, i), second)) out.push(i, j);
    }
  }
  return out.count - before;
}
