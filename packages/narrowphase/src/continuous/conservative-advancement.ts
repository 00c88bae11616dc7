/**
 * Conservative advancement: finds when two moving and rotating convex sets first touch.
 *
 * At a time t let d be the distance and n the direction from A to B. No point of the sets approaches along n
 * faster than μ = n·(v_A − v_B) + |n × ω_A| r_A + |n × ω_B| r_B, so for a time of d/μ nothing can touch: t
 * advances by that much and the distance is computed again. t never passes the true time.
 *
 * Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996; Mirtich & Canny 1995. The bound
 * with n × ω instead of ω is Mirtich's; with it, rotation about the normal costs nothing.
 *
 * Converges linearly, and slowly if the bound is loose (a long rod that rotates and just misses);
 * `bilateralAdvancement` needs fewer distance queries. If `maxSteps` do not suffice, the time is still safe
 * and `converged` is false. No allocation.
 */
import { approachSpeed } from './internal/approach-speed.ts';
import { type MovingConvex, SweepingPair, timeAt } from './internal/sweeping-pair.ts';
import type { Sweep } from './sweep.ts';
import type { AdvancementOptions, TimeOfImpact } from './time-of-impact.ts';

export type { MovingConvex } from './internal/sweeping-pair.ts';

const pair = /* @__PURE__ */ new SweepingPair();

/**
 * The time from 0 to 1 at which `a` and `b`, moved by their sweeps, come within the tolerance, or `Infinity`.
 * The bodies are left posed at the last time examined.
 */
export function conservativeAdvancement(
  out: TimeOfImpact,
  a: MovingConvex,
  sweepA: Sweep,
  b: MovingConvex,
  sweepB: Sweep,
  options?: AdvancementOptions,
): number {
  const maxSteps = options?.maxSteps ?? 256;
  pair.set(a, sweepA, b, sweepB);
  pair.begin(out, options);
  const { numbers } = pair;
  while (!pair.isOver(out, maxSteps)) {
    const time = numbers[timeAt];
    const speed = approachSpeed(out.normal, sweepA, sweepB);
    const next = time + pair.gjk.distance / speed;
    numbers[timeAt] = speed > 0 && next <= 1 ? next : Infinity;
    // The sets do not touch, or the time cannot be resolved any further.
    out.converged = numbers[timeAt] === Infinity || next === time;
    if (out.converged) break;
  }
  out.time = numbers[timeAt];
  return out.time;
}
