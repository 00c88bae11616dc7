/**
 * A tree of oriented boxes over the triangles of a rigid mesh, for exact collision between two meshes.
 * Oriented boxes fit long and slanted parts closely, so two meshes in close proximity need far fewer tests
 * than with axis-aligned boxes, and a moving mesh needs no refitting: the boxes rotate with it.
 *
 * Each node's box lies along the principal axes of its vertices. O(n log n) to build; 15 numbers per node.
 * Rigid meshes only. Rays, nearest points and overlaps are answered as by the other structures over
 * triangles; `TriangleBvh` is faster at them.
 *
 * Gottschalk, Lin & Manocha, "OBBTree: a hierarchical structure for rapid interference detection", SIGGRAPH
 * 1996. We depart from it in two ways: nodes are split like axis-aligned boxes, and vertices are weighted
 * instead of areas.
 */

import { obbFitRangePca, obbOverlap, obbOverlapAabb, obbPose } from '@colide/bounds';
import { type PairList, type ReadonlyMat4, refuse, requirePairList } from '@colide/core';
import { knownTriangleOptions } from '../internal/known-options.ts';
import { requireMatrix } from '../internal/mesh-arguments.ts';
import { offsetAt } from '../internal/mesh-layout.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { directionAt, limitAt } from '../internal/ray-state.ts';
import type { TriangleQueryOptions } from '../meshes/triangle-queries.ts';
import { beginAt, endAt, MeshVolumeTree, rangeSize } from './internal/mesh-volume-tree.ts';

const tag = 'obbt';
/** An oriented box: centre, half extents, three axes. */
const obbSize = 15;
const halfExtentsAt = 3;
const axesAt = 6;
/** What is packed. */
type ObbArrays = NonNullable<ConstructorParameters<typeof ObbTree>[3]>;
/** A bound on the rounding error of projections, relative to their terms. */
const doubt = 2 ** -48;

const boxA = /* @__PURE__ */ new Float64Array(obbSize);
const boxB = /* @__PURE__ */ new Float64Array(obbSize);
/** Columns of the rotation, then the translation, of the other mesh. */
const placement = /* @__PURE__ */ new Float64Array(12);

/** Options of {@link ObbTree}. */
export interface ObbTreeOptions extends TriangleQueryOptions {}

/** A rigid mesh with a tree of oriented boxes. */
export class ObbTree extends MeshVolumeTree {
  /** Oriented boxes of the nodes, 15 numbers each, as in `createObb`. */
  readonly boxes: Float64Array;

  /**
   * Restores a structure from the buffer of {@link serialize}, and the mesh it was made for. The buffer is
   * used, not copied.
   */
  static deserialize(
    buffer: ArrayBufferLike,
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
  ): ObbTree {
    const built = unpackArrays<ObbArrays>(tag, buffer);
    const [, , , watertight] = built;
    return new ObbTree(positions, indices, { watertight: watertight[0] === 1 }, built);
  }

  /**
   * @param positions x, y, z of the vertices, all finite; kept, not copied
   * @param indices three vertices per triangle; kept, not copied
   * @param built arrays that `deserialize` passes, so that nothing is built
   */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: ObbTreeOptions = {},
    built?: readonly [
      order: Uint32Array,
      children: Uint32Array,
      ranges: Uint32Array,
      watertight: Uint8Array,
      boxes: Float64Array,
    ],
  ) {
    super(positions, indices, knownTriangleOptions(options), built);
    if (built !== undefined) {
      [, , , , this.boxes] = built;
      return;
    }
    const { ranges, corners, nodeCount, triangleCount } = this;
    this.boxes = new Float64Array(obbSize * nodeCount);
    for (let node = 0; node < nodeCount && triangleCount > 0; node++)
      if (node !== 1)
        obbFitRangePca(
          this.boxes,
          obbSize * node,
          corners,
          3 * ranges[rangeSize * node + beginAt],
          3 * ranges[rangeSize * node + endAt],
        );
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  /**
   * Appends every pair of a triangle here and a triangle of `other` that overlap or touch; returns how many
   * there are. `pose`, a column-major matrix of a rotation and a translation, takes `other` to this frame.
   */
  findPairs(out: PairList, other: ObbTree, pose?: ReadonlyMat4): number {
    requirePairList('out', out);
    if (!(other instanceof ObbTree)) refuse('other', 'be an ObbTree', other);
    requireMatrix(pose);
    for (let i = 0; i < 12; i++) {
      const column = (i / 3) | 0;
      placement[i] = pose === undefined ? (i < 9 && i % 4 === 0 ? 1 : 0) : pose[4 * column + (i % 3)];
    }
    return this.walk(out, other, pose);
  }

  protected override packed(): PackedArray[] {
    return [...super.packed(), this.boxes];
  }

  protected override overlap(other: ObbTree, a: number, b: number): boolean {
    this.read(a);
    obbPose(boxB, 0, other.boxes, obbSize * b, placement);
    return obbOverlap(boxA, boxB);
  }

  /** Slabs in the frame of the box. */
  protected override meetsRay(ray: Float64Array, node: number): boolean {
    const { boxes } = this;
    const at = obbSize * node;
    const x = ray[0] - boxes[at];
    const y = ray[1] - boxes[at + 1];
    const z = ray[2] - boxes[at + 2];
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    let near = 0;
    let far = ray[limitAt];
    for (let k = 0; k < 3; k++) {
      const axis = at + axesAt + 3 * k;
      const from = x * boxes[axis] + y * boxes[axis + 1] + z * boxes[axis + 2];
      const speed =
        ray[directionAt] * boxes[axis] +
        ray[directionAt + 1] * boxes[axis + 1] +
        ray[directionAt + 2] * boxes[axis + 2];
      const half = boxes[at + halfExtentsAt + k] + doubt * (size + boxes[at + halfExtentsAt + k]);
      // A ray parallel to the slab is in it everywhere or nowhere.
      if (speed === 0) {
        if (Math.abs(from) > half) return false;
        continue;
      }
      const a = (-half - from) / speed;
      const b = (half - from) / speed;
      near = Math.max(near, Math.min(a, b) * (1 - doubt));
      far = Math.min(far, Math.max(a, b) * (1 + doubt));
    }
    this.entry = near;
    return near <= far;
  }

  protected override measure(point: Float64Array, node: number): void {
    const { boxes } = this;
    const at = obbSize * node;
    const x = point[0] - boxes[at];
    const y = point[1] - boxes[at + 1];
    const z = point[2] - boxes[at + 2];
    const slack = doubt * (Math.abs(x) + Math.abs(y) + Math.abs(z));
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      const axis = at + axesAt + 3 * k;
      const along = Math.abs(x * boxes[axis] + y * boxes[axis + 1] + z * boxes[axis + 2]);
      const away = Math.max(0, along - boxes[at + halfExtentsAt + k] - slack);
      sum += away * away;
    }
    this.entry = sum * (1 - doubt);
  }

  protected override meetsBox(box: Float64Array, node: number): boolean {
    this.read(node);
    return obbOverlapAabb(boxA, box);
  }

  protected override meetsPlane(planes: ArrayLike<number>, p: number, node: number): boolean {
    const { boxes } = this;
    const at = obbSize * node;
    const x = planes[p];
    const y = planes[p + 1];
    const z = planes[p + 2];
    let height = x * boxes[at] + y * boxes[at + 1] + z * boxes[at + 2] - planes[p + offsetAt];
    let size = Math.abs(x * boxes[at]) + Math.abs(y * boxes[at + 1]) + Math.abs(z * boxes[at + 2]);
    for (let k = 0; k < 3; k++) {
      const axis = at + axesAt + 3 * k;
      const along = Math.abs(x * boxes[axis] + y * boxes[axis + 1] + z * boxes[axis + 2]);
      height -= along * boxes[at + halfExtentsAt + k];
      size += (Math.abs(x) + Math.abs(y) + Math.abs(z)) * boxes[at + halfExtentsAt + k];
    }
    return height <= 1e-12 * (size + Math.abs(planes[p + offsetAt]));
  }

  /** Copies the box of a node to `boxA`. */
  private read(node: number): void {
    for (let i = 0; i < obbSize; i++) boxA[i] = this.boxes[obbSize * node + i];
  }
}
