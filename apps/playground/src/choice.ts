/** What a visitor may choose for every scene, and the parts of a world that follow from it. */
import {
  type AsyncBroadPhase,
  type BroadPhase,
  BruteForce,
  Bvh,
  ConvexNarrowPhase,
  chungWangSearch,
  DynamicBvh,
  gjkEpaSearch,
  HashGrid,
  ImpulseSolver,
  LooseOctree,
  mprSearch,
  type NarrowPhase,
  ParticleSolver,
  PersistentManifolds,
  ProjectionSolver,
  type RigidSolver,
  type SelfCollision,
  type SoftBodiesOptions,
  SphereTreeSelfCollision,
  SupportPlaneSolver,
  SweepAndPrune,
  satSearch,
  UniformGrid,
  VolumeBroadPhase,
  type VolumeBroadPhaseOptions,
  type VolumeKind,
  type WorldOptions,
  type WorldPool,
} from 'colide';

/** Makers of the broad phases on offer. */
export const broadPhases = {
  'hash grid': () => new HashGrid(),
  'uniform grid': () => new UniformGrid(),
  'dynamic BVH': () => new DynamicBvh(),
  BVH: () => new Bvh(),
  'loose octree': () => new LooseOctree(),
  'sweep and prune': () => new SweepAndPrune(),
  // It looks at the shapes; the grid answers the queries of rays and fast bodies.
  'sort and sweep': () => new HashGrid(),
  'brute force': () => new BruteForce(),
} satisfies Record<string, () => BroadPhase>;

/** The volumes that are sorted and swept. */
export const volumes = {
  '18-DOP': '18-dop',
  sphere: 'sphere',
  AABB: 'aabb',
  OBB: 'obb',
  '14-DOP': '14-dop',
  '26-DOP': '26-dop',
} satisfies Record<string, VolumeKind>;

/** The directions of the sweep. */
export const sweepAxes = {
  principal: 'pca',
  variance: 'variance',
  x: 0,
  y: 1,
  z: 2,
} satisfies Record<string, VolumeBroadPhaseOptions['axis']>;

/** Makers of the narrow phases on offer; none for the kernels of a world. */
export const narrowPhases = {
  kernels: () => undefined,
  SAT: () => new ConvexNarrowPhase(satSearch),
  'GJK and EPA': () => new ConvexNarrowPhase(gjkEpaSearch),
  'GJK over frames': () => new ConvexNarrowPhase(gjkEpaSearch, new PersistentManifolds()),
  MPR: () => new ConvexNarrowPhase(mprSearch),
  'Chung-Wang': () => new ConvexNarrowPhase(chungWangSearch),
} satisfies Record<string, () => NarrowPhase | undefined>;

/** Makers of what finds contacts of cloth and ropes with themselves; none for their particles. */
export const selfCollisions = {
  particles: () => undefined,
  'sphere trees': () => new SphereTreeSelfCollision(),
} satisfies Record<string, () => SelfCollision | undefined>;

/** The names on offer, the default first. */
export function namesOf<T extends object>(offer: T): (keyof T)[] {
  return Object.keys(offer) as (keyof T)[];
}

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
  /** What is sorted and swept, where that is the broad phase. Default the 18-DOP. */
  readonly volume?: keyof typeof volumes;
  /** Along which direction. Default the principal axis. */
  readonly axis?: keyof typeof sweepAxes;
  /** What finds contact points. Default the kernels. */
  readonly narrowPhase?: keyof typeof narrowPhases;
  /** What of cloth and ropes collides with itself. Default the particles. */
  readonly selfCollision?: keyof typeof selfCollisions;
  /** What finds pairs in steps that wait for a GPU. Default none. */
  readonly asyncBroadPhase?: AsyncBroadPhase;
  /** Workers that help with impulses. Default none. */
  readonly pool?: WorldPool;
}

/** The options of a world that follow from the choices. */
export function chosenOptions(
  choice: SceneChoice,
): Pick<
  WorldOptions,
  'broadPhase' | 'asyncBroadPhase' | 'colliderBroadPhase' | 'narrowPhase' | 'solver' | 'pool'
> {
  const { asyncBroadPhase, pool, volume = '18-DOP', axis = 'principal' } = choice;
  const narrowPhase = narrowPhases[choice.narrowPhase ?? 'kernels']();
  return {
    broadPhase: broadPhases[choice.broadPhase](),
    ...(pool ? { pool } : { solver: solvers[choice.solver]() }),
    ...(asyncBroadPhase && { asyncBroadPhase }),
    ...(choice.broadPhase === 'sort and sweep' && {
      colliderBroadPhase: new VolumeBroadPhase({ volume: volumes[volume], axis: sweepAxes[axis] }),
    }),
    ...(narrowPhase && { narrowPhase }),
  };
}

/** The options of deformable bodies that follow from the choices. */
export function chosenSoftOptions(choice: SceneChoice): Pick<SoftBodiesOptions, 'selfCollision'> {
  const selfCollision = selfCollisions[choice.selfCollision ?? 'particles']();
  return selfCollision ? { selfCollision } : {};
}
