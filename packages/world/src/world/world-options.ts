/** Settings of a `World`. */
import type { AsyncBroadPhase, BroadPhase } from '@colide/core';
import type { ColliderSet, ConvexPairTest, NarrowPhase } from '@colide/narrowphase';
import type {
  ImpulseSolverOptions,
  RigidJoints,
  RigidSolver,
  SleepingOptions,
  SolverKernels,
} from '@colide/solvers';
import type { Vec3Like } from '../bodies/vector-like.ts';
import type { CombineRule } from '../contacts/combine-rule.ts';
import type { ColliderBroadPhase } from './collider-broad-phase.ts';
import type { ContinuousMethod } from './continuous-method.ts';
import type { WorldPart } from './world-part.ts';
import type { WorldPool } from './world-pool.ts';
import type { WorldSolver } from './world-solver.ts';

/** Kernels for the parts of a world, such as those of `@colide/simd`. */
export interface WorldKernels extends SolverKernels {
  /** Replaces the test of boxes by one to the same bits. */
  replaceBoxTest?(colliders: ColliderSet): void;
}

/** Settings of a world; all are optional. The type parameter is the type of the world, for its parts. */
export interface WorldOptions<World = never> {
  /** Acceleration of all dynamic bodies. Default 9.81 m/s² down the y axis. */
  readonly gravity?: Vec3Like;
  /** The structure that finds pairs of boxes and answers queries. Default `HashCells`. */
  readonly broadPhase?: BroadPhase;
  /**
   * The structure that finds pairs of boxes in `World.stepAsync`, such as a GPU (`createGpuBroadPhase`). The
   * other one still answers queries. The caller disposes of it. Default none.
   */
  readonly asyncBroadPhase?: AsyncBroadPhase;
  /**
   * The broad phase that finds pairs in `World.step` by volumes of the colliders instead of the boxes of
   * `broadPhase`, such as a `VolumeBroadPhase`; one object for each world. If it can also answer
   * asynchronously, as one with a GPU does, it replaces `asyncBroadPhase` in `World.stepAsync`. The other one
   * still answers queries. Default none.
   */
  readonly colliderBroadPhase?: ColliderBroadPhase;
  /**
   * The object that finds the contact points of convex shapes instead of the kernels of each kind of pair,
   * such as a `ConvexNarrowPhase`; one object for each world. Or a function that is called before GJK and EPA
   * for shapes without a kernel of their own, such as `manifoldSat` for hulls. Default none.
   */
  readonly narrowPhase?: NarrowPhase | ConvexPairTest;
  /** A solver, or settings of the default, an `ImpulseSolver`. */
  readonly solver?: RigidSolver | WorldSolver<World> | Omit<ImpulseSolverOptions, 'gravity'>;
  /**
   * Kernels for boxes and for the default solver: `await loadSimd()` of `@colide/simd`. They solve contacts
   * in another order, so bits differ from those without. Other solvers and a `pool` take none. Default none.
   */
  readonly kernels?: WorldKernels | undefined;
  /** Workers that help with the steps; see `WorkerPool`. Default none. */
  readonly pool?: WorldPool;
  /** Joints between bodies. A world without them does not include their code. Default none. */
  readonly joints?: RigidJoints;
  /** Bodies of other kinds: cloth, ropes, soft bodies. Default none. */
  readonly parts?: readonly WorldPart<World>[];
  /** When bodies may sleep; `false` for never. */
  readonly sleeping?: SleepingOptions | false;
  /** How far apart surfaces may be and still be in contact, in m. Default 0.02. */
  readonly margin?: number;
  /** The method that keeps fast bodies from passing through others. Default `'sweep'`. */
  readonly continuous?: ContinuousMethod;
  /** How a contact combines the frictions of its two surfaces. Default `'geometricMean'`. */
  readonly frictionRule?: CombineRule;
  /** How it combines their restitutions. Default `'maximum'`. */
  readonly restitutionRule?: CombineRule;
  /** Length of the steps of `World.advance` in s. Default 1/60. */
  readonly fixedStep?: number;
  /** Largest number of steps per call of `World.advance`; time beyond that is dropped. Default 5. */
  readonly maxSteps?: number;
}
