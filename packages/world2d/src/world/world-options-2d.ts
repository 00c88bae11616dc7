/** Settings of a `World2d`. */
import type { BroadPhase } from '@colide/core';
import type { NarrowPhase2d } from '@colide/narrowphase';
import type { ImpulseSolverOptions, Restitution2d, RigidSolver2d, SleepingOptions } from '@colide/solvers';
import type { VectorLike2d } from '../bodies/vector-like-2d.ts';
import type { WorldPart2d } from './world-part-2d.ts';
import type { WorldSnapshots2d } from './world-snapshots-2d.ts';
import type { WorldSolver2d } from './world-solver-2d.ts';

/**
 * Settings of a planar world; all are optional. The type parameter is the type of the world, for its parts.
 */
export interface WorldOptions2d<World = never> {
  /** Acceleration of all dynamic bodies. Default 9.81 m/s² down the y axis. */
  readonly gravity?: VectorLike2d;
  /**
   * The structure of boxes of four numbers that finds pairs and answers queries. Default a sweep over the x
   * axis; for worlds of a thousand bodies and more, or with hundreds of queries per step, a `HashGrid2d`.
   */
  readonly broadPhase?: BroadPhase;
  /**
   * The function that finds the contact points of two convex shapes. Default `manifoldConvex2d`, which tests
   * separating axes; `manifoldGjk2d` is GJK with EPA.
   */
  readonly narrowPhase?: NarrowPhase2d;
  /**
   * A solver, one object for each world, such as a `ParticleSolver2d`; or settings of the default, an
   * `ImpulseSolver2d`.
   */
  readonly solver?: RigidSolver2d | WorldSolver2d<World> | Omit<ImpulseSolverOptions, 'gravity'>;
  /** `restitution2d` makes bodies bounce, which the default solver cannot do by itself. */
  readonly restitution?: Restitution2d;
  /** `worldSnapshots2d` for `World2d.snapshot` and `World2d.restore`. */
  readonly snapshots?: WorldSnapshots2d;
  /** Bodies of other kinds, such as a `SoftBodies2d`; one object for each world. Default none. */
  readonly parts?: readonly WorldPart2d<World>[];
  /** When bodies may sleep; `false` for never. */
  readonly sleeping?: SleepingOptions | false;
  /** How far apart surfaces may be and still be in contact, in m. Default 0.02. */
  readonly margin?: number;
  /** Length of the steps of `World2d.advance` in s. Default 1/60. */
  readonly fixedStep?: number;
  /** Largest number of steps per call of `World2d.advance`; time beyond that is dropped. Default 5. */
  readonly maxSteps?: number;
}
