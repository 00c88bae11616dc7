/**
 * An octree over boxes in which an item is registered in every leaf that it touches: small items that cross a
 * plane do not stay at the top as in `Octree`, at the cost of several references per item.
 *
 * Cells are half open, so that every point belongs to one leaf; a pair is reported in the leaf that holds the
 * lower corner of the intersection of its boxes, and thus once. An item that covers a whole cell is kept at
 * that cell and goes no deeper, and leaves are divided only if that does not multiply references; so the
 * number of references per item is bounded, however sizes differ.
 *
 * Cost: O(references) to insert, move or remove. The root grows as in `Octree`: a box that leaves it causes a
 * rebuild before the next query. Empty leaves stay until then or until they are the majority.
 */
import { grown, type IdList, type PairList, requireInteger, requirePairList } from '@colide/core';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, boxesTouch, directionAt, inverseAt, maxTAt } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import {
  itemAt,
  nextAt,
  type ReferenceArrays,
  ReferenceLists,
  referenceSize,
} from './internal/reference-lists.ts';

const tag = 'mroc';
/** Children of a node, the last of them, and the largest number of times that the root may be halved. */
const childCount = 8;
const lastChild = childCount - 1;
const depthLimit = 40;
/** Average number of references per item beyond which leaves are no longer divided. */
const referencesPerItem = 12;

/** Options of {@link MultiReferenceOctree}. */
export interface MultiReferenceOctreeOptions extends BoxStructureOptions {
  /** How many times the root may be halved. Default 12. */
  readonly maxDepth?: number;
  /** A leaf with more items than this is divided. Default 12. */
  readonly leafCapacity?: number;
}

/** An octree whose items are in all leaves they touch. */
export class MultiReferenceOctree extends BoxStructure {
  /** Nodes in use; the eight children of a node follow each other. */
  nodeCount = 0;
  /** Cells of the nodes, six numbers each. */
  cells: Float64Array = new Float64Array(0);
  /** First of the eight children of each node, 0 for a leaf. */
  children: Int32Array = new Int32Array(0);
  /** Depth of each node below the root. */
  depths: Uint8Array = new Uint8Array(0);

  private readonly lists = new ReferenceLists();
  /** Number of references that a leaf must have before dividing it is tried again. */
  private patience: Int32Array = new Int32Array(0);
  private stamps: Uint32Array = new Uint32Array(0);
  private stamp = 0;
  private nodesWhenBuilt = 0;
  private stale = true;
  private maxDepth: number;
  private leafCapacity: number;
  private readonly stack: Int32Array;
  private carried: Uint32Array = new Uint32Array(64);
  private visited = 0;
  private tested = 0;

  /** Restores a tree from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): MultiReferenceOctree {
    const tree = new MultiReferenceOctree({ capacity: 0 });
    const [head, cells, children, depths, patience, ...lists] = restoreBoxes(
      tree,
      unpackArrays<
        BoxArrays<[Int32Array, Float64Array, Int32Array, Uint8Array, Int32Array, ...ReferenceArrays]>
      >(tag, buffer),
    );
    tree.maxDepth = head[0];
    tree.leafCapacity = head[1];
    tree.nodeCount = head[2];
    tree.nodesWhenBuilt = head[3];
    tree.cells = cells;
    tree.children = children;
    tree.depths = depths;
    tree.patience = patience;
    tree.lists.restore(lists);
    tree.stamps = new Uint32Array(tree.capacity);
    tree.stale = false;
    return tree;
  }

  /** @param options depth, initial capacity; all optional */
  constructor(options: MultiReferenceOctreeOptions = {}) {
    super(knownBoxOptions(options, 'maxDepth', 'leafCapacity'));
    const { maxDepth = 12, leafCapacity = 12 } = options;
    requireInteger('maxDepth', maxDepth, 0, depthLimit);
    requireInteger('leafCapacity', leafCapacity, 1);
    this.maxDepth = maxDepth;
    this.leafCapacity = leafCapacity;
    this.stack = new Int32Array(childCount * (depthLimit + 2));
  }

  serialize(): ArrayBuffer {
    this.prepare();
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.prepare();
    const before = out.count;
    this.visited = 0;
    this.tested = 0;
    if (this.count > 0) this.walk(out, 0, 0);
    this.counters.add(this.visited, this.tested);
    return out.count - before;
  }

  protected override inserted(id: number): void {
    if (this.stale) return;
    this.reserveItems();
    if (this.isInRoot(id)) this.register(0, id);
    else this.stale = true;
  }

  protected override insertedAll(first: number, count: number): void {
    if (2 * count >= this.count) this.stale = true;
    super.insertedAll(first, count);
  }

  protected override updated(id: number): void {
    if (this.stale) return;
    this.lists.removeItem(id);
    if (this.isInRoot(id)) this.register(0, id);
    else this.stale = true;
  }

  protected override removed(id: number): void {
    if (!this.stale) this.lists.removeItem(id);
  }

  protected override cleared(): void {
    this.stale = true;
  }

  protected override packed(): PackedArray[] {
    const { maxDepth, leafCapacity, nodeCount, nodesWhenBuilt } = this;
    const head = Int32Array.of(maxDepth, leafCapacity, nodeCount, nodesWhenBuilt);
    const { cells, children, depths, patience } = this;
    return [...super.packed(), head, cells, children, depths, patience, ...this.lists.packed()];
  }

  /** Rebuilds the tree if a rebuild is due, or if most of it has become useless. */
  private prepare(): void {
    if (!this.stale && this.nodeCount <= 4 * this.nodesWhenBuilt + 64) return;
    this.stale = false;
    this.reserveItems();
    this.nodeCount = 0;
    this.lists.clear();
    this.makeRoot();
    for (let id = 0; id < this.idCount; id++) if (this.alive[id] === 1) this.register(0, id);
    this.nodesWhenBuilt = this.nodeCount;
  }

  /**
   * A cube around all boxes, twice as wide as necessary; they lie near its lower corner, so that the first
   * planes do not cut all boxes of a thin scene.
   */
  private makeRoot(): void {
    const { boxes, alive, idCount } = this;
    this.makeNodes(1, 0);
    const { cells } = this;
    let widest = 2 ** -900;
    for (let axis = 0; axis < 3; axis++) {
      cells[axis] = Infinity;
      cells[maxAt + axis] = -Infinity;
      for (let id = 0; id < idCount; id++) {
        if (alive[id] === 0) continue;
        cells[axis] = Math.min(cells[axis], boxes[boxSize * id + axis]);
        cells[maxAt + axis] = Math.max(cells[maxAt + axis], boxes[boxSize * id + maxAt + axis]);
      }
      const largest = Math.max(Math.abs(cells[axis]), Math.abs(cells[maxAt + axis]));
      widest = Math.max(widest, 0.5 * cells[maxAt + axis] - 0.5 * cells[axis], largest * 2 ** -30);
    }
    for (let axis = 0; axis < 3; axis++) {
      const min = cells[axis] - (0.5 * cells[maxAt + axis] - 0.5 * cells[axis]) - 0.0625 * widest;
      cells[maxAt + axis] = Math.min(2 ** 1023, Math.max(cells[maxAt + axis], min + 4 * widest));
      cells[axis] = Math.max(-(2 ** 1023), min);
    }
  }

  private isInRoot(id: number): boolean {
    const { boxes, cells } = this;
    for (let axis = 0; axis < 3; axis++)
      if (
        boxes[boxSize * id + axis] < cells[axis] ||
        boxes[boxSize * id + maxAt + axis] > cells[maxAt + axis]
      )
        return false;
    return true;
  }

  /** Registers item `id` in the subtree of `node`, whose cell it touches. */
  private register(node: number, id: number): void {
    const first = this.children[node];
    if (first === 0 || this.covers(id, node)) {
      this.lists.link(node, id);
      if (first === 0 && this.lists.counts[node] > this.patience[node]) this.divide(node);
      return;
    }
    const mask = this.childrenOf(node, this.boxes, boxSize * id);
    for (let k = 0; k < childCount; k++) if ((mask >> k) & 1) this.register(first + k, id);
  }

  /** Divides a leaf, unless it is deep enough or its items would be multiplied. */
  private divide(node: number): void {
    let references = 0;
    let divisible = 0;
    const { lists } = this;
    for (let r = lists.firsts[node]; r >= 0; r = lists.references[referenceSize * r + nextAt]) {
      const id = lists.references[referenceSize * r + itemAt];
      if (this.covers(id, node)) continue;
      divisible++;
      let mask = this.childrenOf(node, this.boxes, boxSize * id);
      for (; mask > 0; mask &= mask - 1) references++;
    }
    this.patience[node] = 2 * lists.counts[node];
    if (
      this.depths[node] >= this.maxDepth ||
      divisible <= this.leafCapacity ||
      references > 4 * divisible ||
      lists.count + references > referencesPerItem * this.count + 64
    )
      return;
    const first = this.makeNodes(childCount, this.depths[node] + 1);
    this.children[node] = first;
    this.placeChildren(node);
    let r = lists.firsts[node];
    while (r >= 0) {
      const id = lists.references[referenceSize * r + itemAt];
      const next = lists.references[referenceSize * r + nextAt];
      if (!this.covers(id, node)) {
        lists.remove(r);
        this.register(node, id);
      }
      r = next;
    }
  }

  private covers(id: number, node: number): boolean {
    const { boxes, cells } = this;
    const a = boxSize * id;
    const c = boxSize * node;
    for (let axis = 0; axis < 3; axis++)
      if (boxes[a + axis] > cells[c + axis] || boxes[a + axis + 3] < cells[c + axis + 3]) return false;
    return true;
  }

  /** The children that a box touches, as bits. A point on a plane belongs to the upper side. */
  private childrenOf(node: number, box: Float64Array, at: number): number {
    const { cells } = this;
    let mask = 0xff;
    const first = this.children[node];
    for (let axis = 0; axis < 3; axis++) {
      const plane =
        first > 0
          ? cells[boxSize * (first + lastChild) + axis]
          : 0.5 * cells[boxSize * node + axis] + 0.5 * cells[boxSize * node + maxAt + axis];
      const low = axis === 0 ? 0x55 : axis === 1 ? 0x33 : 0x0f;
      if (!(box[at + axis] < plane)) mask &= ~low;
      if (!(box[at + axis + 3] >= plane)) mask &= low;
    }
    return mask;
  }

  private placeChildren(node: number): void {
    const { cells } = this;
    const first = this.children[node];
    for (let k = 0; k < childCount; k++)
      for (let axis = 0; axis < 3; axis++) {
        const low = cells[boxSize * node + axis];
        const high = cells[boxSize * node + maxAt + axis];
        const plane = 0.5 * low + 0.5 * high;
        const isHigh = (k >> axis) & 1;
        cells[boxSize * (first + k) + axis] = isHigh ? plane : low;
        cells[boxSize * (first + k) + maxAt + axis] = isHigh ? high : plane;
      }
  }

  /** Pairs of a subtree with each other and with the first `count` carried items, which cover its cell. */
  private walk(out: PairList, node: number, count: number): void {
    const { boxes } = this;
    const { references } = this.lists;
    this.visited++;
    let top = count;
    for (let r = this.lists.firsts[node]; r >= 0; r = references[referenceSize * r + nextAt]) {
      const id = references[referenceSize * r + itemAt];
      this.tested += top;
      for (let i = 0; i < top; i++) {
        const other = this.carried[i];
        if (boxesTouch(boxes, id, other) && this.holdsCorner(node, id, other)) out.pushOrdered(id, other);
      }
      if (top === this.carried.length) this.carried = grown(this.carried, 2 * top);
      this.carried[top++] = id;
    }
    const first = this.children[node];
    if (first > 0) for (let k = 0; k < childCount; k++) this.walk(out, first + k, top);
  }

  /** Whether the cell of `node` contains the lower corner of the intersection of two boxes. */
  private holdsCorner(node: number, i: number, j: number): boolean {
    const { boxes, cells } = this;
    for (let axis = 0; axis < 3; axis++) {
      const corner = Math.max(boxes[boxSize * i + axis], boxes[boxSize * j + axis]);
      const max = cells[boxSize * node + maxAt + axis];
      if (corner < cells[boxSize * node + axis] || (corner >= max && max < cells[maxAt + axis])) return false;
    }
    return true;
  }

  protected override answer(out: IdList, test: BoxTest, window?: Float64Array): number {
    this.prepare();
    const { stack, boxes, stamps, query } = this;
    const { references, firsts } = this.lists;
    const before = out.count;
    if (++this.stamp === 0xffffffff) {
      stamps.fill(0);
      this.stamp = 1;
    }
    const { stamp } = this;
    let visited = 0;
    let tested = 0;
    let top = 0;
    if (this.count > 0) stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top];
      if (window === undefined && !this.rayMeetsCell(node)) continue;
      visited++;
      for (let r = firsts[node]; r >= 0; r = references[referenceSize * r + nextAt]) {
        const id = references[referenceSize * r + itemAt];
        if (stamps[id] === stamp) continue;
        stamps[id] = stamp;
        tested++;
        if (test(boxes, id, query)) out.push(id);
      }
      const first = this.children[node];
      if (first === 0) continue;
      const mask = window === undefined ? 0xff : this.childrenOf(node, window, 0);
      for (let k = 0; k < childCount; k++) if ((mask >> k) & 1) stack[top++] = first + k;
    }
    this.counters.add(visited, tested);
    return out.count - before;
  }

  /** Slabs, widened far beyond rounding. */
  private rayMeetsCell(node: number): boolean {
    const { cells, query } = this;
    let near = 0;
    let far = query[maxTAt];
    for (let axis = 0; axis < 3; axis++) {
      const origin = query[axis];
      const min = cells[boxSize * node + axis];
      const max = cells[boxSize * node + maxAt + axis];
      const slack = 1e-14 * (Math.abs(origin) + Math.max(Math.abs(min), Math.abs(max)));
      const low = min - origin - slack;
      const high = max - origin + slack;
      if (query[axis + directionAt] === 0) {
        if (low > 0 || high < 0) return false;
        continue;
      }
      const inverse = query[axis + inverseAt];
      near = Math.max(near, Math.min(low * inverse, high * inverse) * (1 - 1e-14));
      far = Math.min(far, Math.max(low * inverse, high * inverse) * (1 + 1e-14));
    }
    return near <= far;
  }

  private makeNodes(count: number, depth: number): number {
    const first = this.nodeCount;
    this.nodeCount += count;
    if (this.nodeCount > this.depths.length) {
      const room = Math.max(64, 2 * this.nodeCount);
      this.cells = grown(this.cells, boxSize * room);
      this.children = grown(this.children, room);
      this.depths = grown(this.depths, room);
      this.patience = grown(this.patience, room);
    }
    const end = first + count;
    this.children.fill(0, first, end);
    this.depths.fill(depth, first, end);
    this.patience.fill(this.leafCapacity, first, end);
    this.lists.addNodes(first, end);
    return first;
  }

  private reserveItems(): void {
    if (this.stamps.length >= this.capacity) return;
    this.lists.reserveItems(this.capacity);
    this.stamps = grown(this.stamps, this.capacity);
  }
}
