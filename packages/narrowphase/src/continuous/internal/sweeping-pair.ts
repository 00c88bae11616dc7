/**
 * Two convex sets on their sweeps: the common part of conservative and bilateral advancement. Both advance a
 * time up to which the sets are known to be disjoint, compute the distance there, and stop when it is within
 * the tolerance; they differ in how far they may advance.
 */
import { type Convex, requireNonNegative } from '@colide/core';
import { createGjkResult, type GjkResult, gjkFinish, gjkStart, gjkStep } from '../../gjk/gjk.ts';
import { createGjkCache, type GjkCache } from '../../gjk/gjk-cache.ts';
import { storeSimplex } from '../../internal/cso-support.ts';
import { createSweep, type Posable, type Sweep, sweepPoseAt } from '../sweep.ts';
import type { AdvancementOptions, TimeOfImpact } from '../time-of-impact.ts';

/** A convex set that can be posed. */
export type MovingConvex = Convex & Posable;

/** The motion of a set at rest. */
const rest: Sweep = /* @__PURE__ */ createSweep(0);

/** Offsets in `SweepingPair.numbers`. */
export const timeAt = 0;
export const toleranceAt = 1;

/** A pair of moving sets. One object serves any number of pairs; `begin` chooses the pair. */
export class SweepingPair {
  a!: MovingConvex;
  b!: Convex;
  sweepA!: Sweep;
  sweepB!: Sweep;
  readonly gjk: GjkResult = createGjkResult();
  private readonly cache: GjkCache = createGjkCache();
  /**
   * The time reached and the tolerance, at `timeAt` and `toleranceAt`; in an array, because V8 boxes
   * fractional arguments and fields.
   */
  readonly numbers = new Float64Array(2);

  /** Sets the pair; `begin` follows. Without `sweepB` the set `b` stays where it is. */
  set(a: MovingConvex, sweepA: Sweep, b: Convex, sweepB: Sweep | undefined): void {
    this.a = a;
    this.b = b;
    this.sweepA = sweepA;
    this.sweepB = sweepB ?? rest;
    this.cache.count = -1;
  }

  /** Sets the time to 0. */
  begin(out: TimeOfImpact, options: AdvancementOptions | undefined): void {
    const tolerance = options?.tolerance ?? 1e-9;
    requireNonNegative('options.tolerance', tolerance);
    this.numbers[timeAt] = 0;
    this.numbers[toleranceAt] = tolerance;
    out.steps = 0;
    out.converged = false;
  }

  /** Poses both sets as they are at `times[at]`. */
  poseAt(times: Float64Array, at: number): void {
    sweepPoseAt(this.a, this.sweepA, times, at);
    if (this.sweepB !== rest) sweepPoseAt(this.b as MovingConvex, this.sweepB, times, at);
  }

  /**
   * Computes the distance at the time reached, with normal and point. Returns whether the search is over: the
   * sets touch, a support mapping has failed, or this was the last of `maxSteps`.
   */
  isOver(out: TimeOfImpact, maxSteps: number): boolean {
    const { gjk, numbers } = this;
    const { normal, point } = out;
    out.steps++;
    this.poseAt(numbers, timeAt);
    this.findDistance();
    const { distance, axis } = gjk;
    if (!gjk.converged && !(distance > 0)) {
      numbers[timeAt] = Infinity;
      return true;
    }
    const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (let i = 0; i < 3; i++) {
      point[i] = gjk.pointA[i];
      // With overlapping cores there is no axis: the last normal stays, and at the start there is none.
      if (length > 0) normal[i] = -axis[i] / length;
      else if (out.steps === 1) normal[i] = 0;
    }
    out.converged = distance <= numbers[toleranceAt];
    return out.converged || out.steps >= maxSteps;
  }

  /** As `gjkDistance`, without its result, which V8 would box. */
  private findDistance(): void {
    const { gjk, cache } = this;
    gjkStart(gjk, this.a, this.b, cache);
    while (!gjkStep(gjk) && gjk.steps < 64);
    gjkFinish(gjk);
    storeSimplex(cache, gjk.simplex, gjk.axis);
  }
}
