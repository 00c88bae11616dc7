/**
 * What trees of oriented boxes and of k-DOPs over the triangles of a mesh share: the tree, the triangles in its order, and
 * the walk through two trees. The tree is that of boxes split at the middle of the longest axis; each node then gets the volume
 * of its own triangles, not of its children's volumes, which would be looser.
 */
import { type PairList, requireFiniteArray, requireInteger, requireMultiple } from '@colide/core';
import { triangleTriangle } from '@colide/narrowphase/triangle-triangle';
import type { ReadonlyMat4 } from 'gl-matrix';
import { QueryCounters } from '../query-counters.ts';
import { BvhBuilder, maxDepth, nodeWords } from './bvh-builder.ts';
import { splitMedian } from './bvh-split-median.ts';
import { placeTriangle } from './place-triangle.ts';
import { triangleBoxes } from './triangle-boxes.ts';

const leafSize = 2;
const stack = /* @__PURE__ */ new Uint32Array(16 * maxDepth);
const first = /* @__PURE__ */ new Float64Array(9);
const second = /* @__PURE__ */ new Float64Array(9);

/** A rigid mesh with a tree of bounding volumes in its own frame. */
export abstract class MeshVolumeTree {
  readonly triangleCount: number;
  /** Nine numbers for each slot. */
  readonly corners: Float64Array;
  /** The triangle in each slot. */
  readonly order: Uint32Array;
  /** For each node: first child and 0, or first slot and number of slots. Node 1 is not used. */
  readonly children: Uint32Array;
  /** For each node: the first slot below it and the one after the last. */
  readonly ranges: Uint32Array;
  /** Work done by queries. */
  readonly counters = new QueryCounters();

  constructor(positions: ArrayLike<number>, indices: ArrayLike<number>) {
    requireMultiple('positions', positions, 3);
    requireMultiple('indices', indices, 3);
    requireFiniteArray('positions', positions);
    for (let i = 0; i < indices.length; i++)
      requireInteger(`indices[${i}]`, indices[i]!, 0, positions.length / 3 - 1);
    const count = indices.length / 3;
    const builder = new BvhBuilder(count);
    triangleBoxes(builder.itemBoxes, positions, indices, count);
    builder.build(count, leafSize, 0, splitMedian);
    const { nodeCount, words, slots } = builder;
    this.triangleCount = count;
    this.order = slots;
    this.corners = new Float64Array(9 * count);
    for (let slot = 0; slot < count; slot++)
      for (let i = 0; i < 9; i++)
        this.corners[9 * slot + i] = positions[3 * indices[3 * slots[slot]! + ((i / 3) | 0)]! + (i % 3)]!;
    this.children = new Uint32Array(2 * nodeCount);
    this.ranges = new Uint32Array(2 * nodeCount);
    const { children, ranges } = this;
    for (let node = nodeCount - 1; node >= 0 && count > 0; node--) {
      if (node === 1) continue;
      const child = words[nodeWords * node + 6]!;
      const slotCount = words[nodeWords * node + 7]!;
      children[2 * node] = child;
      children[2 * node + 1] = slotCount;
      ranges[2 * node] = slotCount > 0 ? child : ranges[2 * child]!;
      ranges[2 * node + 1] = slotCount > 0 ? child + slotCount : ranges[2 * child + 3]!;
    }
  }

  /** How many nodes there are, node 1 included. */
  get nodeCount(): number {
    return this.children.length / 2;
  }

  /** Memory in bytes that the arrays take. */
  get byteLength(): number {
    return (
      this.corners.byteLength + this.order.byteLength + this.children.byteLength + this.ranges.byteLength
    );
  }

  /** Whether the volumes of a node here and a node of the other tree, as prepared, overlap. */
  protected abstract overlap(other: MeshVolumeTree, a: number, b: number): boolean;

  /** Appends the pairs of triangles that meet; both trees are ready for `overlap`. */
  protected walk(out: PairList, other: MeshVolumeTree, pose: ReadonlyMat4 | undefined): number {
    const before = out.length;
    if (this.triangleCount === 0 || other.triangleCount === 0) return 0;
    let tested = 0;
    let triangles = 0;
    let depth = 0;
    stack[depth++] = 0;
    stack[depth++] = 0;
    while (depth > 0) {
      const b = stack[--depth]!;
      const a = stack[--depth]!;
      tested++;
      if (!this.overlap(other, a, b)) continue;
      const sizeA = this.ranges[2 * a + 1]! - this.ranges[2 * a]!;
      const sizeB = other.ranges[2 * b + 1]! - other.ranges[2 * b]!;
      const isLeafA = this.children[2 * a + 1]! > 0;
      const isLeafB = other.children[2 * b + 1]! > 0;
      if (isLeafA && isLeafB) {
        triangles += sizeA * sizeB;
        this.meetLeaves(out, other, a, b, pose);
      } else if (isLeafB || (!isLeafA && sizeA >= sizeB)) {
        for (let k = 0; k < 2; k++) {
          stack[depth++] = this.children[2 * a]! + k;
          stack[depth++] = b;
        }
      } else
        for (let k = 0; k < 2; k++) {
          stack[depth++] = a;
          stack[depth++] = other.children[2 * b]! + k;
        }
    }
    this.counters.add(tested, tested, triangles);
    return out.length - before;
  }

  private meetLeaves(
    out: PairList,
    other: MeshVolumeTree,
    a: number,
    b: number,
    pose: ReadonlyMat4 | undefined,
  ): void {
    for (let j = other.ranges[2 * b]!; j < other.ranges[2 * b + 1]!; j++) {
      for (let k = 0; k < 9; k++) second[k] = other.corners[9 * j + k]!;
      if (pose !== undefined) placeTriangle(second, pose);
      for (let i = this.ranges[2 * a]!; i < this.ranges[2 * a + 1]!; i++) {
        for (let k = 0; k < 9; k++) first[k] = this.corners[9 * i + k]!;
        if (triangleTriangle(first, second)) out.push(this.order[i]!, other.order[j]!);
      }
    }
  }
}
