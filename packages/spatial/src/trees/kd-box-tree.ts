/**
 * A k-d tree over boxes: space is divided by one plane after the other, each perpendicular to an axis and
 * placed where the boxes are, so the tree fits uneven scenes better than an octree with its fixed planes.
 *
 * Of the planes through the mean of the centres, it takes the one with the fewest boxes on its fuller side
 * and across it. A box that crosses the plane stays at the node; the others go to its sides. Items of the two
 * sides never touch, so pairs are found as in `Octree`, by a traversal that carries along the ancestors'
 * items that extend into the region.
 *
 * Cost: O(n log n) to build, before the first query after a change; n references in all, since no box is
 * stored twice. Limits: a single moved box means a new build; if most boxes overlap each other, planes do not
 * help and they stay together.
 *
 * J. L. Bentley, "Multidimensional binary search trees used for associative searching", CACM 18(9), 1975.
 */
import { grown, type IdList, type PairList } from '@colide/core';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import type { BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, directionAt, inverseAt, maxTAt } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { farAt, nearAt, stretchSize } from '../internal/stretch-layout.ts';
import { RebuiltStructure } from './internal/rebuilt-structure.ts';

const tag = 'kdbx';
const leafCapacity = 8;
/** A node is divided only if its larger side gets at most this share of its boxes. */
const progress = 0.9;
const maxDepth = 60;
/**
 * A node: the range of its own boxes in the order, then the child below the plane and the one above, −1 for
 * none.
 */
const nodeSize = 4;
const beginAt = 0;
const endAt = 1;
const lowerAt = 2;
const upperAt = 3;

/** Options of {@link KdBoxTree}. */
export interface KdBoxTreeOptions extends BoxStructureOptions {}

/** A k-d tree over boxes. */
export class KdBoxTree extends RebuiltStructure {
  /** Number of nodes; node 0 is the root. */
  nodeCount = 0;
  /**
   * Four numbers per node: start and end of its own boxes in {@link order}, then its two children, −1 for
   * none.
   */
  nodes: Int32Array = new Int32Array(0);
  /** The axis to which the plane of each node is perpendicular; 3 for leaves. */
  axes: Uint8Array = new Uint8Array(0);
  /**
   * The coordinate of the plane of each node. Boxes below it are in the first child, those on or above it in
   * the second.
   */
  planes: Float64Array = new Float64Array(0);
  /** Ids of the boxes, node by node. */
  order: Uint32Array = new Uint32Array(0);

  private readonly stack = new Int32Array(2 * maxDepth + 4);
  /** The part of the ray for which each node on the stack is to be searched. */
  private readonly stretches = new Float64Array(stretchSize * (2 * maxDepth + 4));
  private readonly means = new Float64Array(3);

  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): KdBoxTree {
    const tree = new KdBoxTree({ capacity: 0 });
    const [head, nodes, axes, planes, order] = restoreBoxes(
      tree,
      unpackArrays<BoxArrays<[Uint32Array, Int32Array, Uint8Array, Float64Array, Uint32Array]>>(tag, buffer),
    );
    tree.nodeCount = head[0];
    tree.nodes = nodes;
    tree.axes = axes;
    tree.planes = planes;
    tree.order = order;
    tree.stale = false;
    return tree;
  }

  /** @param options initial capacity; all optional */
  constructor(options: KdBoxTreeOptions = {}) {
    super(knownBoxOptions(options));
  }

  serialize(): ArrayBuffer {
    this.prepare();
    return packArrays(tag, this.packed());
  }

  protected override packed(): PackedArray[] {
    const head = Uint32Array.of(this.nodeCount);
    return [...super.packed(), head, this.nodes, this.axes, this.planes, this.order];
  }

  protected override rebuild(): void {
    if (this.order.length < this.capacity) this.order = new Uint32Array(this.capacity);
    let count = 0;
    for (let id = 0; id < this.idCount; id++) if (this.alive[id] === 1) this.order[count++] = id;
    this.nodeCount = 0;
    if (count > 0) this.build(0, count, 0);
  }

  /** Makes the subtree of the boxes from `begin` to `end` and returns its root. */
  private build(begin: number, end: number, depth: number): number {
    const node = this.makeNode();
    let axis = 3;
    if (end - begin > leafCapacity && depth < maxDepth) axis = this.chooseAxis(begin, end);
    this.axes[node] = axis;
    this.nodes[nodeSize * node + beginAt] = begin;
    this.nodes[nodeSize * node + endAt] = end;
    this.nodes[nodeSize * node + lowerAt] = -1;
    this.nodes[nodeSize * node + upperAt] = -1;
    if (axis === 3) return node;
    this.planes[node] = this.means[axis];
    // Three parts: boxes across the plane, below it, above it.
    const { order, boxes } = this;
    let own = begin;
    let above = end;
    for (let i = begin; i < above; ) {
      const id = order[i];
      const plane = this.planes[node];
      if (boxes[boxSize * id + axis] >= plane) {
        order[i] = order[--above];
        order[above] = id;
        continue;
      }
      if (boxes[boxSize * id + maxAt + axis] >= plane) {
        order[i] = order[own];
        order[own++] = id;
      }
      i++;
    }
    this.nodes[nodeSize * node + endAt] = own;
    if (own < above) {
      const child = this.build(own, above, depth + 1);
      this.nodes[nodeSize * node + lowerAt] = child;
    }
    if (above < end) {
      const child = this.build(above, end, depth + 1);
      this.nodes[nodeSize * node + upperAt] = child;
    }
    return node;
  }

  /** The axis whose plane through the mean of the centres divides best; 3 when none makes progress. */
  private chooseAxis(begin: number, end: number): number {
    const { order, boxes, means } = this;
    const count = end - begin;
    let best = 3;
    let leastCost = progress * count;
    for (let axis = 0; axis < 3; axis++) {
      let mean = 0;
      for (let i = begin; i < end; i++) {
        const at = boxSize * order[i] + axis;
        mean += (0.5 * boxes[at] + 0.5 * boxes[at + 3]) / count;
      }
      means[axis] = mean;
      let below = 0;
      let above = 0;
      for (let i = begin; i < end; i++) {
        const at = boxSize * order[i] + axis;
        if (boxes[at] >= mean) above++;
        else if (boxes[at + 3] < mean) below++;
      }
      const cost = Math.max(below, above) + (count - below - above);
      if (cost < leastCost) {
        leastCost = cost;
        best = axis;
      }
    }
    return best;
  }

  private makeNode(): number {
    const node = this.nodeCount++;
    if (node === this.axes.length) {
      const room = Math.max(32, 2 * node);
      this.nodes = grown(this.nodes, nodeSize * room);
      this.axes = grown(this.axes, room);
      this.planes = grown(this.planes, room);
    }
    return node;
  }

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.prepare();
    const before = out.count;
    this.visited = 0;
    this.tested = 0;
    if (window) this.answerWindow(out, test, window);
    else this.answerRay(out, test);
    this.counters.add(this.visited, this.tested);
    return out.count - before;
  }

  /** Appends the boxes that pass the test in the regions that touch the window. */
  private answerWindow(out: IdList, test: BoxTest, window: Float64Array): void {
    const { stack, nodes, axes, planes } = this;
    let top = 0;
    if (this.count > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      this.testOwn(out, node, test);
      const axis = axes[node];
      if (axis === 3) continue;
      if (window[axis] < planes[node] && nodes[nodeSize * node + lowerAt] >= 0)
        stack[top++] = nodes[nodeSize * node + lowerAt];
      if (window[maxAt + axis] >= planes[node] && nodes[nodeSize * node + upperAt] >= 0)
        stack[top++] = nodes[nodeSize * node + upperAt];
    }
  }

  /** Appends the boxes that the ray meets. */
  private answerRay(out: IdList, test: BoxTest): void {
    const { stack, stretches, nodes, axes, planes, query } = this;
    let top = 0;
    if (this.count > 0) {
      stack[top++] = 0;
      stretches[nearAt] = 0;
      stretches[farAt] = query[maxTAt];
    }
    while (top > 0) {
      const node = stack[--top];
      const near = stretches[stretchSize * top + nearAt];
      const far = stretches[stretchSize * top + farAt];
      this.testOwn(out, node, test);
      const axis = axes[node];
      if (axis === 3) continue;
      const height = planes[node] - query[axis];
      const first = nodes[nodeSize * node + lowerAt];
      const second = nodes[nodeSize * node + upperAt];
      // The parameter at which the ray crosses the plane, with room for rounding on both sides.
      const cross = height * query[axis + inverseAt];
      const early = cross - 1e-14 * Math.abs(cross);
      const late = cross + 1e-14 * Math.abs(cross);
      const speed = query[axis + directionAt];
      if (speed === 0) {
        if (height > 0) top = this.push(top, first, near, far);
        else top = this.push(top, second, near, far);
      } else {
        top = this.push(top, speed > 0 ? second : first, Math.max(near, early), far);
        top = this.push(top, speed > 0 ? first : second, near, Math.min(far, late));
      }
    }
  }

  private push(top: number, node: number, near: number, far: number): number {
    if (node < 0 || !(near <= far)) return top;
    this.stack[top] = node;
    this.stretches[stretchSize * top + nearAt] = near;
    this.stretches[stretchSize * top + farAt] = far;
    return top + 1;
  }

  private testOwn(out: IdList, node: number, test: BoxTest): void {
    const { nodes, order, boxes, query } = this;
    const end = nodes[nodeSize * node + endAt];
    this.visited++;
    this.tested += end - nodes[nodeSize * node + beginAt];
    for (let i = nodes[nodeSize * node + beginAt]; i < end; i++)
      if (test(boxes, order[i], query)) out.push(order[i]);
  }

  protected override pairAll(out: PairList): void {
    this.walk(out, 0, 0, 0);
  }

  /** Pairs of a subtree with each other and with the items carried from `begin` to `end`. */
  private walk(out: PairList, node: number, begin: number, end: number): void {
    const { nodes, order, carried, boxes } = this;
    this.visited++;
    let last = end;
    const ownEnd = nodes[nodeSize * node + endAt];
    for (let i = nodes[nodeSize * node + beginAt]; i < ownEnd; i++) {
      this.tested += last - begin;
      carried.compare(out, boxes, boxSize, order[i], begin, last);
      carried.put(last++, order[i]);
    }
    const axis = this.axes[node];
    if (axis === 3) return;
    const { items, sides } = carried;
    for (let i = begin; i < last; i++) {
      const at = boxSize * items[i] + axis;
      sides[i] = +(boxes[at] < this.planes[node]) | (+(boxes[at + 3] >= this.planes[node]) << 1);
    }
    const first = nodes[nodeSize * node + lowerAt];
    const second = nodes[nodeSize * node + upperAt];
    if (first >= 0) this.walk(out, first, last, carried.select(begin, last, 1));
    if (second >= 0) this.walk(out, second, last, carried.select(begin, last, 2));
  }
}
