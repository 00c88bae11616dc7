/** What a visitor may choose for every scene, and the parts of a world that follow from it. */
import { type BroadPhase, BruteForce, DynamicBvh, HashGrid, SweepAndPrune, UniformGrid } from 'colide';

/** Makers of the broad phases on offer. */
export const broadPhases = {
  'hash grid': () => new HashGrid(),
  'uniform grid': () => new UniformGrid(),
  'dynamic BVH': () => new DynamicBvh(),
  'sweep and prune': () => new SweepAndPrune(),
  'brute force': () => new BruteForce(),
} satisfies Record<string, () => BroadPhase>;

/** How rigid bodies are held together and moved. */
export type SolverName = 'impulses' | 'particles' | 'shape matching';

/** The choices for a scene. */
export interface SceneChoice {
  readonly count: number;
  readonly solver: SolverName;
  readonly broadPhase: keyof typeof broadPhases;
}
