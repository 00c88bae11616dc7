/**
 * The contract between a world and a pool of workers, such as `WorkerPool`. Programs without a pool do not
 * include its code.
 */
import type { PairList } from '@colide/core';
import type { ColliderSet, ContactManifold } from '@colide/narrowphase';
import type { ImpulseSolverOptions, ParticleSystem, RigidSolver } from '@colide/solvers';
import type { SoftBody } from '../soft/soft-body.ts';
import type { SoftDivision } from '../soft/soft-crew.ts';

/** Helps a world with its steps. */
export interface WorldPool {
  /** A solver that the pool helps with. */
  solver(options: ImpulseSolverOptions): RigidSolver;
  /** Divides the sweeps over deformable bodies. Default none: the caller makes them alone. */
  readonly soft?: SoftDivision<SoftBody, ParticleSystem>;
  /**
   * Begins to compute the manifolds of pairs of colliders, none of which is a mesh; `margin` is that of the
   * colliders.
   */
  collide(colliders: ColliderSet, pairs: PairList, margin: number): void;
  /**
   * Reads the manifold of a pair by its index; returns its number of points. Read all, in order, before
   * anything moves.
   */
  read(manifold: ContactManifold, pair: number): number;
  /**
   * The boxes of all colliders at their current poses, six numbers each, NaN for those that the pool does not
   * know; `undefined` if the caller alone is just as fast.
   */
  measure(colliders: ColliderSet): Float64Array | undefined;
}
