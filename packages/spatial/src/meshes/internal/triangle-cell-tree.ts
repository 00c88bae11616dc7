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
  protected abstract isApart(node: number, window: ArrayLike<number>): boolean;

  /** Whether a node lies entirely outside one of the planes. */
  protected abstract isBeyond(node: number, planes: ArrayLike<number>): boolean;

  /**
   * Gathers the slots of a leaf, or pushes the children of a node onto the stack at `top`; returns the new
   * top.
   */
  protected abstract open(out: IdList, node: number, top: number): number;

  override slotsIn(out: IdList, window: Float64Array): void {
    this.slotsOf(out, window, false);
  }

  override slotsInside(out: IdList, planes: ArrayLike<number>): void {
    this.slotsOf(out, planes, true);
  }

  /** Gathers the slots of the leaves that meet a box, or the planes of a frustum. */
  private slotsOf(out: IdList, region: ArrayLike<number>, isFrustum: boolean): void {
    const { stack } = this;
    this.beginGathering();
    let visited = 0;
    stack[0] = 0;
    for (let top = 1; top > 0; ) {
      const node = stack[--top];
      if (isFrustum ? this.isBeyond(node, region) : this.isApart(node, region)) continue;
      visited++;
      top = this.open(out, node, top);
    }
    this.counters.add(visited, 0);
  }
}
