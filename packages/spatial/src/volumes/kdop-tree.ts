/**
 * A tree of k-DOPs over the triangles of a mesh, for exact collision between two meshes. A k-DOP test takes k
 * comparisons: cheaper than the test of oriented boxes and tighter than that of axis-aligned ones.
 *
 * The directions of k-DOPs stay fixed while a mesh rotates, so before a query the k-DOPs of the other mesh
 * are recomputed in this frame: from the vertices at the leaves, as unions above, O(n). Rays, nearest points
 * and overlaps are answered as by the other structures over triangles; `TriangleBvh` is faster at them.
 *
 * Klosowski, Held, Mitchell, Sowizral & Zikan, "Efficient collision detection using bounding volume
 * hierarchies of k-DOPs", IEEE TVCG 4(1), 1998.
 */

import {
  type KdopDirections,
  kdopDirections,
  kdopFitPosedRange,
  kdopFitRange,
  type PointRange,
} from '@colide/bounds';
import { type PairList, type ReadonlyMat4, refuse, requirePairList } from '@colide/core';
import { knownTriangleOptions } from '../internal/known-options.ts';
import { requireMatrix } from '../internal/mesh-arguments.ts';
import { offsetAt } from '../internal/mesh-layout.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { directionAt, limitAt } from '../internal/ray-state.ts';
import type { TriangleQueryOptions } from '../meshes/triangle-queries.ts';
import {
  beginAt,
  childAt,
  endAt,
  linkSize,
  MeshVolumeTree,
  rangeSize,
  slotCountAt,
} from './internal/mesh-volume-tree.ts';

/** Options of {@link KdopTree}. */
export interface KdopTreeOptions extends TriangleQueryOptions {
  /** The number of planes of a volume. Both trees of a query must have the same. Default 18. */
  readonly k?: 6 | 14 | 18 | 26;
}

const tag = 'kdop';
/** What is packed. */
type KdopArrays = NonNullable<ConstructorParameters<typeof KdopTree>[3]>;

/** The possible numbers of sides. */
const ks = [6, 14, 18, 26] as const;
/** A bound on the rounding error of projections, relative to their terms. */
const doubt = 2 ** -48;
/** Columns of the rotation, then the translation, of the other mesh. */
const placement = /* @__PURE__ */ new Float64Array(12);
const range: PointRange = { from: 0, to: 0 };

/** A mesh with a tree of k-DOPs. */
export class KdopTree extends MeshVolumeTree {
  readonly directions: KdopDirections;
  /** k-DOPs of the nodes in the frame of the mesh, k numbers each: all minima, then all maxima. */
  readonly volumes: Float64Array;
  /** k-DOPs of the nodes in the frame of the last query. */
  private readonly placed: Float64Array;

  /**
   * Restores a structure from the buffer of {@link serialize}, and the mesh it was made for. The buffer is
   * used, not copied.
   */
  static deserialize(
    buffer: ArrayBufferLike,
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
  ): KdopTree {
    const built = unpackArrays<KdopArrays>(tag, buffer);
    const [, , , watertight, sides] = built;
    const k = ks.find(count => count === sides[0]) ?? 18;
    return new KdopTree(positions, indices, { k, watertight: watertight[0] === 1 }, built);
  }

  /**
   * @param positions x, y, z of the vertices, all finite; kept, not copied
   * @param indices three vertices per triangle; kept, not copied
   * @param built arrays that `deserialize` passes, so that nothing is built
   */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: KdopTreeOptions = {},
    built?: readonly [
      order: Uint32Array,
      children: Uint32Array,
      ranges: Uint32Array,
      watertight: Uint8Array,
      k: Uint8Array,
      volumes: Float64Array,
    ],
  ) {
    super(positions, indices, knownTriangleOptions(options, 'k'), built);
    const { ranges, corners, nodeCount, triangleCount } = this;
    this.directions = kdopDirections(options.k ?? 18);
    const k = 2 * this.directions.count;
    this.placed = new Float64Array(k * nodeCount);
    if (built !== undefined) {
      [, , , , , this.volumes] = built;
      return;
    }
    this.volumes = new Float64Array(k * nodeCount);
    for (let node = 0; node < nodeCount && triangleCount > 0; node++)
      if (node !== 1)
        kdopFitRange(
          this.volumes,
          k * node,
          this.directions,
          corners,
          3 * ranges[rangeSize * node + beginAt],
          3 * ranges[rangeSize * node + endAt],
        );
  }

  override get byteLength(): number {
    return super.byteLength + this.placed.byteLength;
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  /**
   * Appends every pair of a triangle here and a triangle of `other` that overlap or touch; returns how many
   * there are. `pose`, a column-major matrix of a rotation and a translation, takes `other` to this frame.
   */
  findPairs(out: PairList, other: KdopTree, pose?: ReadonlyMat4): number {
    requirePairList('out', out);
    if (!(other instanceof KdopTree)) refuse('other', 'be a KdopTree', other);
    requireMatrix(pose);
    if (other.directions.count !== this.directions.count)
      throw new RangeError(
        `other must have the same k, got ${2 * other.directions.count} and ${2 * this.directions.count}`,
      );
    if (pose === undefined) other.placed.set(other.volumes);
    else other.place(pose);
    return this.walk(out, other, pose);
  }

  protected override packed(): PackedArray[] {
    return [...super.packed(), Uint8Array.of(2 * this.directions.count), this.volumes];
  }

  protected override overlap(other: KdopTree, a: number, b: number): boolean {
    const { volumes, directions } = this;
    const { placed } = other;
    const { count } = directions;
    const i = 2 * count * a;
    const j = 2 * count * b;
    for (let d = 0; d < count; d++)
      if (volumes[i + d] > placed[j + count + d] || placed[j + d] > volumes[i + count + d]) return false;
    return true;
  }

  /** One slab per direction. */
  protected override meetsRay(ray: Float64Array, node: number): boolean {
    const { volumes } = this;
    const { count, vectors } = this.directions;
    const at = 2 * count * node;
    const size = Math.abs(ray[0]) + Math.abs(ray[1]) + Math.abs(ray[2]);
    let near = 0;
    let far = ray[limitAt];
    for (let d = 0; d < count; d++) {
      const x = vectors[3 * d];
      const y = vectors[3 * d + 1];
      const z = vectors[3 * d + 2];
      const from = x * ray[0] + y * ray[1] + z * ray[2];
      const speed = x * ray[directionAt] + y * ray[directionAt + 1] + z * ray[directionAt + 2];
      const low = volumes[at + d] - from;
      const high = volumes[at + count + d] - from;
      const slack = doubt * (size + Math.abs(low) + Math.abs(high));
      // A ray parallel to the slab is in it everywhere or nowhere.
      if (speed === 0) {
        if (low > slack || high < -slack) return false;
        continue;
      }
      const a = (low - slack) / speed;
      const b = (high + slack) / speed;
      near = Math.max(near, Math.min(a, b) * (1 - doubt));
      far = Math.min(far, Math.max(a, b) * (1 + doubt));
    }
    this.entry = near;
    return near <= far;
  }

  /**
   * The first three directions are the axes: the distance from the box that they bound, less a bound on its
   * rounding error. A triangle as far as the best so far may have a smaller number.
   */
  protected override measure(point: Float64Array, node: number): void {
    const { volumes } = this;
    const { count } = this.directions;
    const at = 2 * count * node;
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      const x = point[axis];
      const low = volumes[at + axis];
      const high = volumes[at + count + axis];
      const slack = doubt * (Math.abs(x) + Math.abs(low) + Math.abs(high));
      const away = Math.max(0, low - x - slack, x - high - slack);
      sum += away * away;
    }
    this.entry = sum * (1 - doubt);
  }

  protected override meetsBox(box: Float64Array, node: number): boolean {
    const { volumes } = this;
    const { count, vectors } = this.directions;
    const at = 2 * count * node;
    for (let d = 0; d < count; d++) {
      let low = 0;
      let high = 0;
      let size = 0;
      for (let axis = 0; axis < 3; axis++) {
        const n = vectors[3 * d + axis];
        const a = n * box[axis];
        const b = n * box[axis + 3];
        low += Math.min(a, b);
        high += Math.max(a, b);
        size += Math.abs(a) + Math.abs(b);
      }
      const slack = d < 3 ? 0 : doubt * size;
      if (low - slack > volumes[at + count + d] || high + slack < volumes[at + d]) return false;
    }
    return true;
  }

  protected override meetsPlane(planes: ArrayLike<number>, p: number, node: number): boolean {
    const { volumes } = this;
    const { count } = this.directions;
    const at = 2 * count * node;
    let height = -planes[p + offsetAt];
    let size = Math.abs(height);
    for (let axis = 0; axis < 3; axis++) {
      const n = planes[p + axis];
      const term = n * volumes[at + axis + (n < 0 ? count : 0)];
      height += term;
      size += Math.abs(term);
    }
    return height <= 1e-12 * size;
  }

  private place(pose: ReadonlyMat4): void {
    const { placed, directions, children, ranges, corners, nodeCount } = this;
    const { count } = directions;
    const k = 2 * count;
    for (let i = 0; i < 12; i++) placement[i] = pose[4 * ((i / 3) | 0) + (i % 3)];
    for (let node = nodeCount - 1; node >= 0 && this.triangleCount > 0; node--) {
      if (node === 1) continue;
      if (children[linkSize * node + slotCountAt] > 0) {
        range.from = 3 * ranges[rangeSize * node + beginAt];
        range.to = 3 * ranges[rangeSize * node + endAt];
        kdopFitPosedRange(placed, k * node, directions, corners, range, placement);
        continue;
      }
      const left = k * children[linkSize * node + childAt];
      for (let d = 0; d < count; d++) {
        placed[k * node + d] = Math.min(placed[left + d], placed[left + k + d]);
        placed[k * node + count + d] = Math.max(placed[left + count + d], placed[left + k + count + d]);
      }
    }
  }
}
