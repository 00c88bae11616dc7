/**
 * Finds when a moving and rotating convex set hits another that it would then sink into. This time of impact
 * keeps bodies from passing through each other, but ignores bodies that touch, roll or slide.
 *
 * `bilateralAdvancement` finds the first contact and its normal n. The plane perpendicular to n that supports
 * B separates the sets at that time. If it still does at the end of the motion, up to `depth`, then A is
 * still on the side of B that it came from, and collision detection will find a shallow contact there:
 * nothing needs to be stopped. A body that slides over a floor never leaves this side; a body that passes
 * through a wall, with its middle or with one end, ends beyond it.
 *
 * Sets within the tolerance of each other from the start have the time 0 if A ends too deep. Sets that
 * overlap from the start have no normal: the time is 0, the normal 0, and the caller must decide.
 *
 * A half-space needs no distance queries: the height of the lowest point is followed by conservative
 * advancement.
 *
 * Cost of `bilateralAdvancement` and two support points. No allocation.
 */
import type { Convex } from '@colide/core';
import { bilateralAdvancement } from './bilateral-advancement.ts';
import type { MovingConvex } from './internal/sweeping-pair.ts';
import { type Sweep, sweepPoseAt } from './sweep.ts';
import type { AdvancementOptions, TimeOfImpact } from './time-of-impact.ts';

/** The conditions that make an impact. */
export interface DeepImpactOptions extends AdvancementOptions {
  /** The distance at which the sets are to stop. Default 1e-9. */
  readonly tolerance: number;
  /** How deep A may sink in by the end of its motion. */
  readonly depth: number;
}

const atEnd = /* @__PURE__ */ Float64Array.of(1);
const moment = /* @__PURE__ */ new Float64Array(1);
const direction = /* @__PURE__ */ new Float64Array(3);
const pointA = /* @__PURE__ */ new Float64Array(3);
const pointB = /* @__PURE__ */ new Float64Array(3);
/** The result of {@link measureHeight}; not returned, because V8 might box it. */
const height = /* @__PURE__ */ new Float64Array(1);

/** Distance queries per call: a safe time is enough. */
const planeSteps = 32;

/**
 * The time from 0 to 1 at which `a` comes within the tolerance of `b`, if it would sink deeper than allowed
 * afterwards; otherwise `Infinity`. Without `sweepB`, `b` stays where it is. The sets are left posed
 * somewhere along their motion.
 */
export function deepImpact(
  out: TimeOfImpact,
  a: MovingConvex,
  sweepA: Sweep,
  b: Convex,
  sweepB: Sweep | undefined,
  options: DeepImpactOptions,
): number {
  bilateralAdvancement(out, a, sweepA, b, sweepB, options);
  const { normal } = out;
  if (!(out.time <= 1) || (normal[0] === 0 && normal[1] === 0 && normal[2] === 0)) return out.time;
  sweepPoseAt(a, sweepA, atEnd, 0);
  if (sweepB !== undefined) sweepPoseAt(b as MovingConvex, sweepB, atEnd, 0);
  for (let k = 0; k < 3; k++) direction[k] = -normal[k];
  a.support(pointA, normal);
  b.support(pointB, direction);
  let depth = 0;
  for (let k = 0; k < 3; k++) depth += normal[k] * (pointA[k] - pointB[k]);
  if (depth <= options.depth) out.time = Infinity;
  return out.time;
}

/**
 * As {@link deepImpact} with the half-space n · x ≤ d: `plane` has the unit vector n and d from position `at`
 * on. Its normal in `out` is −n. `a` may overlap it from the start.
 */
export function deepImpactPlane(
  out: TimeOfImpact,
  a: MovingConvex,
  sweepA: Sweep,
  plane: Float64Array,
  at: number,
  options: DeepImpactOptions,
): number {
  const { linear, angular, radius } = sweepA;
  const { normal } = out;
  for (let k = 0; k < 3; k++) normal[k] = -plane[at + k];
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  out.time = Infinity;
  out.converged = true;
  out.steps = 1;
  sweepPoseAt(a, sweepA, atEnd, 0);
  measureHeight(a, normal, plane, at);
  const end = height[0];
  if (end >= -options.depth) return Infinity;
  const cx = y * angular[2] - z * angular[1];
  const cy = z * angular[0] - x * angular[2];
  const cz = x * angular[1] - y * angular[0];
  const turning = radius * Math.sqrt(cx * cx + cy * cy + cz * cz);
  const speed = x * linear[0] + y * linear[1] + z * linear[2] + turning;
  moment[0] = 0;
  for (; out.steps < planeSteps; out.steps++) {
    sweepPoseAt(a, sweepA, moment, 0);
    measureHeight(a, normal, plane, at);
    const gap = height[0];
    // From deep inside it may come out, but not go deeper.
    if (out.steps === 1 && gap < -options.depth && gap <= end) return Infinity;
    out.converged = gap <= options.tolerance;
    if (out.converged) break;
    // Aims at half the tolerance; otherwise the search would never end.
    moment[0] += (gap - 0.5 * options.tolerance) / speed;
  }
  for (let k = 0; k < 3; k++) out.point[k] = pointA[k];
  out.time = moment[0];
  return out.time;
}

/** Sets {@link height} to that of the lowest point of `a`, which is left in {@link pointA}. */
function measureHeight(a: Convex, down: Float64Array, plane: Float64Array, at: number): void {
  a.support(pointA, down);
  height[0] = plane[at] * pointA[0] + plane[at + 1] * pointA[1] + plane[at + 2] * pointA[2] - plane[at + 3];
}
