/**
 * The common base of trees that cannot update single boxes: they are rebuilt before the first query after a
 * change.
 */
import { type PairList, requirePairList } from '@colide/core';
import { BoxStructure } from '../../internal/box-structure.ts';
import { CarriedItems } from './carried-items.ts';

/** A broad phase that is built from all boxes at once. */
export abstract class RebuiltStructure extends BoxStructure {
  /** Whether boxes have changed since the last build. */
  protected stale = true;
  /** Items of the ancestors of the current node, while pairs are found. */
  protected readonly carried: CarriedItems = new CarriedItems();
  /** Work done by the current query. */
  protected visited = 0;
  protected tested = 0;

  /** Builds the tree from all boxes in use. */
  protected abstract rebuild(): void;

  /** Appends the pairs of a tree that holds at least one box. */
  protected abstract pairAll(out: PairList): void;

  /** Rebuilds the tree if any box has changed. */
  protected prepare(): void {
    if (!this.stale) return;
    this.stale = false;
    this.rebuild();
  }

  findPairs(out: PairList): number {
    requirePairList('out', out);
    this.prepare();
    const before = out.count;
    this.visited = 0;
    this.tested = 0;
    if (this.count > 0) this.pairAll(out);
    this.counters.add(this.visited, this.tested);
    return out.count - before;
  }

  protected override inserted(): void {
    this.stale = true;
  }

  protected override updated(): void {
    this.stale = true;
  }

  protected override removed(): void {
    this.stale = true;
  }

  protected override cleared(): void {
    this.stale = true;
  }
}
