/**
 * The contract of broad phases that read the colliders of a world and fit volumes of their own to them,
 * instead of receiving boxes: `VolumeBroadPhase` implements it.
 */
import type { PairList } from '@colide/core';
import type { ColliderSet } from '@colide/narrowphase';

/** Finds the pairs of colliders that may touch. One object for each world. */
export interface ColliderBroadPhase {
  /**
   * Appends every pair of colliders whose volumes overlap once, sorted by first, then by second, the smaller
   * first; returns how many. Volumes are the shapes expanded by half the contact margin. Half-spaces are left
   * out. Called once in each step.
   */
  findPairs(out: PairList, colliders: ColliderSet): number;
  /**
   * As {@link findPairs}, with the same pairs, but asynchronously; called in each asynchronous step instead.
   * The pairs are those of the colliders at the time when it resolves, whatever has changed in the meantime.
   */
  findPairsAsync?(out: PairList, colliders: ColliderSet): Promise<number>;
}
