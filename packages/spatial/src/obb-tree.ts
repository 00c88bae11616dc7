/**
 * A tree of oriented boxes over the triangles of a rigid mesh, for exact collision between two meshes. Oriented boxes hug long and
 * slanted parts, so two meshes in close proximity need far fewer tests than with axis-aligned boxes, and a moving mesh needs no
 * refitting: the boxes turn with it.
 *
 * Each node's box lies along the principal axes of its vertices. O(n log n) to build; 15 numbers a node. Rigid meshes only.
 *
 * Gottschalk, Lin & Manocha, "OBBTree: a hierarchical structure for rapid interference detection", SIGGRAPH 1996. We depart in the
 * split, which is that of the axis-aligned box, and weigh vertices instead of areas.
 */
import { obbPose } from '@colide/bounds/obb-motion';
import { obbOverlap } from '@colide/bounds/obb-overlap';
import { obbFitRangePca } from '@colide/bounds/obb-pca';
import type { PairList } from '@colide/core';
import type { ReadonlyMat4 } from 'gl-matrix';
import { MeshVolumeTree } from './internal/mesh-volume-tree.ts';

const boxA = /* @__PURE__ */ new Float64Array(15);
const boxB = /* @__PURE__ */ new Float64Array(15);
/** Columns of the rotation, then the translation, of the other mesh. */
const placement = /* @__PURE__ */ new Float64Array(12);

/** A rigid mesh with a tree of oriented boxes. */
export class ObbTree extends MeshVolumeTree {
  /** Oriented boxes of the nodes, 15 numbers each, as in `createObb`. */
  readonly boxes: Float64Array;

  /**
   * @param positions x, y, z of the vertices, all finite
   * @param indices three vertices a triangle
   */
  constructor(positions: ArrayLike<number>, indices: ArrayLike<number>) {
    super(positions, indices);
    const { ranges, corners, nodeCount, triangleCount } = this;
    this.boxes = new Float64Array(15 * nodeCount);
    for (let node = 0; node < nodeCount && triangleCount > 0; node++)
      if (node !== 1)
        obbFitRangePca(this.boxes, 15 * node, corners, 3 * ranges[2 * node]!, 3 * ranges[2 * node + 1]!);
  }

  override get byteLength(): number {
    return super.byteLength + this.boxes.byteLength;
  }

  /**
   * Appends every pair of a triangle here and a triangle of `other` that overlap or touch; returns how many there are. `pose`,
   * column by column, brings `other` into this frame: a rotation and a translation.
   */
  findPairs(out: PairList, other: ObbTree, pose?: ReadonlyMat4): number {
    for (let i = 0; i < 12; i++) {
      const column = (i / 3) | 0;
      placement[i] = pose === undefined ? (i < 9 && i % 4 === 0 ? 1 : 0) : pose[4 * column + (i % 3)]!;
    }
    return this.walk(out, other, pose);
  }

  protected overlap(other: ObbTree, a: number, b: number): boolean {
    for (let i = 0; i < 15; i++) boxA[i] = this.boxes[15 * a + i]!;
    obbPose(boxB, 0, other.boxes, 15 * b, placement, 9, placement);
    return obbOverlap(boxA, boxB);
  }
}
