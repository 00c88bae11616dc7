/** The settings of `ParticleSolver` and of `ColoredParticleSolver`. */
import type { ReadonlyVec3 } from '@colide/core';

/** Settings of the solver. */
export interface ParticleSolverOptions {
  /**
   * How the four particles of a body are held together: by their six distances or by shape matching. Default
   * `matching`.
   */
  readonly rigidity?: 'distances' | 'matching';
  /** Acceleration of all bodies of finite mass; none by default. */
  readonly gravity?: ReadonlyVec3;
  /** Substeps per step. Default 8. */
  readonly substeps?: number;
  /** Sweeps over all contacts and joints per substep. Default 1. */
  readonly iterations?: number;
  /** Overlap that is left alone, in m, so that points at rest keep touching. Default 0.001. */
  readonly slop?: number;
  /**
   * Highest speed at which overlap is undone, in m/s. Default 1: at higher speeds, light bodies under heavy
   * ones are thrown.
   */
  readonly pushSpeed?: number;
  /** Approach speed below which nothing bounces, in m/s. Default 1. */
  readonly restitutionSpeed?: number;
}
