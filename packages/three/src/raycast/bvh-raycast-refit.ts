/**
 * Updates the tree that `bvhRaycast` uses after bones or morph targets have moved. Call it once per frame for
 * each such mesh that rays are cast at, after `updateMatrixWorld` of the scene. Triangles keep their leaves,
 * and boxes are recomputed. Cost: O(n), most of it for deforming the vertices, as the GPU does.
 */
import type { Mesh } from 'three';
import { treeOf } from './internal/mesh-tree.ts';

/** Refits the tree of `mesh` to its vertices. Builds the tree if there is none. */
export function bvhRaycastRefit(mesh: Mesh): void {
  treeOf(mesh, true);
}
