/**
 * A BSP tree over the triangles of a mesh: space is divided by planes of any orientation, and a triangle is
 * referred to from every leaf it touches. Works for any set of triangles, closed or not; for closed meshes,
 * `BspTree` tells inside from outside.
 *
 * The plane is the one of several proposals whose larger side gets the fewest references: medians along the
 * three axes, along the six diagonals of the coordinate planes, and the planes of some of the triangles. With
 * `planes: 'directions'` only the nine fixed directions are used, so that a plane is one number and a
 * direction (discrete-orientation BSP: Kammaje & Mora, "A study of restricted BSP trees for ray tracing",
 * IEEE RT 2007). A ray visits the near side of a plane, then the far side, and stops at the first leaf that
 * begins beyond the hit; subtrees whose box it misses are skipped (Fuchs, Kedem & Naylor, "On visible surface
 * generation by a priori tree structures", SIGGRAPH 1980).
 *
 * Cost: O(n log n) to build in practice. Limits: more work per node than in a tree of boxes; does not follow
 * moving vertices.
 */

import type { IdList } from '@colide/core';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { knownTriangleOptions } from '../internal/known-options.ts';
import { offsetAt, planeSize, triangleSize } from '../internal/mesh-layout.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { directionAt, farFactor, inverseAt, limitAt } from '../internal/ray-state.ts';
import { farAt, nearAt, stretchSize } from '../internal/stretch-layout.ts';
import { directions, planeOf } from './internal/bsp-planes.ts';
import { TriangleCellTree } from './internal/triangle-cell-tree.ts';
import { SlotList, wasWatertight } from './internal/triangle-cells.ts';
import type { SlotVisitor, TriangleQueryOptions } from './triangle-queries.ts';

const tag = 'trib';

/** What is packed. */
type Packed = NonNullable<ConstructorParameters<typeof TriangleBsp>[3]>;
const depthLimit = 48;
/** A node: its back and front child, or −1 − first slot and −1 − the slot after the last for a leaf. */
const nodeSize = 2;
const backAt = 0;
const frontAt = 1;
/** A plane: normal, then offset. */
const leafCapacity = 8;
const faceProposals = 4;
/** Proposals are compared on at most this many of a node's triangles. */
const sampleSize = 64;

/** Options of {@link TriangleBsp}. */
export interface TriangleBspOptions extends TriangleQueryOptions {
  /** Whether planes may have any orientation or only nine fixed ones. Default `'free'`. */
  readonly planes?: 'free' | 'directions';
}

/** A BSP tree over triangles. */
export class TriangleBsp extends TriangleCellTree {
  /** Number of nodes; node 0 is the root. */
  nodeCount = 0;
  /**
   * Two numbers per node: its back and front child, or −1 − first slot and −1 − the slot after the last for a
   * leaf.
   */
  nodes: Int32Array = new Int32Array(0);
  /** Unit normal n and offset d of each node's plane, n · x = d: n · x is less than d behind it. */
  planes: Float64Array = new Float64Array(0);
  /** Boxes around the triangles of each node. */
  boxes: Float64Array = new Float64Array(0);

  private readonly isFree: boolean;
  protected readonly stack: Int32Array = new Int32Array(2 * depthLimit + 4);
  private readonly stretches = new Float64Array(stretchSize * (2 * depthLimit + 4));

  /** Restores a tree from the buffer of {@link serialize}, and the mesh it was made for. */
  static deserialize(
    buffer: ArrayBufferLike,
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
  ): TriangleBsp {
    const arrays = unpackArrays<Packed>(tag, buffer);
    return new TriangleBsp(positions, indices, { watertight: wasWatertight(arrays) }, arrays);
  }

  /**
   * @param positions x, y, z of the vertices, all finite; kept, not copied
   * @param indices three vertices per triangle; kept, not copied
   * @param built arrays that `deserialize` passes, so that nothing is built
   */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: TriangleBspOptions = {},
    built?: readonly [
      order: Uint32Array,
      base: Float64Array,
      nodes: Int32Array,
      planes: Float64Array,
      boxes: Float64Array,
    ],
  ) {
    super(positions, indices, knownTriangleOptions(options, 'planes'));
    const { planes = 'free' } = options;
    if (planes !== 'free' && planes !== 'directions')
      throw new RangeError(`planes must be 'free' or 'directions', got ${String(planes)}`);
    this.isFree = planes === 'free';
    if (built) {
      const [order, base, nodes, cuts, boxes] = built;
      this.unpackBase(base);
      this.nodes = nodes;
      this.planes = cuts;
      this.boxes = boxes;
      this.nodeCount = this.nodes.length / nodeSize;
      this.arrange(order);
    } else this.build();
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  protected override packed(): PackedArray[] {
    return [this.order, ...this.packBase(), this.nodes, this.planes, this.boxes];
  }

  protected override cast(ray: Float64Array): void {
    if (!this.clipToBounds(ray)) return;
    const { stack, stretches, nodes, planes } = this;
    let top = 0;
    stack[top++] = 0;
    stretches[nearAt] = this.stretch[0];
    stretches[farAt] = this.stretch[1];
    let visited = 0;
    while (top > 0) {
      let node = stack[--top];
      const near = stretches[stretchSize * top + nearAt];
      let far = stretches[stretchSize * top + farAt];
      if (near > ray[limitAt]) break;
      visited++;
      let missed = !this.rayMeetsBox(ray, node);
      while (!missed && nodes[nodeSize * node + backAt] >= 0) {
        const p = planeSize * node;
        const a = planes[p];
        const b = planes[p + 1];
        const c = planes[p + 2];
        const speed = a * ray[directionAt] + b * ray[directionAt + 1] + c * ray[directionAt + 2];
        const height = a * ray[0] + b * ray[1] + c * ray[2] - planes[p + offsetAt];
        const cross = -height / speed;
        // The side on which the stretch begins comes first. A ray that does not move towards the plane stays
        // on its side.
        const side =
          speed === 0 || cross > near ? +(height > 0 || (height === 0 && speed > 0)) : +(speed > 0);
        if (cross > near && cross < far) {
          stack[top] = nodes[nodeSize * node + frontAt - side];
          stretches[stretchSize * top + nearAt] = cross;
          stretches[stretchSize * top + farAt] = far;
          top++;
          far = cross;
        }
        node = nodes[nodeSize * node + side];
        visited++;
        missed = !this.rayMeetsBox(ray, node);
      }
      if (missed) continue;
      const first = -1 - nodes[nodeSize * node + backAt];
      const last = -1 - nodes[nodeSize * node + frontAt];
      if (first < last && this.castSlots(ray, first, last)) break;
    }
    this.counters.add(visited, 0);
  }

  override slotsAround(target: Float64Array, visit: SlotVisitor): void {
    const { stack, stretches, nodes, planes, slack } = this;
    let top = 0;
    stack[top++] = 0;
    stretches[0] = 0;
    let visited = 0;
    while (top > 0) {
      let node = stack[--top];
      if (stretches[top] > target[3]) continue;
      while (nodes[nodeSize * node + backAt] >= 0) {
        const p = planeSize * node;
        const height =
          planes[p] * target[0] +
          planes[p + 1] * target[1] +
          planes[p + 2] * target[2] -
          planes[p + offsetAt];
        const side = +(height > 0);
        const away = Math.max(0, Math.abs(height) - slack);
        stack[top] = nodes[nodeSize * node + frontAt - side];
        stretches[top] = away * away;
        top++;
        node = nodes[nodeSize * node + side];
        visited++;
      }
      visited++;
      this.approachSlots(
        visit,
        target,
        -1 - nodes[nodeSize * node + backAt],
        -1 - nodes[nodeSize * node + frontAt],
      );
    }
    this.counters.add(visited, 0);
  }

  protected override isApart(node: number, window: ArrayLike<number>): boolean {
    const { boxes } = this;
    for (let axis = 0; axis < 3; axis++)
      if (
        window[axis] > boxes[boxSize * node + maxAt + axis] ||
        window[maxAt + axis] < boxes[boxSize * node + axis]
      )
        return true;
    return false;
  }

  protected override isBeyond(node: number, planes: ArrayLike<number>): boolean {
    return this.isOutside(this.boxes, boxSize * node, planes);
  }

  protected override open(out: IdList, node: number, top: number): number {
    const { stack, nodes } = this;
    const back = nodes[nodeSize * node + backAt];
    const front = nodes[nodeSize * node + frontAt];
    if (back < 0) {
      this.gather(out, -1 - back, -1 - front);
      return top;
    }
    stack[top] = back;
    stack[top + 1] = front;
    return top + 2;
  }

  /** Whether the ray meets the box around the triangles of a node before its limit. */
  private rayMeetsBox(ray: Float64Array, node: number): boolean {
    const { boxes, slack } = this;
    let near = 0;
    let far = ray[limitAt];
    for (let axis = 0; axis < 3; axis++) {
      const t0 = (boxes[boxSize * node + axis] - slack - ray[axis]) * ray[axis + inverseAt];
      const t1 = (boxes[boxSize * node + maxAt + axis] + slack - ray[axis]) * ray[axis + inverseAt];
      near = Math.max(near, Math.min(t0, t1));
      far = Math.min(far, Math.max(t0, t1) * farFactor);
    }
    return near <= far;
  }

  private build(): void {
    this.measure();
    const parts = {
      nodes: [],
      planes: [],
      boxes: [],
      slots: new SlotList(),
    };
    this.divide(
      parts,
      Uint32Array.from({ length: this.triangleCount }, (_, i) => i),
      0,
    );
    this.nodes = Int32Array.from(parts.nodes);
    this.planes = Float64Array.from(parts.planes);
    this.boxes = Float64Array.from(parts.boxes);
    this.nodeCount = parts.nodes.length / nodeSize;
    this.finish(parts.slots.data.slice(0, parts.slots.count));
  }

  /** Makes the subtree of some triangles and returns its root. */
  private divide(
    parts: { nodes: number[]; planes: number[]; boxes: number[]; slots: SlotList },
    triangles: Uint32Array,
    depth: number,
  ): number {
    const { nodes, planes, boxes, slots } = parts;
    const node = nodes.length / nodeSize;
    nodes.push(0, 0);
    boxes.push(...this.surround(triangles));
    const plane =
      triangles.length > leafCapacity && depth < depthLimit ? this.choosePlane(triangles) : [0, 0, 0, 0];
    planes.push(...plane);
    if (plane[0] === 0 && plane[1] === 0 && plane[2] === 0) {
      nodes[nodeSize * node + backAt] = -1 - slots.count;
      for (const id of triangles) slots.push(id);
      nodes[nodeSize * node + frontAt] = -1 - slots.count;
      return node;
    }
    const back = new SlotList();
    const front = new SlotList();
    for (const id of triangles) {
      const sides = this.sides(id, plane);
      if (sides & 1) back.push(id);
      if (sides & 2) front.push(id);
    }
    nodes[nodeSize * node + backAt] = this.divide(parts, back.data.slice(0, back.count), depth + 1);
    nodes[nodeSize * node + frontAt] = this.divide(parts, front.data.slice(0, front.count), depth + 1);
    return node;
  }

  /** The best of the proposed planes, judged on a sample; zeros if none makes progress. */
  private choosePlane(triangles: Uint32Array): number[] {
    const step = Math.max(1, Math.floor(triangles.length / sampleSize));
    const sample = triangles.filter((_, i) => i % step === 0);
    let best = [0, 0, 0, 0];
    let leastCost = 0.95 * sample.length;
    const consider = (plane: number[]) => {
      let back = 0;
      let front = 0;
      for (let i = 0; i < sample.length; i++) {
        const sides = this.sides(sample[i], plane);
        back += sides & 1;
        front += sides >> 1;
      }
      const cost = Math.max(back, front) + 0.5 * (back + front - sample.length);
      if (cost < leastCost) {
        leastCost = cost;
        best = plane;
      }
    };
    for (const direction of directions) consider(this.medianPlane(sample, direction));
    if (this.isFree)
      for (let k = 0; k < faceProposals; k++) {
        const id = sample[Math.floor(((k + 0.5) * sample.length) / faceProposals)];
        const plane = planeOf(this.soup.subarray(triangleSize * id, triangleSize * (id + 1)));
        if (plane !== null) consider(plane);
      }
    return best;
  }

  /** The plane perpendicular to a direction at the median of the centroids. */
  private medianPlane(sample: Uint32Array, [a, b, c]: readonly [number, number, number]): number[] {
    const { soup } = this;
    const heights = new Float64Array(sample.length);
    for (let i = 0; i < sample.length; i++) {
      const at = triangleSize * sample[i];
      const x = (soup[at] + soup[at + 3] + soup[at + 6]) / 3;
      const y = (soup[at + 1] + soup[at + 4] + soup[at + 7]) / 3;
      const z = (soup[at + 2] + soup[at + 5] + soup[at + 8]) / 3;
      heights[i] = a * x + b * y + c * z;
    }
    heights.sort();
    return [a, b, c, heights[heights.length >> 1]];
  }

  /** On which sides of a plane a triangle counts as lying: bit 0 behind, bit 1 in front. */
  private sides(id: number, plane: number[]): number {
    const { soup, slack } = this;
    const a = plane[0];
    const b = plane[1];
    const c = plane[2];
    const d = plane[offsetAt];
    const i = triangleSize * id;
    const p = a * soup[i] + b * soup[i + 1] + c * soup[i + 2] - d;
    const q = a * soup[i + 3] + b * soup[i + 4] + c * soup[i + 5] - d;
    const r = a * soup[i + 6] + b * soup[i + 7] + c * soup[i + 8] - d;
    return +(Math.min(p, q, r) <= slack) | (+(Math.max(p, q, r) >= -slack) << 1);
  }

  private surround(triangles: Uint32Array): Float64Array {
    const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
    for (let t = 0; t < triangles.length; t++)
      for (let i = triangleSize * triangles[t], end = i + triangleSize; i < end; i += 3)
        for (let axis = 0; axis < 3; axis++) {
          box[axis] = Math.min(box[axis], this.soup[i + axis]);
          box[maxAt + axis] = Math.max(box[maxAt + axis], this.soup[i + axis]);
        }
    return box;
  }
}
