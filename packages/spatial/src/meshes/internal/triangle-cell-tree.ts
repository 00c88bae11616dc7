/**
 * The common base of the trees over triangles that divide space: the traversal to the leaves that meet a box
 * or a frustum.
 */
import type { IdList } from '@colide/core';
import { TriangleCells } from './triangle-cells.ts';

/** A tree whose leaves are ranges of slots; node 0 is the root. */
export abstract class TriangleCellTree extends TriangleCells {
  /** Nodes still to be visited. */
  protected abstract readonly stack: Int32Array;

  /** Whether a node is disjoint from the box `window`. */
  protected abstract isApart(node: number, window: Float64Array): boolean;

  /** Whether a node lies entirely outside one of the planes. */
  protected abstract isBeyond(node: number, planes: ArrayLike<number>): boolean;

  /**
   * Gathers the slots of a leaf, or pushes the children of a node onto the stack at `top`; returns the new
   * top.
   */
  protected abstract open(out: IdList, node: number, top: number): number;

  override slotsIn(out: IdList, window: Float64Array): void {
    const { stack } = this;
    this.beginGathering();
    let visited = 0;
    stack[0] = 0;
    for (let top = 1; top > 0; ) {
      const node = stack[--top];
      if (this.isApart(node, window)) continue;
      visited++;
      top = this.open(out, node, top);
    }
    this.counters.add(visited, 0);
  }

  override slotsInside(out: IdList, planes: ArrayLike<number>): void {
    const { stack } = this;
    this.beginGathering();
    let visited = 0;
    stack[0] = 0;
    for (let top = 1; top > 0; ) {
      const node = stack[--top];
      if (this.isBeyond(node, planes)) continue;
      visited++;
      top = this.open(out, node, top);
    }
    this.counters.add(visited, 0);
  }
}
