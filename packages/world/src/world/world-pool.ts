/** What a world asks of a pool of workers. A world without one does not carry its code; `WorkerPool` is one. */
import type { PairList } from '@colide/core';
import type { ColliderSet, ContactManifold } from '@colide/narrowphase';
import type { ImpulseSolverOptions, RigidSolver } from '@colide/solvers';

/** Helps a world with its steps. */
export interface WorldPool {
  /** A solver that the pool helps with. */
  solver(options: ImpulseSolverOptions): RigidSolver;
  /** Begins to compute the manifolds of pairs of colliders, none of which is a mesh; `margin` is that of the colliders. */
  collide(colliders: ColliderSet, pairs: PairList, margin: number): void;
  /** Reads the manifold of a pair by its number; returns its points. All are to be read, in their order, before anything moves. */
  read(manifold: ContactManifold, pair: number): number;
  /**
   * The boxes of all colliders as they are placed now, six numbers each, NaN where the pool does not know one; none where the caller is as
   * quick alone.
   */
  measure(colliders: ColliderSet): Float64Array | undefined;
}
