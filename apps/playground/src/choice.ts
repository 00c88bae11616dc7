/** The choices of a visitor for every scene, and the parts of a world that follow from them. */
import {
  type BroadPhase,
  BruteForce,
  Bvh,
  ColoredParticleSolver,
  ColoredProjectionSolver,
  ColoredSupportPlaneSolver,
  type ContinuousMethod,
  ConvexNarrowPhase,
  chungWangSearch,
  DynamicBvh,
  type GpuBroadPhase,
  type GpuBroadPhaseRequest,
  type GpuVolumeKind,
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
  type SolverCrew,
  SphereTreeSelfCollision,
  SupportPlaneSolver,
  SweepAndPrune,
  satSearch,
  UniformGrid,
  type VertexCrew,
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
  // The sweep uses the shapes; the grid answers the queries of rays and fast bodies.
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

/** Their names on the GPU. */
const gpuVolumes: Record<keyof typeof volumes, GpuVolumeKind> = {
  '18-DOP': 18,
  sphere: 'sphere',
  AABB: 6,
  OBB: 'obb',
  '14-DOP': 14,
  '26-DOP': 26,
};

/** The directions of the sweep. */
export const sweepAxes = {
  principal: 'pca',
  variance: 'variance',
  x: 0,
  y: 1,
  z: 2,
} satisfies Record<string, VolumeBroadPhaseOptions['axis']>;

/** The searches of the GPU. */
export const gpuSearches = {
  automatic: 'auto',
  sweep: 'sweep',
  grid: 'grid',
  LBVH: 'lbvh',
} satisfies Record<string, GpuBroadPhaseRequest['search']>;

/** The length of steps: all equal, or each as long as the previous frame took. */
export const stepKinds = ['fixed', 'variable'] as const;

/** Makers of the narrow phases on offer; none for the kernels of a world. */
export const narrowPhases = {
  kernels: () => undefined,
  SAT: () => new ConvexNarrowPhase(satSearch),
  'GJK and EPA': () => new ConvexNarrowPhase(gjkEpaSearch),
  'GJK over frames': () => new ConvexNarrowPhase(gjkEpaSearch, new PersistentManifolds()),
  MPR: () => new ConvexNarrowPhase(mprSearch),
  'Chung-Wang': () => new ConvexNarrowPhase(chungWangSearch),
} satisfies Record<string, () => NarrowPhase | undefined>;

/** How fast bodies are kept from passing through others, by the names in the panel. */
export const continuousMethods = {
  sweep: 'sweep',
  'straight sweep': 'straight',
  'ray of the centre': 'center',
  none: 'none',
} satisfies Record<string, ContinuousMethod>;

/** Makers of the objects that find contacts of cloth and ropes; none for contacts of particles. */
export const selfCollisions = {
  particles: () => undefined,
  'sphere trees': () => new SphereTreeSelfCollision(),
  'wrapped sphere trees': () => new SphereTreeSelfCollision({ kind: 'wrapped' }),
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

/** Makers of the solvers whose steps workers divide; impulses are the pool's own. */
const dividedSolvers: Readonly<Record<SolverName, (crew: SceneCrew) => RigidSolver | undefined>> = {
  impulses: () => undefined,
  particles: crew => new ColoredParticleSolver({ rigidity: 'distances' }, crew),
  'shape matching': crew => new ColoredParticleSolver({ rigidity: 'matching' }, crew),
  'projection, ordered': crew => new ColoredProjectionSolver({ relaxation: 'ordered' }, crew),
  'projection, plain': crew => new ColoredProjectionSolver({ relaxation: 'plain' }, crew),
  'support planes': crew => new ColoredSupportPlaneSolver({}, crew),
  'middle planes': crew => new ColoredSupportPlaneSolver({ planes: 'middle' }, crew),
};

/** Workers among which the steps of any solver can be divided. */
type SceneCrew = WorldPool & SolverCrew & VertexCrew;

/** Whether the steps of a choice can be divided among workers: a narrow phase of one's own cannot. */
export function isDivisible({ narrowPhase = 'kernels' }: Pick<SceneChoice, 'narrowPhase'>): boolean {
  return narrowPhase === 'kernels';
}

/** The choices for a scene. */
export interface SceneChoice {
  readonly count: number;
  readonly solver: SolverName;
  readonly broadPhase: keyof typeof broadPhases;
  /** The volume of sort and sweep, if that is the broad phase. Default the 18-DOP. */
  readonly volume?: keyof typeof volumes;
  /** The direction of the sweep. Default the principal axis. */
  readonly axis?: keyof typeof sweepAxes;
  /** The narrow phase. Default the kernels. */
  readonly narrowPhase?: keyof typeof narrowPhases;
  /** The method of continuous detection. Default the whole sweep. */
  readonly continuous?: keyof typeof continuousMethods;
  /** The elements of cloth and ropes that collide with each other. Default the particles. */
  readonly selfCollision?: keyof typeof selfCollisions;
  /** Finds the pairs of asynchronous steps on a GPU, created with {@link gpuOptions}. Default none. */
  readonly gpu?: GpuBroadPhase;
  /** Workers that help with the steps. Default none. */
  readonly pool?: SceneCrew;
}

/**
 * The options of a GPU broad phase: the volumes of sort and sweep, if that is the broad phase, otherwise
 * boxes.
 */
export function gpuOptions(
  { broadPhase, volume = '18-DOP', axis = 'principal' }: Pick<SceneChoice, 'broadPhase' | 'volume' | 'axis'>,
  search: keyof typeof gpuSearches,
): GpuBroadPhaseRequest {
  const found = { search: gpuSearches[search] };
  if (broadPhase !== 'sort and sweep') return found;
  const along = sweepAxes[axis];
  return {
    ...found,
    volume: gpuVolumes[volume],
    axis: typeof along === 'number' ? along : 'pca',
    // The axis may change with every step, as on the CPU.
    measureEvery: 1,
  };
}

/** The options of a world that follow from the choices. */
export function chosenOptions(
  choice: SceneChoice,
): Pick<
  WorldOptions,
  'broadPhase' | 'asyncBroadPhase' | 'colliderBroadPhase' | 'narrowPhase' | 'continuous' | 'solver' | 'pool'
> {
  const { gpu, pool, volume = '18-DOP', axis = 'principal', continuous = 'sweep' } = choice;
  const isSweep = choice.broadPhase === 'sort and sweep';
  const narrowPhase = narrowPhases[choice.narrowPhase ?? 'kernels']();
  const solver = pool ? dividedSolvers[choice.solver](pool) : solvers[choice.solver]();
  return {
    broadPhase: broadPhases[choice.broadPhase](),
    ...(pool && { pool }),
    ...(solver && { solver }),
    ...(gpu && !isSweep && { asyncBroadPhase: gpu }),
    ...(isSweep && {
      colliderBroadPhase: new VolumeBroadPhase({
        volume: volumes[volume],
        axis: sweepAxes[axis],
        ...(gpu && { gpu }),
      }),
    }),
    ...(narrowPhase && { narrowPhase }),
    continuous: continuousMethods[continuous],
  };
}

/** The options of deformable bodies that follow from the choices. */
export function chosenSoftOptions(choice: SceneChoice): Pick<SoftBodiesOptions, 'selfCollision'> {
  const selfCollision = selfCollisions[choice.selfCollision ?? 'particles']();
  return selfCollision ? { selfCollision } : {};
}
