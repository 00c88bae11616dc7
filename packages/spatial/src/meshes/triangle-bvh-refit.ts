/**
 * Refits a `TriangleBvh` to vertices that have moved: triangles keep their leaves, boxes are computed anew
 * from the leaves up, in one pass, O(n), without allocation. About four times as fast as building; the tree
 * answers exactly, however far things have moved, but more slowly the more triangles have changed neighbours.
 * For soft bodies and animated meshes; build anew now and then.
 *
 * I. Wald, S. Boulos, P. Shirley, "Ray tracing deformable scenes using dynamic bounding volume hierarchies",
 * ACM TOG 26(1), 2007.
 */
import { requireFiniteArray } from '@colide/core';
import { countAt, firstAt, nodeSize } from '../internal/bvh-layout.ts';
import { boundTriangles, uniteChildren } from './internal/triangle-tree.ts';
import type { TriangleBvh } from './triangle-bvh.ts';

/**
 * Takes over the present `positions` of the mesh, the array that the tree was made with; indices must be as
 * they were. Throws when a coordinate is not finite, and nothing has changed then.
 */
export function triangleBvhRefit<T extends TriangleBvh>(bvh: T): T {
  const { positions, indices, corners, order, nodes, words } = bvh;
  requireFiniteArray('positions', positions);
  for (let slot = 0, at = 0; slot < order.length; slot++)
    for (let k = 0; k < 3; k++, at += 3) {
      const vertex = 3 * indices[3 * order[slot] + k];
      corners[at] = positions[vertex];
      corners[at + 1] = positions[vertex + 1];
      corners[at + 2] = positions[vertex + 2];
    }
  // Children come after their parent; node 1 is not used.
  for (let at = nodes.length - nodeSize; at >= 0; at -= nodeSize) {
    if (at === nodeSize) continue;
    const first = words[at + firstAt];
    const count = words[at + countAt];
    if (count > 0) boundTriangles(nodes, at, corners, first, first + count);
    else uniteChildren(nodes, at, nodeSize * first);
  }
  return bvh;
}
