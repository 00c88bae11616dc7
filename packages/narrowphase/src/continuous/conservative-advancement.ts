/**
 * When two moving and turning convex sets first touch, by conservative advancement.
 *
 * At a time t let d be the distance and n the direction from A to B. No point of the sets approaches along n faster
 * than μ = n·(v_A − v_B) + |n × ω_A| r_A + |n × ω_B| r_B, so for a time of d/μ nothing can touch: t advances by that much
 * and the distance is taken anew. t never passes the true time.
 *
 * Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996; Mirtich & Canny 1995. The bound with n × ω
 * instead of ω is Mirtich's; it makes turning about the normal free of charge.
 *
 * Converges linearly, slowly where the bound is far off (a long rod that turns and just misses);
 * `bilateralAdvancement` needs fewer distance queries. Should `maxSteps` not suffice, the time is a safe one and
 * `converged` is false. No allocation.
 */
import type { Convex } from '@colide/core';
import { createGjkResult, type GjkResult, gjkDistance } from '../gjk/gjk.ts';
import { createGjkCache, type GjkCache } from '../gjk/gjk-cache.ts';
import { approachSpeed } from './internal/approach-speed.ts';
import { type Posable, type Sweep, sweepPoseAt } from './sweep.ts';
import type { TimeOfImpact } from './time-of-impact.ts';

const gjk: GjkResult = /* @__PURE__ */ createGjkResult();
const cache: GjkCache = /* @__PURE__ */ createGjkCache();
const moment = /* @__PURE__ */ new Float64Array(1);
const speed = /* @__PURE__ */ new Float64Array(2);

/**
 * The time from 0 to 1 at which `a` and `b`, moved by their sweeps, come within `tolerance`, or `Infinity`. The bodies
 * are left posed at the last time looked at.
 *
 * @param tolerance the distance, in units of length, that counts as contact
 */
export function conservativeAdvancement(
  out: TimeOfImpact,
  a: Convex & Posable,
  sweepA: Sweep,
  b: Convex & Posable,
  sweepB: Sweep,
  tolerance = 1e-9,
  maxSteps = 256,
): number {
  const { normal, point } = out;
  cache.count = -1;
  out.time = 0;
  out.converged = false;
  for (out.steps = 1; ; out.steps++) {
    moment[0] = out.time;
    sweepPoseAt(a, sweepA, moment, 0);
    sweepPoseAt(b, sweepB, moment, 0);
    gjkDistance(gjk, a, b, cache);
    const { distance, axis } = gjk;
    if (!gjk.converged && !(distance > 0)) {
      out.time = Infinity;
      return out.time;
    }
    const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (let i = 0; i < 3; i++) {
      point[i] = gjk.pointA[i];
      // With overlapping cores there is no axis: the last normal stays, and at the start there is none.
      if (length > 0) normal[i] = -axis[i] / length;
      else if (out.steps === 1) normal[i] = 0;
    }
    if (distance <= tolerance) {
      out.converged = true;
      return out.time;
    }
    if (out.steps >= maxSteps) return out.time;
    approachSpeed(speed, normal, sweepA, sweepB);
    const next = out.time + distance / (speed[0] + speed[1]);
    if (!(speed[0] + speed[1] > 0 && next <= 1)) {
      out.converged = true;
      out.time = Infinity;
      return out.time;
    }
    if (next === out.time) {
      // Closer than times can tell apart.
      out.converged = true;
      return out.time;
    }
    out.time = next;
  }
}
