/**
 * The contract of broad phases that look at the colliders of a world and fit volumes of their own to them,
 * instead of being told boxes: `VolumeBroadPhase` is one.
 */
import type { PairList } from '@colide/core';
import type { ColliderSet } from '@colide/narrowphase';

/** Finds the pairs of colliders that may touch. One object for each world. */
export interface ColliderBroadPhase {
  /**
   * Appends every pair of colliders whose volumes overlap once, sorted by first, then by second, the smaller
   * first; returns how many. Volumes are half the contact margin wider than the shapes. Half-spaces are left
   * out. Called once in each step.
   */
  findPairs(out: PairList, colliders: ColliderSet): number;
  /**
   * As {@link findPairs}, to the same pairs, where the answer comes later; called in each asynchronous step
   * instead. The pairs are those of the colliders as they are when it resolves, whatever has changed in the
   * meantime.
   */
  findPairsAsync?(out: PairList, colliders: ColliderSet): Promise<number>;
}
