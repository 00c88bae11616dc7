/**
 * The items that a traversal down a tree carries along: those of ancestors that extend into the current cell.
 * Each level appends its range and drops it on return.
 */
import { grown, type PairList } from '@colide/core';

/** A stack of items that records which children of the current node each of them touches. */
export class CarriedItems {
  /** Ids of the items. */
  items: Uint32Array = new Uint32Array(256);
  /** Which sides of the current node's planes each item touches: bit 2a low, bit 2a + 1 high on axis a. */
  sides: Uint8Array = new Uint8Array(256);

  /** Puts an item at position `top`. */
  put(top: number, id: number): void {
    if (top >= this.items.length) {
      this.items = grown(this.items);
      this.sides = grown(this.sides, this.items.length);
    }
    this.items[top] = id;
  }

  /**
   * Copies the items from `begin` to `end` that touch all `needed` sides to the positions from `end` on;
   * returns the new end.
   */
  select(begin: number, end: number, needed: number): number {
    let top = end;
    for (let i = begin; i < end; i++) if ((this.sides[i] & needed) === needed) this.put(top++, this.items[i]);
    return top;
  }

  /**
   * Reports the pairs of item `id` with the items from `begin` to `end`; boxes have `stride` numbers, 4 or 6.
   */
  compare(out: PairList, boxes: Float64Array, stride: number, id: number, begin: number, end: number): void {
    const { items } = this;
    const dimension = stride >> 1;
    const a = stride * id;
    for (let i = begin; i < end; i++) {
      const other = items[i];
      const b = stride * other;
      if (
        boxes[a] <= boxes[b + dimension] &&
        boxes[b] <= boxes[a + dimension] &&
        boxes[a + 1] <= boxes[b + dimension + 1] &&
        boxes[b + 1] <= boxes[a + dimension + 1] &&
        (dimension === 2 || (boxes[a + 2] <= boxes[b + 5] && boxes[b + 2] <= boxes[a + 5]))
      )
        out.pushOrdered(id, other);
    }
  }
}
