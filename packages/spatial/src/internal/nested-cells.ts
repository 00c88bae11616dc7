/**
 * The classical octree and quadtree: an item sinks to the deepest cell that wholly contains it. Items of different
 * children never touch, so a pair is always an item of a node with one of the same node or of an ancestor. A walk from
 * the root carries along the ancestors' items that reach into the cell; those that straddle a plane high up are soon
 * left behind, and the walk costs O(n log n) where a comparison with all ancestors would be quadratic.
 */
import type { PairList } from '@colide/core';
import { CellTree } from './cell-tree.ts';

/** A tree whose items do not reach over the planes of their cell. */
export abstract class NestedCells extends CellTree {
  /** Items that the walk carries along, one stretch for each level. */
  private carried: Uint32Array = new Uint32Array(256);
  /** For each carried item the sides of the node's planes it reaches: bit 2a low, bit 2a + 1 high on axis a. */
  private sides: Uint8Array = new Uint8Array(256);
  /** Nodes visited, boxes tested by the walk. */
  private visited = 0;
  private tested = 0;

  findPairs(out: PairList): number {
    this.prepare();
    if (this.size === 0) return 0;
    const before = out.length;
    this.visited = 0;
    this.tested = 0;
    this.walk(out, 0, 0, 0);
    this.counters.add(this.visited, this.tested);
    return out.length - before;
  }

  protected override childOf(node: number, id: number): number {
    const { dimension, stride, boxes, centers } = this;
    let k = 0;
    for (let axis = 0; axis < dimension; axis++) {
      const center = centers[dimension * node + axis]!;
      if (boxes[stride * id + axis]! >= center) k |= 1 << axis;
      else if (boxes[stride * id + axis + dimension]! >= center) return -1;
    }
    return k;
  }

  /** Reports the pairs of `node` and below, with each other and with the items carried from `begin` to `end`. */
  private walk(out: PairList, node: number, begin: number, end: number): void {
    const { firstItems, nextItems, children, fan } = this;
    this.visited++;
    let last = end;
    for (let id = firstItems[node]!; id >= 0; id = nextItems[id]!) {
      if (last === this.carried.length) this.reserveCarried();
      this.compare(out, id, begin, last);
      this.carried[last++] = id;
    }
    if (this.subtreeCounts[node] === this.itemCounts[node]) return;
    this.markSides(node, begin, last);
    for (let k = 0; k < fan; k++) {
      const child = children[fan * node + k]!;
      if (child === 0) continue;
      let top = last;
      const needed = this.neededSides(k);
      for (let i = begin; i < last; i++) {
        if ((this.sides[i]! & needed) !== needed) continue;
        if (top === this.carried.length) this.reserveCarried();
        this.carried[top++] = this.carried[i]!;
      }
      this.walk(out, child, last, top);
    }
  }

  private compare(out: PairList, id: number, begin: number, end: number): void {
    const { carried, boxes, dimension, stride } = this;
    const a = stride * id;
    this.tested += end - begin;
    for (let i = begin; i < end; i++) {
      const other = carried[i]!;
      const b = stride * other;
      if (
        boxes[a]! <= boxes[b + dimension]! &&
        boxes[b]! <= boxes[a + dimension]! &&
        boxes[a + 1]! <= boxes[b + dimension + 1]! &&
        boxes[b + 1]! <= boxes[a + dimension + 1]! &&
        (dimension === 2 || (boxes[a + 2]! <= boxes[b + 5]! && boxes[b + 2]! <= boxes[a + 5]!))
      )
        out.pushOrdered(id, other);
    }
  }

  private markSides(node: number, begin: number, end: number): void {
    const { carried, sides, boxes, centers, dimension, stride } = this;
    for (let i = begin; i < end; i++) {
      const at = stride * carried[i]!;
      let bits = 0;
      for (let axis = 0; axis < dimension; axis++) {
        const center = centers[dimension * node + axis]!;
        if (boxes[at + axis]! < center) bits |= 1 << (2 * axis);
        if (boxes[at + axis + dimension]! >= center) bits |= 2 << (2 * axis);
      }
      sides[i] = bits;
    }
  }

  private neededSides(k: number): number {
    let bits = 0;
    for (let axis = 0; axis < this.dimension; axis++) bits |= ((k >> axis) & 1 ? 2 : 1) << (2 * axis);
    return bits;
  }

  private reserveCarried(): void {
    const carried = new Uint32Array(2 * this.carried.length);
    carried.set(this.carried);
    this.carried = carried;
    const sides = new Uint8Array(carried.length);
    sides.set(this.sides);
    this.sides = sides;
  }
}
