/**
 * The common base of trees of oriented boxes and of k-DOPs over the triangles of a mesh: the tree, the
 * triangles in its order, the traversal of two trees, and the traversals of one tree by rays, points, boxes
 * and planes. The tree is that of boxes split at the middle of the longest axis; each node then gets the
 * volume of its own triangles, not of its children's volumes, which would be looser.
 *
 * There are five tests of volumes, all of which may err only towards "they overlap".
 */

import type { IdList, PairList, ReadonlyMat4 } from '@colide/core';
import { triangleTriangle } from '@colide/narrowphase';
import { BvhBuilder } from '../../internal/bvh-builder.ts';
import { countAt, firstAt, maxDepth, nodeSize } from '../../internal/bvh-layout.ts';
import { splitMedian } from '../../internal/bvh-split-median.ts';
import { planeSize, triangleSize } from '../../internal/mesh-layout.ts';
import type { PackedArray } from '../../internal/pack.ts';
import { placeTriangle } from '../../internal/place-triangle.ts';
import { limitAt } from '../../internal/ray-state.ts';
import { TriangleStructure } from '../../internal/triangle-structure.ts';
import type { SlotVisitor, TriangleQueryOptions } from '../../meshes/triangle-queries.ts';
import { triangleBoxes } from './triangle-boxes.ts';

const leafCapacity = 2;
/** A node in `children`: its first child or first slot, then the number of slots, 0 for inner nodes. */
export const linkSize = 2;
export const childAt = 0;
export const slotCountAt = 1;
/** A node in `ranges`: the first slot below it, then the one after the last. */
export const rangeSize = 2;
export const beginAt = 0;
export const endAt = 1;
const stack = /* @__PURE__ */ new Uint32Array(16 * maxDepth);
/** The parameter at which the ray enters each node on the stack, or the node's squared distance. */
const entries = /* @__PURE__ */ new Float64Array(2 * maxDepth);
const first = /* @__PURE__ */ new Float64Array(triangleSize);
const second = /* @__PURE__ */ new Float64Array(triangleSize);

/** What is packed, then what the class adds. */
export type VolumeArrays = readonly [
  order: Uint32Array,
  children: Uint32Array,
  ranges: Uint32Array,
  watertight: Uint8Array,
  ...PackedArray[],
];

/** A mesh with a tree of bounding volumes in its own frame. */
export abstract class MeshVolumeTree extends TriangleStructure {
  /** Per node: first child and 0, or first slot and number of slots. Node 1 is not used. */
  readonly children: Uint32Array;
  /** Per node: the first slot below it and the one after the last. */
  readonly ranges: Uint32Array;

  /** In an array of doubles, so that setting it never allocates. */
  private readonly entered = new Float64Array(1);

  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: TriangleQueryOptions,
    built?: VolumeArrays,
  ) {
    super(positions, indices, options);
    const count = this.triangleCount;
    if (built !== undefined) {
      const [order, children, ranges] = built;
      if (order.length !== count) throw new RangeError(`indices must have ${order.length} triangles`);
      this.arrange(order);
      this.children = children;
      this.ranges = ranges;
      return;
    }
    const builder = new BvhBuilder(count);
    triangleBoxes(builder.itemBoxes, positions, indices, count);
    builder.build(count, leafCapacity, 0, splitMedian);
    const { nodeCount, words, slots } = builder;
    this.arrange(slots);
    this.children = new Uint32Array(linkSize * nodeCount);
    this.ranges = new Uint32Array(rangeSize * nodeCount);
    const { children, ranges } = this;
    for (let node = nodeCount - 1; node >= 0 && count > 0; node--) {
      if (node === 1) continue;
      const child = words[nodeSize * node + firstAt];
      const slotCount = words[nodeSize * node + countAt];
      children[linkSize * node + childAt] = child;
      children[linkSize * node + slotCountAt] = slotCount;
      ranges[rangeSize * node + beginAt] = slotCount > 0 ? child : ranges[rangeSize * child + beginAt];
      ranges[rangeSize * node + endAt] =
        slotCount > 0 ? child + slotCount : ranges[rangeSize * (child + 1) + endAt];
    }
  }

  /**
   * The parameter at which the ray enters the last node compared, or the squared distance of the point from
   * it.
   */
  protected get entry(): number {
    return this.entered[0];
  }

  protected set entry(entry: number) {
    this.entered[0] = entry;
  }

  /** How many nodes there are, node 1 included. */
  get nodeCount(): number {
    return this.children.length / linkSize;
  }

  protected override packed(): PackedArray[] {
    return [this.order, this.children, this.ranges, Uint8Array.of(+this.watertight)];
  }

  /** Whether the volumes of a node here and a node of the other tree, as prepared, overlap. */
  protected abstract overlap(other: MeshVolumeTree, a: number, b: number): boolean;

  /**
   * Whether the volume of a node meets the ray; sets {@link entry} to the parameter at which the ray enters
   * it.
   */
  protected abstract meetsRay(ray: Float64Array, node: number): boolean;

  /** Sets {@link entry} to the squared distance from the point to the volume of a node, or less. */
  protected abstract measure(point: Float64Array, node: number): void;

  /** Whether the volume of a node meets an axis-aligned box. */
  protected abstract meetsBox(box: Float64Array, node: number): boolean;

  /** Whether the volume of a node has a point inside the plane at `planes[p]`, n · x ≤ d. */
  protected abstract meetsPlane(planes: ArrayLike<number>, p: number, node: number): boolean;

  protected override cast(ray: Float64Array): void {
    let visited = 0;
    let depth = this.push(0, 0, this.triangleCount > 0 && this.meetsRay(ray, 0));
    while (depth > 0) {
      const node = stack[--depth];
      if (entries[depth] > ray[limitAt]) continue;
      visited++;
      const child = this.children[linkSize * node + childAt];
      const count = this.children[linkSize * node + slotCountAt];
      if (count > 0) {
        if (this.castSlots(ray, child, child + count)) break;
        continue;
      }
      const start = depth;
      depth = this.push(depth, child, this.meetsRay(ray, child));
      depth = this.push(depth, child + 1, this.meetsRay(ray, child + 1));
      putNearerLast(start, depth);
    }
    this.counters.add(visited, visited);
  }

  override slotsAround(target: Float64Array, visit: SlotVisitor): void {
    if (this.triangleCount === 0) return;
    let visited = 0;
    this.measure(target, 0);
    let depth = this.push(0, 0, true);
    while (depth > 0) {
      const node = stack[--depth];
      if (entries[depth] > target[3]) continue;
      visited++;
      const child = this.children[linkSize * node + childAt];
      const count = this.children[linkSize * node + slotCountAt];
      if (count > 0) {
        this.approachSlots(visit, target, child, child + count);
        continue;
      }
      for (let k = 0; k < 2; k++) {
        this.measure(target, child + k);
        depth = this.push(depth, child + k, true);
      }
      putNearerLast(depth - 2, depth);
    }
    this.counters.add(visited, visited);
  }

  override slotsIn(out: IdList, box: Float64Array): void {
    this.gather(out, node => this.meetsBox(box, node));
  }

  override slotsInside(out: IdList, planes: ArrayLike<number>): void {
    this.gather(out, node => {
      for (let p = 0; p < planes.length; p += planeSize) if (!this.meetsPlane(planes, p, node)) return false;
      return true;
    });
  }

  /** Appends the pairs of triangles that meet; both trees are ready for `overlap`. */
  protected walk(out: PairList, other: MeshVolumeTree, pose: ReadonlyMat4 | undefined): number {
    const before = out.count;
    if (this.triangleCount === 0 || other.triangleCount === 0) return 0;
    let tested = 0;
    let triangles = 0;
    let depth = 0;
    stack[depth++] = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const b = stack[--depth];
      const a = stack[--depth];
      tested++;
      if (!this.overlap(other, a, b)) continue;
      const sizeA = this.ranges[rangeSize * a + endAt] - this.ranges[rangeSize * a + beginAt];
      const sizeB = other.ranges[rangeSize * b + endAt] - other.ranges[rangeSize * b + beginAt];
      const isLeafA = this.children[linkSize * a + slotCountAt] > 0;
      const isLeafB = other.children[linkSize * b + slotCountAt] > 0;
      if (isLeafA && isLeafB) {
        triangles += sizeA * sizeB;
        this.meetLeaves(out, other, a, b, pose);
      } else if (isLeafB || (!isLeafA && sizeA >= sizeB)) {
        for (let k = 0; k < 2; k++) {
          stack[depth++] = this.children[linkSize * a + childAt] + k;
          stack[depth++] = b;
        }
      } else
        for (let k = 0; k < 2; k++) {
          stack[depth++] = a;
          stack[depth++] = other.children[linkSize * b + childAt] + k;
        }
    }
    this.counters.add(tested, tested, triangles);
    return out.count - before;
  }

  /** Pushes a node onto the stack if its volume passes; returns the new depth. */
  private push(depth: number, node: number, isMet: boolean): number {
    stack[depth] = node;
    entries[depth] = this.entry;
    return isMet ? depth + 1 : depth;
  }

  /** Appends the slots of all leaves whose ancestors pass the test. */
  private gather(out: IdList, passes: (node: number) => boolean): void {
    let visited = 0;
    let depth = this.push(0, 0, this.triangleCount > 0);
    while (depth > 0) {
      const node = stack[--depth];
      visited++;
      if (!passes(node)) continue;
      const child = this.children[linkSize * node + childAt];
      const count = this.children[linkSize * node + slotCountAt];
      for (let slot = child; slot < child + count; slot++) out.push(slot);
      if (count > 0) continue;
      stack[depth++] = child;
      stack[depth++] = child + 1;
    }
    this.counters.add(visited, visited);
  }

  private meetLeaves(
    out: PairList,
    other: MeshVolumeTree,
    a: number,
    b: number,
    pose: ReadonlyMat4 | undefined,
  ): void {
    for (let j = other.ranges[rangeSize * b + beginAt]; j < other.ranges[rangeSize * b + endAt]; j++) {
      for (let k = 0; k < triangleSize; k++) second[k] = other.corners[triangleSize * j + k];
      if (pose !== undefined) placeTriangle(second, pose);
      for (let i = this.ranges[rangeSize * a + beginAt]; i < this.ranges[rangeSize * a + endAt]; i++) {
        for (let k = 0; k < triangleSize; k++) first[k] = this.corners[triangleSize * i + k];
        if (triangleTriangle(first, second)) out.push(this.order[i], other.order[j]);
      }
    }
  }
}

/** Exchanges the two topmost nodes if the nearer one is below the other. */
function putNearerLast(start: number, depth: number): void {
  if (depth - start < 2 || entries[start] >= entries[start + 1]) return;
  const node = stack[start];
  const entry = entries[start];
  stack[start] = stack[start + 1];
  entries[start] = entries[start + 1];
  stack[start + 1] = node;
  entries[start + 1] = entry;
}
