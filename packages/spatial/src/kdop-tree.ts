/**
 * A tree of k-DOPs over the triangles of a mesh, for exact collision between two meshes. A k-DOP test is k comparisons, cheaper than
 * that of oriented boxes and tighter than that of axis-aligned ones.
 *
 * The directions of k-DOPs stay fixed while a mesh turns, so before a query the k-DOPs of the other mesh are found anew in this frame:
 * from the vertices at the leaves, as unions above, O(n). Klosowski, Held, Mitchell, Sowizral & Zikan, "Efficient collision
 * detection using bounding volume hierarchies of k-DOPs", IEEE TVCG 4(1), 1998.
 */
import { kdopFitRange } from '@colide/bounds/kdop';
import { type KdopDirections, kdopDirections } from '@colide/bounds/kdop-directions';
import { kdopFitPosedRange } from '@colide/bounds/kdop-motion';
import type { PairList } from '@colide/core';
import type { ReadonlyMat4 } from 'gl-matrix';
import { MeshVolumeTree } from './internal/mesh-volume-tree.ts';

/** Options of {@link KdopTree}. */
export interface KdopTreeOptions {
  /** How many planes bound a volume. Both trees of a query must have the same. Default 18. */
  readonly k?: 6 | 14 | 18 | 26;
}

/** Columns of the rotation, then the translation, of the other mesh. */
const placement = /* @__PURE__ */ new Float64Array(12);

/** A mesh with a tree of k-DOPs. */
export class KdopTree extends MeshVolumeTree {
  readonly directions: KdopDirections;
  /** k-DOPs of the nodes in the frame of the mesh, k numbers each: all minima, then all maxima. */
  readonly volumes: Float64Array;
  /** k-DOPs of the nodes in the frame of the last query. */
  private readonly placed: Float64Array;

  /**
   * @param positions x, y, z of the vertices, all finite
   * @param indices three vertices a triangle
   */
  constructor(positions: ArrayLike<number>, indices: ArrayLike<number>, options: KdopTreeOptions = {}) {
    super(positions, indices);
    const { ranges, corners, nodeCount, triangleCount } = this;
    this.directions = kdopDirections(options.k ?? 18);
    const k = 2 * this.directions.count;
    this.volumes = new Float64Array(k * nodeCount);
    this.placed = new Float64Array(k * nodeCount);
    for (let node = 0; node < nodeCount && triangleCount > 0; node++)
      if (node !== 1)
        kdopFitRange(
          this.volumes,
          k * node,
          this.directions,
          corners,
          3 * ranges[2 * node]!,
          3 * ranges[2 * node + 1]!,
        );
  }

  override get byteLength(): number {
    return super.byteLength + this.volumes.byteLength + this.placed.byteLength;
  }

  /**
   * Appends every pair of a triangle here and a triangle of `other` that overlap or touch; returns how many there are. `pose`,
   * column by column, brings `other` into this frame: a rotation and a translation.
   */
  findPairs(out: PairList, other: KdopTree, pose?: ReadonlyMat4): number {
    if (other.directions.count !== this.directions.count)
      throw new RangeError(
        `other must have the same k, got ${2 * other.directions.count} and ${2 * this.directions.count}`,
      );
    if (pose === undefined) other.placed.set(other.volumes);
    else other.place(pose);
    return this.walk(out, other, pose);
  }

  protected overlap(other: KdopTree, a: number, b: number): boolean {
    const { volumes, directions } = this;
    const { placed } = other;
    const { count } = directions;
    const i = 2 * count * a;
    const j = 2 * count * b;
    for (let d = 0; d < count; d++)
      if (volumes[i + d]! > placed[j + count + d]! || placed[j + d]! > volumes[i + count + d]!) return false;
    return true;
  }

  private place(pose: ReadonlyMat4): void {
    const { placed, directions, children, ranges, corners, nodeCount } = this;
    const { count } = directions;
    const k = 2 * count;
    for (let i = 0; i < 12; i++) placement[i] = pose[4 * ((i / 3) | 0) + (i % 3)]!;
    for (let node = nodeCount - 1; node >= 0 && this.triangleCount > 0; node--) {
      if (node === 1) continue;
      if (children[2 * node + 1]! > 0) {
        const [from, to] = [3 * ranges[2 * node]!, 3 * ranges[2 * node + 1]!];
        kdopFitPosedRange(placed, k * node, directions, corners, from, to, placement, 9, placement);
        continue;
      }
      const left = k * children[2 * node]!;
      for (let d = 0; d < count; d++) {
        placed[k * node + d] = Math.min(placed[left + d]!, placed[left + k + d]!);
        placed[k * node + count + d] = Math.max(placed[left + count + d]!, placed[left + k + count + d]!);
      }
    }
  }
}
