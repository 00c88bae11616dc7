/**
 * The boxes around the whole way of fast bodies in a step, in a grid, so that bullets do not look at every
 * fast body. Built anew in each step that needs it: O(n), and O(found) per query.
 */
import type { IdList } from '@colide/core';
import { HashGrid } from '@colide/spatial';

/** Boxes of colliders. */
export class FastBoxes {
  private readonly grid = new HashGrid();
  /** The colliders of the boxes, of which there may be fewer. */
  private readonly colliders: number[] = [];

  /** Number of boxes. */
  get count(): number {
    return this.grid.count;
  }

  clear(): void {
    this.grid.clear();
  }

  /** Adds the box of a collider. */
  add(collider: number, box: Float64Array): void {
    this.colliders[this.grid.insert(box)] = collider;
  }

  /** Appends the colliders whose boxes overlap `box` to an empty list. */
  query(out: IdList, box: Float64Array): void {
    this.grid.queryBox(out, box);
    for (let i = 0; i < out.count; i++) out.data[i] = this.colliders[out.data[i]];
  }
}
