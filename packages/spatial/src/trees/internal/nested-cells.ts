/**
 * The classical octree and quadtree: an item moves down to the deepest cell that contains it entirely. Items
 * of different children never touch, so a pair is always an item of a node with one of the same node or of an
 * ancestor. A traversal from the root carries along the ancestors' items that extend into the cell. Items
 * that straddle a plane high up are soon dropped; comparing with all items of all ancestors would be
 * quadratic.
 */
import { type PairList, requirePairList } from '@colide/core';
import { CarriedItems } from './carried-items.ts';
import { CellTree } from './cell-tree.ts';

/** A tree whose items do not extend beyond their cell. */
export abstract class NestedCells extends CellTree {
  private readonly carried = new CarriedItems();
  private visited = 0;
  private tested = 0;

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.prepare();
    if (this.count === 0) return 0;
    const before = out.count;
    this.visited = 0;
    this.tested = 0;
    this.walk(out, 0, 0, 0);
    this.counters.add(this.visited, this.tested);
    return out.count - before;
  }

  protected override childOf(node: number, id: number): number {
    const { dimension, stride, boxes, centers } = this;
    let k = 0;
    for (let axis = 0; axis < dimension; axis++) {
      const center = centers[dimension * node + axis];
      if (boxes[stride * id + axis] >= center) k |= 1 << axis;
      else if (boxes[stride * id + axis + dimension] >= center) return -1;
    }
    return k;
  }

  /**
   * Reports the pairs of `node` and below, with each other and with the items carried from `begin` to `end`.
   */
  private walk(out: PairList, node: number, begin: number, end: number): void {
    const { firstItems, nextItems, children, childrenSize, carried } = this;
    this.visited++;
    let last = end;
    for (let id = firstItems[node]; id >= 0; id = nextItems[id]) {
      this.tested += last - begin;
      carried.compare(out, this.boxes, this.stride, id, begin, last);
      carried.put(last++, id);
    }
    if (this.subtreeCounts[node] === this.itemCounts[node]) return;
    this.markSides(node, begin, last);
    for (let k = 0; k < childrenSize; k++) {
      const child = children[childrenSize * node + k];
      if (child > 0)
        this.walk(out, child, last, carried.select(begin, last, sidesOfChild(k, this.dimension)));
    }
  }

  private markSides(node: number, begin: number, end: number): void {
    const { boxes, centers, dimension, stride } = this;
    const { items, sides } = this.carried;
    for (let i = begin; i < end; i++) {
      const at = stride * items[i];
      let bits = 0;
      for (let axis = 0; axis < dimension; axis++) {
        const center = centers[dimension * node + axis];
        if (boxes[at + axis] < center) bits |= 1 << (2 * axis);
        if (boxes[at + axis + dimension] >= center) bits |= 2 << (2 * axis);
      }
      sides[i] = bits;
    }
  }
}

/** The sides on which child number `k` lies, as in `CarriedItems`. */
export function sidesOfChild(k: number, dimension: number): number {
  let bits = 0;
  for (let axis = 0; axis < dimension; axis++) bits |= ((k >> axis) & 1 ? 2 : 1) << (2 * axis);
  return bits;
}
