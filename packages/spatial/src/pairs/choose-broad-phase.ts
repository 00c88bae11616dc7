/**
 * Chooses a broad phase for a scene by the rules of thumb from the measurements in the documentation. It
 * returns a name and a reason, and imports no structure, so that an application bundles only the one that it
 * uses.
 */
import { requireObject } from '@colide/core';
import type { BoxStatistics } from './box-statistics.ts';

/** Names of the classes that {@link chooseBroadPhase} chooses from. */
export type BroadPhaseName = 'BruteForce' | 'UniformGrid' | 'HashGrid' | 'SweepAndPrune';

/** The recommendation of {@link chooseBroadPhase}. */
export interface BroadPhaseChoice {
  /** Name of the class. */
  readonly name: BroadPhaseName;
  /** The reason, in a sentence. */
  readonly reason: string;
}

/** Recommends a broad phase for a scene. */
export function chooseBroadPhase(statistics: BoxStatistics): BroadPhaseChoice {
  requireObject('statistics', statistics);
  const { count, sizeSpread, evenness, motion } = statistics;
  if (count <= 48) return { name: 'BruteForce', reason: 'so few boxes are compared faster than sorted' };
  if (motion > 0 && motion < 1e-4 && count <= 20_000)
    return { name: 'SweepAndPrune', reason: 'hardly anything moves, and sorted lists stay sorted' };
  if (sizeSpread <= 20 && evenness > 0.2)
    return { name: 'UniformGrid', reason: 'most sizes are alike and space is filled evenly' };
  return { name: 'HashGrid', reason: 'sizes differ or there are heaps: levels of hashed cells' };
}
