/**
 * The settings of {@link ImpulseSolver} and of `ColoredSolver`: numbers of substeps and passes, and the
 * stiffness of constraints.
 */
import type { ReadonlyVec3 } from '@colide/core';

/** Settings of an impulse solver. */
export interface ImpulseSolverOptions {
  /** Acceleration of all bodies of finite mass; none by default. */
  readonly gravity?: ReadonlyVec3;
  /**
   * Substeps per step, up to six times as many while bodies below 11 cm are stacked, and twice to four times
   * while heavy bodies lie on light ones. Default 4.
   */
  readonly substeps?: number;
  /** Passes with soft contacts per substep. Default 1. */
  readonly iterations?: number;
  /** Relaxation passes, without softness, per substep; the last substep of a step has one more. Default 1. */
  readonly relaxations?: number;
  /** Frequency of soft contacts in Hz; at most a quarter of the substep rate. Default 60. */
  readonly contactHertz?: number;
  /** Damping ratio of soft contacts. Default 15. */
  readonly contactDamping?: number;
  /** Frequency of joints in Hz; at most a quarter of the substep rate. Default 60. */
  readonly jointHertz?: number;
  /** Damping ratio of joints. Default 5. */
  readonly jointDamping?: number;
  /**
   * Highest speed at which overlap is undone, in m/s; bodies that overlap a crowd of others share it. Default
   * 3.
   */
  readonly pushSpeed?: number;
  /**
   * Approach speed below which nothing bounces, in m/s. Default the speed that gravity gives in a step, and
   * at least 0.01.
   */
  readonly restitutionSpeed?: number;
}
