/**
 * A bounding volume hierarchy that is updated, not rebuilt: boxes are added, removed and moved one by one.
 * For scenes in which most boxes are at rest or move little, and for worlds that change all the time.
 *
 * A new leaf becomes the sibling of the node for which the sum of all areas grows least, found by branch and
 * bound. From there up to the root, every node tries four rotations, exchanges of a child with a grandchild,
 * and takes the one that saves most area. Leaves store boxes enlarged by a margin, so that a box that moves a
 * little needs no change of the tree at all; one that leaves its margin is removed and inserted again.
 *
 * Cost: typically O(log n) for an insertion, removal or move, nothing for a move within the margin. Pairs
 * come from traversing the tree against itself. The tree depends on the order of calls; the answers do not.
 *
 * Omohundro, "Five balltree construction algorithms", 1989 (insertion); Kopta et al., "Fast, effective BVH
 * updates for animated scenes", 2012 (rotations); Catto, "Dynamic bounding volume hierarchies", GDC 2019.
 */
import { grown, type IdList, type PairList, requireNonNegative, requirePairList } from '@colide/core';
import { boxSize, maxAt } from '../internal/box-layout.ts';
import { BoxStructure, type BoxStructureOptions } from '../internal/box-structure.ts';
import { type BoxTest, boxesTouch } from '../internal/box-tests.ts';
import { knownBoxOptions } from '../internal/known-options.ts';
import { type PackedArray, packArrays, unpackArrays } from '../internal/pack.ts';
import { type BoxArrays, restoreBoxes } from '../internal/restore-boxes.ts';
import { BoxMeasure } from './internal/box-measure.ts';

/** Options of {@link DynamicBvh}. */
export interface DynamicBvhOptions extends BoxStructureOptions {
  /** The margin of leaves on each side, as a fraction of the longest side of the box. Default 0.1. */
  readonly margin?: number;
}

const tag = 'dbvh';
const measure = /* @__PURE__ */ new BoxMeasure();
/**
 * Links of a node:
 *
 * | offset   | inner node                 | leaf   | free node          |
 * | -------- | -------------------------- | ------ | ------------------ |
 * | parentAt | parent, −1 above the root  | parent | next free node, −1 |
 * | firstAt  | first child                | −1     |                    |
 * | secondAt | second child               | its id |                    |
 */
const linkSize = 3;
const parentAt = 0;
const firstAt = 1;
const secondAt = 2;
const idAt = 2;

/** A broad phase on a tree that changes with its boxes. */
export class DynamicBvh extends BoxStructure {
  /**
   * Boxes of the nodes, six numbers each: for leaves with the margin, for others the union of the children.
   */
  nodeBoxes: Float64Array = new Float64Array(0);
  /**
   * Three numbers per node: parent, then two children, or −1 and the id of a leaf. −1 is the parent of the
   * root.
   */
  links: Int32Array = new Int32Array(0);
  /** The root, −1 when there are no boxes. */
  root = -1;

  private margin: number;
  /** The leaf of each id. */
  private leaves: Int32Array = new Int32Array(0);
  /** Nodes from this one on have never been in use. */
  private nodeEnd = 0;
  /** The first free node; free nodes are linked through their parents. */
  private freeNode = -1;
  /** Nodes to visit, enough for a tree of any depth. */
  private stack = new Int32Array(0);
  /** Costs of the nodes to visit while a leaf is inserted. */
  private costs = new Float64Array(0);

  /** Restores a structure from the buffer of {@link serialize}. The buffer is used, not copied. */
  static deserialize(buffer: ArrayBufferLike): DynamicBvh {
    const structure = new DynamicBvh({ capacity: 0 });
    const [head, boxes, links, leaves] = restoreBoxes(
      structure,
      unpackArrays<BoxArrays<[Float64Array, Float64Array, Int32Array, Int32Array]>>(tag, buffer),
    );
    const [margin, root, nodeEnd, freeNode] = head;
    structure.margin = margin;
    structure.root = root;
    structure.nodeEnd = nodeEnd;
    structure.freeNode = freeNode;
    structure.nodeBoxes = boxes;
    structure.links = links;
    structure.leaves = leaves;
    structure.makeStack();
    return structure;
  }

  constructor(options: DynamicBvhOptions = {}) {
    super(knownBoxOptions(options, 'margin'));
    const { margin = 0.1 } = options;
    requireNonNegative('margin', margin);
    this.margin = margin;
  }

  serialize(): ArrayBuffer {
    return packArrays(tag, this.packed());
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    const { boxes, nodeBoxes, links, stack } = this;
    const before = out.count;
    let visited = 0;
    let tested = 0;
    let depth = 0;
    if (this.root >= 0) {
      stack[depth++] = this.root;
      stack[depth++] = this.root;
    }
    while (depth > 0) {
      const b = stack[--depth];
      const a = stack[--depth];
      visited++;
      const isLeafA = links[linkSize * a + firstAt] < 0;
      const isLeafB = links[linkSize * b + firstAt] < 0;
      if (a === b) {
        if (isLeafA) continue;
        const left = links[linkSize * a + firstAt];
        const right = links[linkSize * a + secondAt];
        stack[depth++] = left;
        stack[depth++] = left;
        stack[depth++] = right;
        stack[depth++] = right;
        stack[depth++] = left;
        stack[depth++] = right;
      } else if (boxesTouch(nodeBoxes, a, b)) {
        if (isLeafA && isLeafB) {
          const i = links[linkSize * a + idAt];
          const j = links[linkSize * b + idAt];
          tested++;
          if (boxesTouch(boxes, i, j)) out.pushOrdered(i, j);
          continue;
        }
        // A leaf stands for its own children.
        const endA = isLeafA ? firstAt : secondAt;
        const endB = isLeafB ? firstAt : secondAt;
        for (let m = firstAt; m <= endA; m++)
          for (let n = firstAt; n <= endB; n++) {
            stack[depth++] = isLeafA ? a : links[linkSize * a + m];
            stack[depth++] = isLeafB ? b : links[linkSize * b + n];
          }
      }
    }
    this.counters.add(visited, tested);
    return out.count - before;
  }

  protected inserted(id: number): void {
    if (id >= this.leaves.length) this.grow();
    const leaf = this.takeNode();
    this.leaves[id] = leaf;
    this.links[linkSize * leaf + firstAt] = -1;
    this.links[linkSize * leaf + idAt] = id;
    this.insertLeaf(leaf, id);
  }

  protected updated(id: number): void {
    const { boxes, nodeBoxes, leaves } = this;
    const leaf = leaves[id];
    const box = boxSize * id;
    const fat = boxSize * leaf;
    const room = (0.5 + 8 * this.margin) * measure.longestSide(boxes, id).value;
    let isInside = true;
    for (let k = 0; k < 3; k++) {
      const low = boxes[box + k] - nodeBoxes[fat + k];
      const high = nodeBoxes[fat + k + 3] - boxes[box + k + 3];
      // Neither outside its margin nor much smaller than before.
      if (!(low >= 0 && high >= 0 && low + high <= room)) isInside = false;
    }
    if (isInside) return;
    this.removeLeaf(leaf);
    this.insertLeaf(leaf, id);
  }

  protected removed(id: number): void {
    const leaf = this.leaves[id];
    this.removeLeaf(leaf);
    this.freeTheNode(leaf);
  }

  protected cleared(): void {
    this.root = -1;
    this.nodeEnd = 0;
    this.freeNode = -1;
  }

  protected override packed(): PackedArray[] {
    const head = Float64Array.of(this.margin, this.root, this.nodeEnd, this.freeNode);
    return [...super.packed(), head, this.nodeBoxes, this.links, this.leaves];
  }

  private grow(): void {
    const { capacity } = this;
    this.leaves = grown(this.leaves, capacity);
    this.links = grown(this.links, 2 * linkSize * capacity);
    this.nodeBoxes = grown(this.nodeBoxes, 2 * boxSize * capacity);
    this.makeStack();
  }

  private makeStack(): void {
    this.stack = new Int32Array(12 * this.leaves.length + 12);
    this.costs = new Float64Array(2 * this.leaves.length + 2);
  }

  private takeNode(): number {
    const node = this.freeNode;
    if (node < 0) return this.nodeEnd++;
    this.freeNode = this.links[linkSize * node + parentAt];
    return node;
  }

  private freeTheNode(node: number): void {
    this.links[linkSize * node + parentAt] = this.freeNode;
    this.freeNode = node;
  }

  /** Replaces `old` by `child` under `parent`, or at the root. */
  private replaceChild(parent: number, old: number, child: number): void {
    const { links } = this;
    links[linkSize * child + parentAt] = parent;
    if (parent < 0) this.root = child;
    else links[linkSize * parent + (links[linkSize * parent + firstAt] === old ? firstAt : secondAt)] = child;
  }

  private insertLeaf(leaf: number, id: number): void {
    const { boxes, nodeBoxes, links } = this;
    const margin = this.margin * measure.longestSide(boxes, id).value;
    for (let k = 0; k < 3; k++) {
      nodeBoxes[boxSize * leaf + k] = boxes[boxSize * id + k] - margin;
      nodeBoxes[boxSize * leaf + maxAt + k] = boxes[boxSize * id + maxAt + k] + margin;
    }
    if (this.root < 0) {
      this.root = leaf;
      links[linkSize * leaf + parentAt] = -1;
      return;
    }
    const sibling = this.bestSibling(leaf);
    const parent = this.takeNode();
    this.replaceChild(links[linkSize * sibling + parentAt], sibling, parent);
    links[linkSize * parent + firstAt] = sibling;
    links[linkSize * parent + secondAt] = leaf;
    links[linkSize * sibling + parentAt] = parent;
    links[linkSize * leaf + parentAt] = parent;
    this.fitFrom(parent);
  }

  /**
   * The node beside which `leaf` costs least: the area of their union, which becomes a new node, and the
   * growth of all nodes above. A subtree is skipped if even the leaf alone, with the growth above it, would
   * cost more than the best so far.
   */
  private bestSibling(leaf: number): number {
    const { nodeBoxes, links, stack, costs, root } = this;
    const leafArea = measure.unionArea(nodeBoxes, leaf, leaf).value;
    let best = root;
    let bestCost = Infinity;
    let depth = 1;
    stack[0] = root;
    costs[0] = 0;
    while (depth > 0) {
      const node = stack[--depth];
      const above = costs[depth];
      const area = measure.unionArea(nodeBoxes, node, leaf).value;
      if (above + area < bestCost) {
        bestCost = above + area;
        best = node;
      }
      const growth = above + area - measure.unionArea(nodeBoxes, node, node).value;
      if (links[linkSize * node + firstAt] < 0 || growth + leafArea >= bestCost) continue;
      for (let child = firstAt; child <= secondAt; child++) {
        stack[depth] = links[linkSize * node + child];
        costs[depth++] = growth;
      }
    }
    return best;
  }

  private removeLeaf(leaf: number): void {
    const { links } = this;
    const parent = links[linkSize * leaf + parentAt];
    if (parent < 0) {
      this.root = -1;
      return;
    }
    const sibling =
      links[linkSize * parent + firstAt] === leaf
        ? links[linkSize * parent + secondAt]
        : links[linkSize * parent + firstAt];
    const above = links[linkSize * parent + parentAt];
    this.replaceChild(above, parent, sibling);
    this.freeTheNode(parent);
    this.fitFrom(above);
  }

  /** Rotates and fits the nodes from `start` up to the root. */
  private fitFrom(start: number): void {
    const { nodeBoxes, links } = this;
    for (let node = start; node >= 0; node = links[linkSize * node + parentAt]) {
      const left = links[linkSize * node + firstAt];
      const right = links[linkSize * node + secondAt];
      this.rotate(node, left, right);
      unite(nodeBoxes, node, links[linkSize * node + firstAt], links[linkSize * node + secondAt]);
    }
  }

  /** Exchanges a child of `node` with the grandchild for which that saves most area, if any does. */
  private rotate(node: number, left: number, right: number): void {
    const { nodeBoxes, links } = this;
    let saved = 0;
    let child = -1;
    let other = -1;
    let slot = 0;
    for (let side = 0; side < 2; side++) {
      const up = side === 0 ? left : right;
      const down = side === 0 ? right : left;
      if (links[linkSize * down + firstAt] < 0) continue;
      const area = measure.unionArea(nodeBoxes, down, down).value;
      for (let k = firstAt; k <= secondAt; k++) {
        // Child k of `down` goes up, `up` joins the one that stays.
        const gain =
          area - measure.unionArea(nodeBoxes, up, links[linkSize * down + firstAt + secondAt - k]).value;
        if (gain <= saved) continue;
        saved = gain;
        child = up;
        other = down;
        slot = k;
      }
    }
    if (child < 0) return;
    const grandchild = links[linkSize * other + slot];
    links[linkSize * other + slot] = child;
    links[linkSize * child + parentAt] = other;
    this.replaceChild(node, child, grandchild);
    unite(nodeBoxes, other, links[linkSize * other + firstAt], links[linkSize * other + secondAt]);
  }

  protected override answer(out: IdList, passes: BoxTest): number {
    const { boxes, nodeBoxes, links, stack, query } = this;
    const before = out.count;
    let visited = 0;
    let tested = 0;
    let depth = 0;
    if (this.root >= 0) stack[depth++] = this.root;
    while (depth > 0) {
      const node = stack[--depth];
      visited++;
      if (!passes(nodeBoxes, node, query)) continue;
      const child = links[linkSize * node + firstAt];
      const last = links[linkSize * node + secondAt];
      if (child >= 0) {
        stack[depth++] = last;
        stack[depth++] = child;
        continue;
      }
      tested++;
      if (passes(boxes, last, query)) out.push(last);
    }
    this.counters.add(visited, tested);
    return out.count - before;
  }
}

/** Writes the union of boxes `i` and `j` to box `to`. */
function unite(boxes: Float64Array, to: number, i: number, j: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[boxSize * to + k] = Math.min(boxes[boxSize * i + k], boxes[boxSize * j + k]);
    boxes[boxSize * to + maxAt + k] = Math.max(
      boxes[boxSize * i + maxAt + k],
      boxes[boxSize * j + maxAt + k],
    );
  }
}
