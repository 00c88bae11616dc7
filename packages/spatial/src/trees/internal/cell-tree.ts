/**
 * The common base of octrees and quadtrees: cells halved by planes, how items move down into them, and
 * queries. The memory of nodes and items is in `cell-nodes.ts`.
 *
 * A node stores the centre of its cell; the planes through the centre divide it into 2ᵈ children, which are
 * created when an item moves down into them and freed when they are empty. Which child an item belongs to is
 * decided by comparing its box with those planes, and queries use the same comparisons, so rounding of the
 * cells' nominal borders loses nothing. A leaf divides when it holds more than `leafCapacity` items; at
 * `maxDepth` it holds any number, which bounds depth and memory whatever the sizes of the boxes.
 *
 * No world size is needed: the root is a cube around the boxes, twice as wide as necessary, and when a box
 * leaves it the tree is rebuilt before the next query, in O(n log n); in a world that grows steadily this is
 * rare.
 */
import { type IdList, requireInteger } from '@colide/core';
import type { BoxStructureOptions } from '../../internal/box-structure.ts';
import type { BoxTest, BoxTests } from '../../internal/box-tests.ts';
import type { PackedArray } from '../../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../../internal/restore-boxes.ts';
import { type CellArrays, CellNodes } from './cell-nodes.ts';

/** Options of octrees and quadtrees. */
export interface CellTreeOptions extends BoxStructureOptions {
  /** How many times the root may be halved. Default 16. */
  readonly maxDepth?: number;
  /**
   * A leaf with more items than this is divided. With 0, every item moves down as deep as it can. Default 8.
   */
  readonly leafCapacity?: number;
}

/** The largest number of times that a root may be halved. */
const depthLimit = 40;
/** Children on the low side of axis 0, 1 and 2, as bits; those on the high side are the others. */
const lowChildren = /* @__PURE__ */ Uint8Array.of(0x55, 0x33, 0x0f);

/** A tree of cells over boxes. */
export abstract class CellTree extends CellNodes {
  protected maxDepth: number;
  protected leafCapacity: number;
  /**
   * How far items may extend beyond the planes of their cell, as a multiple of its half edge; 0 if they may
   * not.
   */
  protected overhang = 0;
  /** Added to that extent against rounding. */
  protected slack = 0;
  private stale = true;
  private readonly stack: Int32Array;

  constructor(options: CellTreeOptions, tests: BoxTests) {
    super(options, tests);
    const { maxDepth = 16, leafCapacity = 8 } = options;
    requireInteger('maxDepth', maxDepth, 0, depthLimit);
    requireInteger('leafCapacity', leafCapacity);
    this.maxDepth = maxDepth;
    this.leafCapacity = leafCapacity;
    this.stack = new Int32Array(this.childrenSize * (depthLimit + 2));
  }

  /** The child of `node` into which item `id` moves down, −1 if it stays. */
  protected abstract childOf(node: number, id: number): number;

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.prepare();
    if (this.count === 0) return 0;
    const before = out.count;
    if (window) this.answerWindow(out, test, window);
    else this.answerRay(out, test);
    return out.count - before;
  }

  /** Appends the items that pass the test in the cells that touch the window. */
  private answerWindow(out: IdList, test: BoxTest, window: Float64Array): void {
    const { query, boxes, stack, children, centers, halves, dimension, childrenSize, nextItems } = this;
    let visited = 0;
    let tested = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      visited++;
      for (let id = this.firstItems[node]; id >= 0; id = nextItems[id]) {
        tested++;
        if (test(boxes, id, query)) out.push(id);
      }
      if (this.subtreeCounts[node] === this.itemCounts[node]) continue;
      let open = (1 << childrenSize) - 1;
      const overhang = 0.5 * this.overhang * halves[node] + this.slack;
      for (let axis = 0; axis < dimension; axis++) {
        const center = centers[dimension * node + axis];
        if (window[axis] > center + overhang) open &= ~lowChildren[axis];
        if (window[axis + dimension] < center - overhang) open &= lowChildren[axis];
      }
      for (let k = 0; k < childrenSize; k++) {
        const child = children[childrenSize * node + k];
        if (child > 0 && (open >> k) & 1) stack[top++] = child;
      }
    }
    this.counters.add(visited, tested);
  }

  /** Appends the items that the ray meets. */
  private answerRay(out: IdList, test: BoxTest): void {
    const { query, boxes, stack, children, childrenSize, nextItems } = this;
    let visited = 0;
    let tested = 0;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (!this.rayMeetsCell(node)) continue;
      visited++;
      for (let id = this.firstItems[node]; id >= 0; id = nextItems[id]) {
        tested++;
        if (test(boxes, id, query)) out.push(id);
      }
      if (this.subtreeCounts[node] === this.itemCounts[node]) continue;
      for (let k = 0; k < childrenSize; k++) {
        const child = children[childrenSize * node + k];
        if (child > 0) stack[top++] = child;
      }
    }
    this.counters.add(visited, tested);
  }

  protected override inserted(id: number): void {
    if (this.itemNodes.length < this.capacity) this.reserveItems();
    if (!this.stale) this.place(id);
  }

  protected override insertedAll(first: number, count: number): void {
    if (2 * count >= this.count) this.stale = true;
    super.insertedAll(first, count);
  }

  protected override updated(id: number): void {
    if (this.stale) return;
    if (!this.isInRoot(id)) this.stale = true;
    else if (this.goal(id) !== this.itemNodes[id]) {
      this.takeOut(id);
      this.sink(0, id);
    }
  }

  protected override removed(id: number): void {
    if (!this.stale) this.takeOut(id);
  }

  protected override cleared(): void {
    this.stale = true;
  }

  /** Rebuilds the tree if a rebuild is due. Every query begins with this call. */
  protected prepare(): void {
    if (!this.stale) return;
    this.stale = false;
    this.nodeCount = 0;
    this.freeNode = 0;
    this.reserveItems();
    if (this.count === 0) {
      this.stale = true;
      return;
    }
    this.makeRoot();
    for (let id = 0; id < this.idCount; id++) if (this.alive[id] === 1) this.sink(0, id);
  }

  protected override packed(): PackedArray[] {
    const { maxDepth, leafCapacity, nodeCount, freeNode, stale, overhang, slack } = this;
    const head = Float64Array.of(maxDepth, leafCapacity, nodeCount, freeNode, stale ? 1 : 0, overhang, slack);
    return [...super.packed(), head, ...this.packedCells()];
  }

  protected restore(arrays: BoxArrays<[Float64Array, ...CellArrays]>): void {
    const [head, ...rest] = restoreBoxes(this, arrays);
    const [maxDepth, leafCapacity, nodeCount, freeNode, stale, overhang, slack] = head;
    this.maxDepth = maxDepth;
    this.leafCapacity = leafCapacity;
    this.nodeCount = nodeCount;
    this.freeNode = freeNode;
    this.stale = stale === 1;
    this.overhang = overhang;
    this.slack = slack;
    this.restoreCells(rest);
  }

  /** Slabs of the cell with its looseness, widened far beyond rounding: items are tested exactly. */
  private rayMeetsCell(node: number): boolean {
    const { dimension, centers, query } = this;
    const extent = this.halves[node] * (1 + this.overhang + 1e-9) + this.slack;
    let near = 0;
    let far = query[3 * dimension];
    for (let axis = 0; axis < dimension; axis++) {
      const center = centers[dimension * node + axis] - query[axis];
      const wide = extent + 1e-14 * Math.abs(query[axis]);
      if (query[axis + dimension] === 0) {
        if (Math.abs(center) > wide) return false;
        continue;
      }
      const middle = center * query[axis + 2 * dimension];
      const radius = Math.abs(wide * query[axis + 2 * dimension]) * (1 + 1e-14) + 1e-14 * Math.abs(middle);
      near = Math.max(near, middle - radius);
      far = Math.min(far, middle + radius);
    }
    return near <= far;
  }

  private isInRoot(id: number): boolean {
    const { dimension, stride, centers, boxes } = this;
    const half = this.halves[0];
    for (let axis = 0; axis < dimension; axis++) {
      const center = centers[axis];
      if (boxes[stride * id + axis] < center - half) return false;
      if (boxes[stride * id + axis + dimension] > center + half) return false;
    }
    return true;
  }

  private place(id: number): void {
    if (this.isInRoot(id)) this.sink(0, id);
    else this.stale = true;
  }

  /**
   * A root around all boxes, twice as wide as necessary. They lie near its lower corner rather than in the
   * middle, so that in a scene that is thin along an axis the first planes do not cut all boxes.
   */
  private makeRoot(): void {
    const { dimension, stride, boxes, alive, idCount } = this;
    const root = this.makeNode();
    let widest = 0;
    let largest = 0;
    for (let axis = 0; axis < dimension; axis++) {
      let min = Infinity;
      let max = -Infinity;
      for (let id = 0; id < idCount; id++) {
        if (alive[id] === 0) continue;
        min = Math.min(min, boxes[stride * id + axis]);
        max = Math.max(max, boxes[stride * id + axis + dimension]);
      }
      const half = 0.5 * max - 0.5 * min;
      this.centers[axis] = min - half;
      widest = Math.max(widest, half);
      largest = Math.max(largest, Math.abs(min), Math.abs(max));
    }
    const half = Math.min(2 ** 1020, Math.max(2 * widest, largest * 2 ** -30, 2 ** -900));
    this.halves[root] = half;
    for (let axis = 0; axis < dimension; axis++) this.centers[axis] += (1 - 2 ** -5) * half;
    this.slack = this.overhang === 0 ? 0 : 8 * 2 ** -52 * (largest + half);
  }

  /** The node in which {@link sink} would end, −1 if it would have to create a node or divide a leaf. */
  private goal(id: number): number {
    let node = 0;
    while (this.divided[node] === 1) {
      const k = this.childOf(node, id);
      if (k < 0) return node;
      node = this.children[this.childrenSize * node + k];
      if (node === 0) return -1;
    }
    return node;
  }

  /** Puts an item into the subtree of `node`, as deep as it goes. */
  private sink(from: number, id: number): void {
    let node = from;
    for (;;) {
      this.subtreeCounts[node]++;
      if (this.divided[node] === 0) {
        if (this.itemCounts[node] < this.leafCapacity || this.depths[node] >= this.maxDepth) break;
        this.divide(node);
      }
      const k = this.childOf(node, id);
      if (k < 0) break;
      node = this.childAt(node, k);
    }
    this.link(node, id);
  }

  /** Moves the items of a leaf down one level, and further if that leaves a child too full. */
  private divide(node: number): void {
    this.divided[node] = 1;
    let id = this.firstItems[node];
    while (id >= 0) {
      const next = this.nextItems[id];
      const k = this.childOf(node, id);
      if (k >= 0) {
        this.unlink(id);
        this.sink(this.childAt(node, k), id);
      }
      id = next;
    }
  }

  private takeOut(id: number): void {
    let node = this.itemNodes[id];
    this.unlink(id);
    // Nodes left empty are freed; those below them were freed before.
    for (;;) {
      this.subtreeCounts[node]--;
      if (node === 0) return;
      const parent = this.parents[node];
      if (this.subtreeCounts[node] === 0) this.dropNode(node, parent);
      node = parent;
    }
  }
}
