/**
 * The common base of the octree, the grid and the BSP tree over triangles. All three divide space and refer
 * to a triangle from every cell that it touches, each cell a range of slots. When triangles are assigned,
 * cells are enlarged by far more than rounding can move a ray or a point across a border, so a traversal may
 * choose either side of a border and still finds everything.
 */

import { grown, type IdList } from '@colide/core';
import { offsetAt, planeSize } from '../../internal/mesh-layout.ts';
import { farFactor, inverseAt, limitAt } from '../../internal/ray-state.ts';
import { TriangleStructure } from '../../internal/triangle-structure.ts';

/** The first of the packed arrays are the order of the slots and the base, which has these offsets. */
const baseArrayAt = 1;
const triangleCountAt = 0;
const watertightAt = 1;
const slackAt = 2;
const boundsAt = 3;

/** Whether the structure that was packed in `arrays` had watertight rays. */
export function wasWatertight(
  arrays: readonly [order: Uint32Array, base: Float64Array, ...unknown[]],
): boolean {
  return arrays[baseArrayAt][watertightAt] === 1;
}

/** The distance by which cells are enlarged, as a fraction of the size of the mesh. */
const margin = 1e-6;

/** The base of structures that divide space. */
export abstract class TriangleCells extends TriangleStructure {
  /** The box around all triangles, slightly enlarged. */
  readonly bounds = new Float64Array(6);
  /** The distance up to which a cell and a triangle count as touching. */
  protected slack = 0;
  /** The corners of all triangles, nine numbers each, while the structure is built. */
  protected soup: Float64Array = new Float64Array(0);
  private stamps!: Uint32Array;
  private stamp = 0;
  /** Where the ray enters and leaves {@link bounds}. */
  protected readonly stretch = new Float64Array(2);

  /** Copies and measures the mesh; comes first when a structure is built. */
  protected measure(): void {
    const { bounds, positions, indices } = this;
    this.stamps = new Uint32Array(this.triangleCount);
    this.soup = new Float64Array(3 * indices.length);
    bounds.fill(Infinity, 0, 3);
    bounds.fill(-Infinity, 3);
    for (let i = 0; i < indices.length; i++)
      for (let axis = 0; axis < 3; axis++) {
        const x = positions[3 * indices[i] + axis];
        this.soup[3 * i + axis] = x;
        if (x < bounds[axis]) bounds[axis] = x;
        if (x > bounds[axis + 3]) bounds[axis + 3] = x;
      }
    let size = 0;
    let largest = 0;
    for (let axis = 0; axis < 3; axis++) {
      size = Math.max(size, bounds[axis + 3] - bounds[axis]);
      largest = Math.max(largest, Math.abs(bounds[axis]), Math.abs(bounds[axis + 3]));
    }
    this.slack = margin * size + 1e-13 * largest + Number.MIN_VALUE;
    for (let axis = 0; axis < 3; axis++) {
      bounds[axis] -= this.slack;
      bounds[axis + 3] += this.slack;
    }
  }

  /** Arranges the slots and drops the data of the build; comes last. */
  protected finish(order: Uint32Array): void {
    this.soup = new Float64Array(0);
    this.arrange(order);
  }

  /** The array that {@link unpackBase} reads: number of triangles, kind of ray test, slack, bounds. */
  protected packBase(): [Float64Array] {
    return [Float64Array.of(this.triangleCount, this.watertight ? 1 : 0, this.slack, ...this.bounds)];
  }

  /** Restores what {@link packBase} returned. */
  protected unpackBase(head: Float64Array): void {
    if (head[triangleCountAt] !== this.triangleCount)
      throw new RangeError(
        `indices must have ${head[triangleCountAt]} triangles as when serialized, got ${this.triangleCount}`,
      );
    this.slack = head[slackAt];
    this.bounds.set(head.subarray(boundsAt));
    this.stamps = new Uint32Array(this.triangleCount);
  }

  /** Begins a query that reports a triangle once. */
  protected beginGathering(): void {
    this.stamp = (this.stamp + 1) >>> 0;
    if (this.stamp > 0) return;
    this.stamps.fill(0);
    this.stamp = 1;
  }

  /** Appends the slots from `first` to `last` − 1 whose triangles have not been visited in this query. */
  protected gather(out: IdList, first: number, last: number): void {
    const { stamps, stamp, order } = this;
    for (let slot = first; slot < last; slot++) {
      const id = order[slot];
      if (stamps[id] === stamp) continue;
      stamps[id] = stamp;
      out.push(slot);
    }
  }

  /** Clips the ray to {@link bounds}, into {@link stretch}; false when it misses. */
  protected clipToBounds(ray: Float64Array): boolean {
    const { bounds, stretch } = this;
    let near = 0;
    let far = ray[limitAt];
    for (let axis = 0; axis < 3; axis++) {
      const t0 = (bounds[axis] - ray[axis]) * ray[axis + inverseAt];
      const t1 = (bounds[axis + 3] - ray[axis]) * ray[axis + inverseAt];
      near = Math.max(near, Math.min(t0, t1));
      far = Math.min(far, Math.max(t0, t1) * farFactor);
    }
    stretch[0] = near;
    stretch[1] = far;
    return near <= far;
  }

  /**
   * Whether the box at `boxes[at]`, slightly enlarged, lies entirely outside one of the planes, n · x > d.
   */
  protected isOutside(boxes: Float64Array, at: number, planes: ArrayLike<number>): boolean {
    const { slack } = this;
    for (let p = 0; p < planes.length; p += planeSize) {
      let height = -planes[p + offsetAt];
      let size = 0;
      for (let axis = 0; axis < 3; axis++) {
        const n = planes[p + axis];
        height += n * (n < 0 ? boxes[at + axis + 3] + slack : boxes[at + axis] - slack);
        size += Math.abs(n);
      }
      if (height > 1e-12 * size * slack) return true;
    }
    return false;
  }
}

/** A growable list of numbers, for building. */
export class SlotList {
  data: Uint32Array = new Uint32Array(16);
  count = 0;

  push(value: number): void {
    if (this.count === this.data.length) this.data = grown(this.data, 2 * this.count);
    this.data[this.count++] = value;
  }
}
