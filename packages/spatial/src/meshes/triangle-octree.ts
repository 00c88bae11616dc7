/**
 * An octree over the triangles of a mesh for ray casts and nearest points: triangles are referred to from
 * every leaf they touch.
 *
 * A cell with more than `leafCapacity` triangles is divided, level by level, as long as that does not merely
 * multiply references and there are no more than 20 of them per triangle. A ray visits the children of a cell
 * in the order in which it passes them, at most four, found from where it crosses the three middle planes
 * (after Revelles, Ureña & Lastra, "An efficient parametric algorithm for octree traversal", WSCG 2000), and
 * stops at the first cell that begins beyond the hit.
 *
 * We depart from the octree of Lorenzi & Brandi (2015), where a triangle goes to the deepest cell that
 * contains it entirely: there every ray meets all large and straddling triangles at the top. That structure
 * is `Octree`.
 *
 * Cost: O(n log n) to build for typical meshes; 36 or 72 bytes per reference and 36 per node. Does not follow
 * moving vertices.
 */

import { type IdList, requireInteger } from '@colide/core';
import { triangleBox } from '@colide/narrowphase';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { knownTriangleOptions } from '../internal/known-options.ts';
import { triangleSize } from '../internal/mesh-layout.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { directionAt, inverseAt, limitAt } from '../internal/ray-state.ts';
import { farAt, nearAt, stretchSize } from '../internal/stretch-layout.ts';
import { TriangleCellTree } from './internal/triangle-cell-tree.ts';
import { SlotList, wasWatertight } from './internal/triangle-cells.ts';
import type { SlotVisitor, TriangleQueryOptions } from './triangle-queries.ts';

const tag = 'trio';

/** What is packed. */
type Packed = NonNullable<ConstructorParameters<typeof TriangleOctree>[3]>;
const depthLimit = 20;
/** Children of a node, and the last of them. */
const childCount = 8;
const lastChild = childCount - 1;
/** The largest number of nodes that wait to be visited. */
const stackSize = childCount * (depthLimit + 2);
/**
 * A node. Its children follow each other.
 *
 * | offset | inner node  | leaf                    |
 * | -----: | ----------- | ----------------------- |
 * |      0 | −1          | first slot              |
 * |      1 | first child | the slot after the last |
 */
const nodeSize = 2;
const firstAt = 0;
const lastAt = 1;
const childrenAt = 1;
/** The largest average number of references per triangle. */
const referencesPerTriangle = 20;
/**
 * Cells with fewer triangles than this are not divided if that would multiply references by more than four.
 */
const fewTriangles = 64;
const corners = /* @__PURE__ */ new Float64Array(triangleSize);
const box = /* @__PURE__ */ new Float64Array(boxSize);
/** Children by distance from one of them: itself, across one plane, across two, across all. */
const byDistance = /* @__PURE__ */ Uint8Array.of(0, 1, 2, 4, 3, 5, 6, 7);

/** Options of {@link TriangleOctree}. */
export interface TriangleOctreeOptions extends TriangleQueryOptions {
  /** A cell with more triangles than this is divided. Default 8. */
  readonly leafCapacity?: number;
  /** How many times the root may be halved, at most 20. Default 14. */
  readonly maxDepth?: number;
}

/** An octree over triangles. */
export class TriangleOctree extends TriangleCellTree {
  /** Number of nodes; the eight children of a node follow each other. */
  nodeCount = 0;
  /** Cells of the nodes, six numbers each. */
  cells: Float64Array = new Float64Array(0);
  /** Two numbers per node: −1 and the first child, or the first slot of a leaf and the one after its last. */
  nodes: Int32Array = new Int32Array(0);

  private readonly leafCapacity: number;
  private readonly maxDepth: number;
  protected readonly stack: Int32Array = new Int32Array(stackSize);
  private readonly stretches = new Float64Array(stretchSize * stackSize);

  /** Restores a tree from the buffer of {@link serialize}, and the mesh it was made for. */
  static deserialize(
    buffer: ArrayBufferLike,
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
  ): TriangleOctree {
    const arrays = unpackArrays<Packed>(tag, buffer);
    return new TriangleOctree(positions, indices, { watertight: wasWatertight(arrays) }, arrays);
  }

  /**
   * @param positions x, y, z of the vertices, all finite; kept, not copied
   * @param indices three vertices per triangle; kept, not copied
   * @param built arrays that `deserialize` passes, so that nothing is built
   */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: TriangleOctreeOptions = {},
    built?: readonly [order: Uint32Array, base: Float64Array, cells: Float64Array, nodes: Int32Array],
  ) {
    super(positions, indices, knownTriangleOptions(options, 'leafCapacity', 'maxDepth'));
    const { leafCapacity = 8, maxDepth = 14 } = options;
    requireInteger('leafCapacity', leafCapacity, 1);
    requireInteger('maxDepth', maxDepth, 0, depthLimit);
    this.leafCapacity = leafCapacity;
    this.maxDepth = maxDepth;
    if (built) {
      const [order, base, cells, nodes] = built;
      this.unpackBase(base);
      this.cells = cells;
      this.nodes = nodes;
      this.nodeCount = this.nodes.length / 2;
      this.arrange(order);
    } else this.build();
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  protected override packed(): PackedArray[] {
    return [this.order, ...this.packBase(), this.cells, this.nodes];
  }

  protected override cast(ray: Float64Array): void {
    if (!this.clipToBounds(ray)) return;
    const { stack, stretches, nodes, cells } = this;
    const mirror =
      +(ray[directionAt] < 0) | (+(ray[directionAt + 1] < 0) << 1) | (+(ray[directionAt + 2] < 0) << 2);
    let top = 0;
    stack[top++] = 0;
    stretches[nearAt] = this.stretch[0];
    stretches[farAt] = this.stretch[1];
    let visited = 0;
    while (top > 0) {
      const node = stack[--top];
      const near = stretches[stretchSize * top + nearAt];
      const far = stretches[stretchSize * top + farAt];
      if (near > ray[limitAt]) break;
      visited++;
      const first = nodes[nodeSize * node + firstAt];
      if (first >= 0) {
        if (
          first < nodes[nodeSize * node + lastAt] &&
          this.castSlots(ray, first, nodes[nodeSize * node + lastAt])
        )
          break;
        continue;
      }
      // Where the ray crosses the middle planes; those behind it have been crossed already.
      const children = nodes[nodeSize * node + childrenAt];
      const last = boxSize * (children + lastChild);
      const x = (cells[last] - ray[0]) * ray[inverseAt];
      const y = (cells[last + 1] - ray[1]) * ray[inverseAt + 1];
      const z = (cells[last + 2] - ray[2]) * ray[inverseAt + 2];
      let bits = +(x <= near) | (+(y <= near) << 1) | (+(z <= near) << 2);
      let from = near;
      let count = 0;
      for (;;) {
        const nextX = bits & 1 ? Infinity : x;
        const nextY = bits & 2 ? Infinity : y;
        const nextZ = bits & 4 ? Infinity : z;
        const next = Math.min(nextX, nextY, nextZ);
        const at = top + count;
        stack[at] = children + (bits ^ mirror);
        stretches[stretchSize * at + nearAt] = from;
        stretches[stretchSize * at + farAt] = Math.min(next, far);
        count++;
        if (!(next < far)) break;
        bits |= next === nextX ? 1 : next === nextY ? 2 : 4;
        from = next;
      }
      this.reverse(top, top + count - 1);
      top += count;
    }
    this.counters.add(visited, 0);
  }

  /** Reverses the entries of the stack from `first` to `last`, so that the nearest is on top. */
  private reverse(first: number, last: number): void {
    const { stack, stretches } = this;
    for (let i = first, j = last; i < j; i++, j--) {
      const node = stack[i];
      const near = stretches[stretchSize * i + nearAt];
      const far = stretches[stretchSize * i + farAt];
      stack[i] = stack[j];
      stretches[stretchSize * i + nearAt] = stretches[stretchSize * j + nearAt];
      stretches[stretchSize * i + farAt] = stretches[stretchSize * j + farAt];
      stack[j] = node;
      stretches[stretchSize * j + nearAt] = near;
      stretches[stretchSize * j + farAt] = far;
    }
  }

  override slotsAround(target: Float64Array, visit: SlotVisitor): void {
    const { stack, nodes, cells } = this;
    let visited = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (this.distanceSquared(node, target) > target[3]) continue;
      visited++;
      const first = nodes[nodeSize * node + firstAt];
      if (first >= 0) {
        this.approachSlots(visit, target, first, nodes[nodeSize * node + lastAt]);
        continue;
      }
      const children = nodes[nodeSize * node + childrenAt];
      let side = 0;
      for (let axis = 0; axis < 3; axis++)
        if (target[axis] >= cells[boxSize * (children + lastChild) + axis]) side |= 1 << axis;
      for (let k = 7; k >= 0; k--) stack[top++] = children + (side ^ byDistance[k]);
    }
    this.counters.add(visited, 0);
  }

  protected override isApart(node: number, window: ArrayLike<number>): boolean {
    const { cells, slack } = this;
    for (let axis = 0; axis < 3; axis++)
      if (
        window[axis] > cells[boxSize * node + maxAt + axis] + slack ||
        window[maxAt + axis] < cells[boxSize * node + axis] - slack
      )
        return true;
    return false;
  }

  protected override isBeyond(node: number, planes: ArrayLike<number>): boolean {
    return this.isOutside(this.cells, boxSize * node, planes);
  }

  protected override open(out: IdList, node: number, top: number): number {
    const { stack, nodes } = this;
    const first = nodes[nodeSize * node + firstAt];
    if (first >= 0) {
      this.gather(out, first, nodes[nodeSize * node + lastAt]);
      return top;
    }
    const children = nodes[nodeSize * node + childrenAt];
    for (let k = 0; k < childCount; k++) stack[top + k] = children + k;
    return top + childCount;
  }

  /** Divides cells level by level, as long as the number of references stays within bounds. */
  private build(): void {
    this.measure();
    const cells: number[] = Array.from(this.bounds);
    const nodes: number[] = [0, 0];
    if (this.triangleCount === 0) cells.fill(0);
    // A cube, whose cells stay cubes.
    let widest = 0;
    for (let axis = 0; axis < 3; axis++) widest = Math.max(widest, cells[maxAt + axis] - cells[axis]);
    for (let axis = 0; axis < 3; axis++) cells[maxAt + axis] = cells[axis] + widest;
    const members: Uint32Array[] = [Uint32Array.from({ length: this.triangleCount }, (_, i) => i)];
    const depths = [0];
    let room = (referencesPerTriangle - 1) * this.triangleCount;
    for (let node = 0; node < members.length; node++) {
      const triangles = members[node];
      if (triangles.length <= this.leafCapacity || depths[node] >= this.maxDepth) continue;
      const parts = this.split(cells, node, triangles, room);
      if (parts === null) continue;
      nodes[nodeSize * node + firstAt] = -1;
      nodes[nodeSize * node + childrenAt] = members.length;
      room += triangles.length;
      for (let k = 0; k < childCount; k++) {
        childCell(cells, boxSize * node, k);
        cells.push(...box);
        nodes.push(0, 0);
        depths.push(depths[node] + 1);
        members.push(parts[k]);
        room -= parts[k].length;
      }
    }
    const slots = new SlotList();
    for (let node = 0; node < members.length; node++) {
      if (nodes[nodeSize * node + firstAt] < 0) continue;
      nodes[nodeSize * node + firstAt] = slots.count;
      for (const id of members[node]) slots.push(id);
      nodes[nodeSize * node + lastAt] = slots.count;
    }
    this.cells = Float64Array.from(cells);
    this.nodes = Int32Array.from(nodes);
    this.nodeCount = nodes.length / nodeSize;
    this.finish(slots.data.slice(0, slots.count));
  }

  /**
   * The triangles of the eight children, or null when dividing would multiply references instead of spreading
   * them.
   */
  private split(cells: number[], node: number, triangles: Uint32Array, room: number): Uint32Array[] | null {
    const parts = Array.from({ length: 8 }, () => new SlotList());
    const { slack, soup } = this;
    childCell(cells, boxSize * node, lastChild);
    const x = box[0];
    const y = box[1];
    const z = box[2];
    let references = 0;
    let most = 0;
    for (const id of triangles) {
      for (let i = 0; i < triangleSize; i++) corners[i] = soup[triangleSize * id + i];
      // For most triangles the box alone decides the child; the others are tested exactly.
      const mask =
        sidesOf(corners, 0, x, slack, 0x55) &
        sidesOf(corners, 1, y, slack, 0x33) &
        sidesOf(corners, 2, z, slack, 0x0f);
      const single = (mask & (mask - 1)) === 0;
      for (let k = 0; k < childCount; k++) {
        if (((mask >> k) & 1) === 0) continue;
        if (!single) {
          childCell(cells, boxSize * node, k);
          for (let axis = 0; axis < 3; axis++) {
            box[axis] -= slack;
            box[maxAt + axis] += slack;
          }
          if (!triangleBox(corners, box)) continue;
        }
        parts[k].push(id);
        references++;
        most = Math.max(most, parts[k].count);
      }
    }
    if (most === triangles.length && references > 1.5 * most) return null;
    if (references - triangles.length > room) return null;
    if (triangles.length < fewTriangles && references > 4 * triangles.length) return null;
    return parts.map(part => part.data.slice(0, part.count));
  }

  private distanceSquared(node: number, target: Float64Array): number {
    const { cells, slack } = this;
    let sum = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = cells[boxSize * node + axis] - slack - target[axis];
      const high = target[axis] - cells[boxSize * node + maxAt + axis] - slack;
      const away = Math.max(low, high, 0);
      sum += away * away;
    }
    return sum;
  }
}

/** Writes the cell of child `k` of the cell at `at` to `box`. */
function childCell(cells: number[], at: number, k: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = cells[at + axis];
    const high = cells[at + maxAt + axis];
    const middle = 0.5 * low + 0.5 * high;
    const upper = (k >> axis) & 1;
    box[axis] = upper ? middle : low;
    box[maxAt + axis] = upper ? high : middle;
  }
}

/**
 * The children, as bits, on the sides of a plane that a triangle touches; `low` are those below the plane.
 */
function sidesOf(triangle: Float64Array, axis: number, plane: number, slack: number, low: number): number {
  const a = triangle[axis];
  const b = triangle[axis + 3];
  const c = triangle[axis + 6];
  return (
    (Math.min(a, b, c) <= plane + slack ? low : 0) | (Math.max(a, b, c) >= plane - slack ? 0xff & ~low : 0)
  );
}
