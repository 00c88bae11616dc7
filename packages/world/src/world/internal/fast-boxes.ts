/**
 * The swept boxes of fast bodies in a step, in a grid, so that bullets need not test every fast body. Rebuilt
 * in each step that needs it: O(n), and O(found) per query.
 */
import type { IdList } from '@colide/core';
import { HashCells } from '@colide/spatial';

/** Boxes of colliders. */
export class FastBoxes {
  private readonly grid = new HashCells();
  /** The colliders of the boxes; may be longer than the number of boxes. */
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
