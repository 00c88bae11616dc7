/**
 * When two moving and turning convex sets first touch, with few distance queries: bilateral advancement.
 *
 * GJK gives a separating direction n at a safe time t₁. Along that fixed n the gap s(t) costs two support points,
 * not a distance query. It is followed from both ends of an interval [t₁, t₂]: rotating points have |s″| ≤ K =
 * |ω_A|² r_A + |ω_B|² r_B, so s lies above the chord minus ½ K (t − t₁)(t₂ − t), and t₁ may advance to where that
 * parabola meets zero. t₂ comes from false position, alternating with bisection. When n no longer separates, GJK is asked
 * again.
 *
 * Catto, "Continuous collision", GDC 2013. Where we depart: Catto takes an axis that separates at t₁ and t₂ to separate in
 * between, which a body that turns fast can refute; with the parabola every advance is proved, so nothing is
 * ever jumped over and the time is never late. The price is a few more evaluations of s.
 *
 * No allocation. Should `maxSteps` distance queries not suffice, the time is a safe one and `converged` is false.
 */
import type { Convex } from '@colide/core';
import { createGjkResult, type GjkResult, gjkDistance } from '../gjk/gjk.ts';
import { createGjkCache, type GjkCache } from '../gjk/gjk-cache.ts';
import { type Posable, type Sweep, sweepPoseAt } from './sweep.ts';
import type { TimeOfImpact } from './time-of-impact.ts';

const gjk: GjkResult = /* @__PURE__ */ createGjkResult();
const cache: GjkCache = /* @__PURE__ */ createGjkCache();
const direction = /* @__PURE__ */ new Float64Array(3);
const pointA = /* @__PURE__ */ new Float64Array(3);
const pointB = /* @__PURE__ */ new Float64Array(3);
/** The gap at t₁, the gap at t₂, t₁, t₂, the bound K, the least gap. Kept in an array: V8 boxes fractional results of calls. */
const state = /* @__PURE__ */ new Float64Array(6);

/**
 * The time from 0 to 1 at which `a` and `b`, moved by their sweeps, come within `tolerance`, or `Infinity`. The bodies
 * are left posed at the last time looked at.
 *
 * @param tolerance the distance, in units of length, that counts as contact
 */
export function bilateralAdvancement(
  out: TimeOfImpact,
  a: Convex & Posable,
  sweepA: Sweep,
  b: Convex & Posable,
  sweepB: Sweep,
  tolerance = 1e-9,
  maxSteps = 64,
): number {
  const { normal, point } = out;
  cache.count = -1;
  out.time = 0;
  out.converged = false;
  state[4] = 0;
  addCurvature(sweepA);
  addCurvature(sweepB);
  for (out.steps = 1; ; out.steps++) {
    state[2] = out.time;
    sweepPoseAt(a, sweepA, state, 2);
    sweepPoseAt(b, sweepB, state, 2);
    gjkDistance(gjk, a, b, cache);
    const { distance, axis } = gjk;
    if (!gjk.converged && !(distance > 0)) {
      out.time = Infinity;
      return out.time;
    }
    const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (let i = 0; i < 3; i++) {
      point[i] = gjk.pointA[i];
      if (length > 0) normal[i] = -axis[i] / length;
      else if (out.steps === 1) normal[i] = 0;
    }
    if (distance <= tolerance) {
      out.converged = true;
      return out.time;
    }
    if (out.steps >= maxSteps) return out.time;
    const before = out.time;
    state[5] = 0.5 * tolerance;
    if (follow(out, a, sweepA, b, sweepB)) {
      out.converged = true;
      out.time = Infinity;
      return out.time;
    }
    if (out.time === before) {
      // Closer than times can tell apart.
      out.converged = true;
      return out.time;
    }
  }
}

/** Advances `out.time` while the normal separates by more than the least gap. Returns whether it does to the end. */
function follow(
  out: TimeOfImpact,
  a: Convex & Posable,
  sweepA: Sweep,
  b: Convex & Posable,
  sweepB: Sweep,
): boolean {
  const least = state[5];
  state[2] = out.time;
  measure(0, out.normal, a, sweepA, b, sweepB);
  state[3] = 1;
  for (let i = 0; i < 32; i++) {
    if (state[0] <= 2 * least) return false;
    measure(1, out.normal, a, sweepA, b, sweepB);
    const s = state[0] - least;
    const e = state[1] - least;
    const span = state[3] - state[2];
    // The parabola in u = (t − t₁)/(t₂ − t₁): s + (e − s) u − k u (1 − u), with its first root in [0, 1].
    const k = 0.5 * state[4] * span * span;
    const slope = e - s - k;
    const root = slope * slope - 4 * k * s;
    const u = root >= 0 && slope < 0 ? (2 * s) / (-slope + Math.sqrt(root)) : 2;
    if (u > 1) {
      if (state[3] === 1) return true;
      state[2] = state[3];
      state[0] = state[1];
      state[3] = 1;
    } else {
      const end = state[3];
      // Where the chord ends, or half way, and not before the time already proved.
      const share = e < 0 && i % 2 === 0 ? s / (s - e) : 0.5;
      state[3] = Math.max(state[2] + share * span, state[2] + Math.min(1, 2 * u) * span);
      state[2] = state[2] + u * span;
      if (!(state[3] > state[2])) state[3] = end;
      measure(0, out.normal, a, sweepA, b, sweepB);
    }
    out.time = state[2];
    if (!(state[3] > state[2])) return state[2] === 1;
  }
  return false;
}

/** Writes the gap along the normal at t₁ (`which` 0) or t₂ (1). */
function measure(
  which: number,
  normal: Float64Array,
  a: Convex & Posable,
  sweepA: Sweep,
  b: Convex & Posable,
  sweepB: Sweep,
): void {
  sweepPoseAt(a, sweepA, state, 2 + which);
  sweepPoseAt(b, sweepB, state, 2 + which);
  for (let i = 0; i < 3; i++) direction[i] = -normal[i];
  a.support(pointA, normal);
  b.support(pointB, direction);
  let gap = 0;
  for (let i = 0; i < 3; i++) gap += normal[i] * (pointB[i] - pointA[i]);
  state[which] = gap;
}

/** Adds |ω|² r, the largest acceleration of a point of the body. */
function addCurvature({ angular, radius }: Sweep): void {
  state[4] += radius * (angular[0] * angular[0] + angular[1] * angular[1] + angular[2] * angular[2]);
}
