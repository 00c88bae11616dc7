/**
 * Loose octrees and quadtrees (Ulrich, "Loose octrees", Game Programming Gems 1, 2000): an item belongs to
 * the cell that holds its centre, on the deepest level whose cells, made larger by a factor, still contain
 * it. Its size determines the level, so a small item goes to a small cell even if it crosses a plane high up,
 * and moving it rarely changes its node.
 *
 * The regions of neighbours overlap, so pairs are sought between subtrees: the tree is traversed against
 * itself, two nodes at a time, while the boxes around their contents touch. Those boxes are gathered at the
 * beginning in one pass.
 */
import { type PairList, requireFinite, requirePairList } from '@colide/core';
import type { BoxTests } from '../../internal/box-tests.ts';
import { CellTree, type CellTreeOptions } from './cell-tree.ts';

/** Options of loose octrees and quadtrees. */
export interface LooseCellOptions extends CellTreeOptions {
  /**
   * The width of a node's region relative to that of its cell. Above 1 and at most 4; default 2, Ulrich's
   * choice.
   */
  readonly looseness?: number;
}

/** A tree whose items may extend beyond their cell. */
export abstract class LooseCells extends CellTree {
  /** Boxes around each node's own items. */
  private own: Float64Array = new Float64Array(0);
  /** Boxes around all items of each node and below. */
  private all: Float64Array = new Float64Array(0);
  private visited = 0;
  private tested = 0;

  constructor(options: LooseCellOptions, tests: BoxTests) {
    super(options, tests);
    const { looseness = 2 } = options;
    requireFinite('looseness', looseness);
    if (!(looseness > 1 && looseness <= 4))
      throw new RangeError(`looseness must be above 1 and at most 4, got ${looseness}`);
    this.overhang = looseness - 1;
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.prepare();
    if (this.count === 0) return 0;
    const before = out.count;
    if (this.own.length < this.stride * this.nodeCount) {
      this.own = new Float64Array(this.stride * this.halves.length);
      this.all = new Float64Array(this.stride * this.halves.length);
    }
    this.visited = 0;
    this.tested = 0;
    this.surround(0);
    this.pairsWithin(out, 0);
    this.counters.add(this.visited, this.tested);
    return out.count - before;
  }

  protected override childOf(node: number, id: number): number {
    const { dimension, stride, boxes, centers } = this;
    const room = this.overhang * this.halves[node];
    let k = 0;
    for (let axis = 0; axis < dimension; axis++) {
      const min = boxes[stride * id + axis];
      const max = boxes[stride * id + axis + dimension];
      if (max - min > room) return -1;
      if (0.5 * min + 0.5 * max >= centers[dimension * node + axis]) k |= 1 << axis;
    }
    return k;
  }

  /** Gathers the boxes around the items of `node` and of all nodes below. */
  private surround(node: number): void {
    const { own, all, boxes, dimension, stride, nextItems, childrenSize, children } = this;
    const at = stride * node;
    own.fill(Infinity, at, at + dimension);
    own.fill(-Infinity, at + dimension, at + stride);
    for (let id = this.firstItems[node]; id >= 0; id = nextItems[id])
      widen(own, at, boxes, stride * id, dimension);
    for (let i = 0; i < stride; i++) all[at + i] = own[at + i];
    if (this.subtreeCounts[node] === this.itemCounts[node]) return;
    for (let k = 0; k < childrenSize; k++) {
      const child = children[childrenSize * node + k];
      if (child === 0) continue;
      this.surround(child);
      widen(all, at, all, stride * child, dimension);
    }
  }

  /** Pairs within the subtree of `node`. */
  private pairsWithin(out: PairList, node: number): void {
    const { firstItems, nextItems, children, childrenSize } = this;
    const count = this.itemCounts[node];
    this.visited++;
    this.tested += (count * (count - 1)) / 2;
    for (let id = firstItems[node]; id >= 0; id = nextItems[id]) this.compareChain(out, id, nextItems[id]);
    if (this.subtreeCounts[node] === count) return;
    for (let k = 0; k < childrenSize; k++) {
      const child = children[childrenSize * node + k];
      if (child === 0) continue;
      this.pairsWithin(out, child);
      if (count > 0) this.pairsBelow(out, node, child);
      for (let l = 0; l < k; l++) {
        const other = children[childrenSize * node + l];
        if (other > 0) this.pairsBetween(out, child, other);
      }
    }
  }

  /** Pairs between the subtrees of `a` and `b`. */
  private pairsBetween(out: PairList, a: number, b: number): void {
    const { children, childrenSize, all } = this;
    this.visited++;
    if (!this.boxesMeet(all, a, all, b)) return;
    if (this.itemCounts[a] > 0) this.pairsBelow(out, a, b);
    if (this.subtreeCounts[a] === this.itemCounts[a]) return;
    for (let k = 0; k < childrenSize; k++) {
      const child = children[childrenSize * a + k];
      if (child === 0) continue;
      if (this.itemCounts[b] > 0) this.pairsBelow(out, b, child);
      if (this.subtreeCounts[b] === this.itemCounts[b]) continue;
      if (!this.boxesMeet(all, child, all, b)) continue;
      for (let l = 0; l < childrenSize; l++) {
        const other = children[childrenSize * b + l];
        if (other > 0) this.pairsBetween(out, child, other);
      }
    }
  }

  /** Pairs between the items of `node` itself and the subtree of `other`. */
  private pairsBelow(out: PairList, node: number, other: number): void {
    const { own, all, children, childrenSize, firstItems, nextItems } = this;
    this.visited++;
    if (!this.boxesMeet(own, node, all, other)) return;
    if (this.itemCounts[other] > 0 && this.boxesMeet(own, node, own, other)) {
      for (let id = firstItems[other]; id >= 0; id = nextItems[id]) {
        if (!this.boxesMeet(own, node, this.boxes, id)) continue;
        this.tested += this.itemCounts[node];
        this.compareChain(out, id, firstItems[node]);
      }
    }
    if (this.subtreeCounts[other] === this.itemCounts[other]) return;
    for (let k = 0; k < childrenSize; k++) {
      const child = children[childrenSize * other + k];
      if (child > 0) this.pairsBelow(out, node, child);
    }
  }

  private boxesMeet(first: Float64Array, i: number, second: Float64Array, j: number): boolean {
    const { dimension, stride } = this;
    const a = stride * i;
    const b = stride * j;
    return (
      first[a] <= second[b + dimension] &&
      second[b] <= first[a + dimension] &&
      first[a + 1] <= second[b + dimension + 1] &&
      second[b + 1] <= first[a + dimension + 1] &&
      (dimension === 2 || (first[a + 2] <= second[b + 5] && second[b + 2] <= first[a + 5]))
    );
  }

  /** Compares item `id` with the chain that begins with `first`. */
  private compareChain(out: PairList, id: number, first: number): void {
    const { boxes, nextItems } = this;
    for (let other = first; other >= 0; other = nextItems[other])
      if (this.boxesMeet(boxes, id, boxes, other)) out.pushOrdered(id, other);
  }
}

/** Widens the box at `at` to contain the one at `by`. */
function widen(out: Float64Array, at: number, boxes: Float64Array, by: number, dimension: number): void {
  for (let axis = 0; axis < dimension; axis++) {
    out[at + axis] = Math.min(out[at + axis], boxes[by + axis]);
    out[at + dimension + axis] = Math.max(out[at + dimension + axis], boxes[by + dimension + axis]);
  }
}
