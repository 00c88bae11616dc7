/** What a visitor may choose for every scene, and the parts of a world that follow from it. */
import {
  type AsyncBroadPhase,
  type BroadPhase,
  BruteForce,
  Bvh,
  DynamicBvh,
  HashGrid,
  ImpulseSolver,
  LooseOctree,
  ParticleSolver,
  ProjectionSolver,
  type RigidSolver,
  SupportPlaneSolver,
  SweepAndPrune,
  UniformGrid,
  type WorldOptions,
  type WorldPool,
} from 'colide';
import { createVolumeTest, type VolumeName } from './volume-test.ts';

/** Makers of the broad phases on offer. */
export const broadPhases = {
  'hash grid': () => new HashGrid(),
  'uniform grid': () => new UniformGrid(),
  'dynamic BVH': () => new DynamicBvh(),
  BVH: () => new Bvh(),
  'loose octree': () => new LooseOctree(),
  'sweep and prune': () => new SweepAndPrune(),
  'brute force': () => new BruteForce(),
} satisfies Record<string, () => BroadPhase>;

/** How rigid bodies are held together and moved. */
export type SolverName =
  | 'impulses'
  | 'particles'
  | 'shape matching'
  | 'projection, ordered'
  | 'projection, plain'
  | 'support planes'
  | 'middle planes';

/** Makers of the solvers on offer. */
export const solvers: Readonly<Record<SolverName, () => RigidSolver>> = {
  impulses: () => new ImpulseSolver(),
  particles: () => new ParticleSolver({ rigidity: 'distances' }),
  'shape matching': () => new ParticleSolver({ rigidity: 'matching' }),
  'projection, ordered': () => new ProjectionSolver({ relaxation: 'ordered' }),
  'projection, plain': () => new ProjectionSolver({ relaxation: 'plain' }),
  'support planes': () => new SupportPlaneSolver(),
  'middle planes': () => new SupportPlaneSolver({ planes: 'middle' }),
};

/** Solvers for bodies with vertices only. */
const vertexSolvers: readonly SolverName[] = [
  'projection, ordered',
  'projection, plain',
  'support planes',
  'middle planes',
];

/** The solvers on offer for a scene, the default first. */
export function solversOf({ vertices = false }: { readonly vertices?: boolean }): SolverName[] {
  const names = Object.keys(solvers) as SolverName[];
  return vertices ? names : names.filter(name => !vertexSolvers.includes(name));
}

/** The choices for a scene. */
export interface SceneChoice {
  readonly count: number;
  readonly solver: SolverName;
  readonly broadPhase: keyof typeof broadPhases;
  /** What is compared between the boxes of the broad phase and GJK. Default nothing. */
  readonly volume?: VolumeName;
  /** What finds pairs in steps that wait for a GPU. Default none. */
  readonly asyncBroadPhase?: AsyncBroadPhase;
  /** Workers that help with impulses. Default none. */
  readonly pool?: WorldPool;
}

/** The options of a world that follow from the choices. */
export function chosenOptions(
  choice: SceneChoice,
): Pick<WorldOptions, 'broadPhase' | 'asyncBroadPhase' | 'narrowPhase' | 'solver' | 'pool'> {
  const { asyncBroadPhase, pool, volume = 'AABB' } = choice;
  return {
    broadPhase: broadPhases[choice.broadPhase](),
    ...(pool ? { pool } : { solver: solvers[choice.solver]() }),
    ...(asyncBroadPhase && { asyncBroadPhase }),
    ...(volume !== 'AABB' && { narrowPhase: createVolumeTest(volume) }),
  };
}
