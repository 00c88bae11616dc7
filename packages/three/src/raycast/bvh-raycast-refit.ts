/**
 * Brings the tree that `bvhRaycast` uses up to date with bones and morph targets: once per frame for each mesh
 * that they have moved and that rays are cast at, after `updateMatrixWorld` of the scene. Triangles keep their
 * leaves, boxes are computed anew. Cost: O(n), most of it to move the vertices, as the GPU does.
 */
import type { Mesh } from 'three';
import { treeOf } from './internal/mesh-tree.ts';

/** Refits the tree of `mesh` to its vertices. Makes the tree if there is none. */
export function bvhRaycastRefit(mesh: Mesh): void {
  treeOf(mesh, true);
}
