/**
 * Bilateral advancement: finds when two moving and rotating convex sets first touch, with few distance
 * queries.
 *
 * GJK gives a separating direction n at a safe time t₁. Along that fixed n the gap s(t) costs two support
 * points, not a distance query. It is followed from both ends of an interval [t₁, t₂]: rotating points have
 * |s″| ≤ K = |ω_A|² r_A + |ω_B|² r_B, so s lies above the chord minus ½ K (t − t₁)(t₂ − t), and t₁ may
 * advance to where that parabola meets zero. t₂ comes from false position, alternating with bisection. When n
 * no longer separates, GJK runs again.
 *
 * Catto, "Continuous collision", GDC 2013. Where we depart: Catto assumes that an axis that separates at t₁
 * and t₂ also separates in between, which need not hold for fast rotations; with the parabola every advance
 * is proved, so nothing is ever skipped and the time is never late. The cost is a few more evaluations of s.
 *
 * No allocation. If `maxSteps` distance queries do not suffice, the time is still safe and `converged` is
 * false.
 */
import type { Convex } from '@colide/core';
import { type MovingConvex, SweepingPair, timeAt, toleranceAt } from './internal/sweeping-pair.ts';
import type { Sweep } from './sweep.ts';
import type { AdvancementOptions, TimeOfImpact } from './time-of-impact.ts';

const pair = /* @__PURE__ */ new SweepingPair();
const direction = /* @__PURE__ */ new Float64Array(3);
const pointA = /* @__PURE__ */ new Float64Array(3);
const pointB = /* @__PURE__ */ new Float64Array(3);

/**
 * The interval that is followed: the gaps at its two ends, the times of its ends, the bound K and the least
 * gap. In an array, because V8 boxes fractional results of calls.
 */
const interval = /* @__PURE__ */ new Float64Array(6);
const startGapAt = 0;
const endGapAt = 1;
const startAt = 2;
const endAt = 3;
const curvatureAt = 4;
const leastGapAt = 5;

/**
 * The time from 0 to 1 at which `a` and `b`, moved by their sweeps, come within the tolerance, or `Infinity`.
 * The bodies are left posed at the last time examined. Without `sweepB`, `b` is any convex set and stays
 * where it is.
 */
export function bilateralAdvancement(
  out: TimeOfImpact,
  a: MovingConvex,
  sweepA: Sweep,
  b: Convex,
  sweepB: Sweep | undefined,
  options?: AdvancementOptions,
): number {
  const maxSteps = options?.maxSteps ?? 64;
  pair.set(a, sweepA, b, sweepB);
  pair.begin(out, options);
  const { numbers } = pair;
  interval[curvatureAt] = 0;
  addCurvature(sweepA);
  addCurvature(pair.sweepB);
  while (!pair.isOver(out, maxSteps)) {
    const time = numbers[timeAt];
    interval[leastGapAt] = 0.5 * numbers[toleranceAt];
    if (follow(out.normal)) numbers[timeAt] = Infinity;
    // The sets do not touch, or the time cannot be resolved any further.
    out.converged = numbers[timeAt] === Infinity || numbers[timeAt] === time;
    if (out.converged) break;
  }
  out.time = numbers[timeAt];
  return out.time;
}

/**
 * Advances the time while the normal separates by more than the least gap. Returns whether it separates until
 * the end.
 */
function follow(normal: Float64Array): boolean {
  const { numbers } = pair;
  const least = interval[leastGapAt];
  interval[startAt] = numbers[timeAt];
  measureGap(startGapAt, startAt, normal);
  interval[endAt] = 1;
  for (let i = 0; i < 32; i++) {
    if (interval[startGapAt] <= 2 * least) return false;
    measureGap(endGapAt, endAt, normal);
    const s = interval[startGapAt] - least;
    const e = interval[endGapAt] - least;
    const span = interval[endAt] - interval[startAt];
    // The parabola in u = (t − t₁)/(t₂ − t₁): s + (e − s) u − k u (1 − u), with its first root in [0, 1].
    const k = 0.5 * interval[curvatureAt] * span * span;
    const slope = e - s - k;
    const root = slope * slope - 4 * k * s;
    const u = root >= 0 && slope < 0 ? (2 * s) / (-slope + Math.sqrt(root)) : 2;
    if (u > 1) {
      if (interval[endAt] === 1) return true;
      interval[startAt] = interval[endAt];
      interval[startGapAt] = interval[endGapAt];
      interval[endAt] = 1;
    } else {
      const end = interval[endAt];
      // At the root of the chord, or in the middle, and not before the time already proved.
      const share = e < 0 && i % 2 === 0 ? s / (s - e) : 0.5;
      interval[endAt] = Math.max(
        interval[startAt] + share * span,
        interval[startAt] + Math.min(1, 2 * u) * span,
      );
      interval[startAt] = interval[startAt] + u * span;
      if (!(interval[endAt] > interval[startAt])) interval[endAt] = end;
      measureGap(startGapAt, startAt, normal);
    }
    numbers[timeAt] = interval[startAt];
    if (!(interval[endAt] > interval[startAt])) return interval[startAt] === 1;
  }
  return false;
}

/** Writes the gap along the normal at the time `interval[at]` to `interval[gapAt]`. */
function measureGap(gapAt: number, at: number, normal: Float64Array): void {
  pair.poseAt(interval, at);
  for (let i = 0; i < 3; i++) direction[i] = -normal[i];
  pair.a.support(pointA, normal);
  pair.b.support(pointB, direction);
  let gap = 0;
  for (let i = 0; i < 3; i++) gap += normal[i] * (pointB[i] - pointA[i]);
  interval[gapAt] = gap;
}

/** Adds |ω|² r, the largest acceleration of a point of the body. */
function addCurvature({ angular, radius }: Sweep): void {
  interval[curvatureAt] +=
    radius * (angular[0] * angular[0] + angular[1] * angular[1] + angular[2] * angular[2]);
}
