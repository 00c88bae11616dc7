/**
 * Distance and closest points of two convex sets.
 *
 * GJK searches the configuration-space obstacle A ⊖ B = {a − b} for its point nearest the origin, v; the
 * distance is |v|. Each step asks both support mappings for the point w of A ⊖ B farthest along −v, adds it
 * to a simplex and lets the sub-algorithm find the new v. v·w is a lower bound of |v|²: the search stops, and
 * reports `converged`, when the two agree to the tolerance.
 *
 * Gilbert, Johnson & Keerthi, IEEE J. Robotics and Automation 4(2), 1988; van den Bergen, "Collision
 * Detection in Interactive 3D Environments", 2003; sub-algorithm of Montanari et al. 2017
 * (`signed-volumes.ts`).
 *
 * Polytopes take a few steps whatever their size; smooth shapes converge to the tolerance. All tolerances are
 * relative: scaling both shapes scales the answer. Rounded shapes (sphere, capsule) are handled as their core
 * plus a margin and cost as much as the core. No allocation. A support mapping that returns NaN ends the
 * search with `converged` false.
 */
import type { Convex } from '@colide/core';
import { CsoSupport, resumeSimplex, storeSimplex } from '../internal/cso-support.ts';
import { holdsOrigin } from '../internal/holds-origin.ts';
import { largestAt, pointsAAt, pointsBAt, weightsAt } from '../internal/simplex-layout.ts';
import type { GjkCache } from './gjk-cache.ts';
import { createGjkSimplex, type GjkSimplex } from './gjk-simplex.ts';

/** The result of {@link gjkDistance}, and the state of the search. */
export interface GjkResult {
  /** The distance; 0 when the sets overlap or touch. */
  distance: number;
  /** The point of A nearest B. Valid only when the sets are disjoint. */
  readonly pointA: Float64Array;
  /** The point of B nearest A. Valid only when the sets are disjoint. */
  readonly pointB: Float64Array;
  /** v: from the nearest point of B's core to that of A's core; zero when the cores overlap. */
  readonly axis: Float64Array;
  /** The simplex that holds v; EPA goes on from it. */
  readonly simplex: GjkSimplex;
  /** The number of points of A ⊖ B that were asked for. */
  steps: number;
  /** Whether the bounds met; false after too many steps or NaN. */
  converged: boolean;
  /** Whether the cores, that is the sets without their margins, overlap or touch. */
  coresOverlap: boolean;
  /** The two sets, reduced to cores and margins. */
  readonly cso: CsoSupport;
}

/** An empty result for {@link gjkDistance}, to be reused. */
export function createGjkResult(): GjkResult {
  return {
    distance: 0,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    axis: new Float64Array(3),
    simplex: createGjkSimplex(),
    steps: 0,
    converged: false,
    coresOverlap: false,
    cso: new CsoSupport(),
  };
}

/**
 * The distance between `a` and `b`, 0 when they overlap or touch; fills `out`.
 *
 * @param cache memory of this pair's last search; makes the next one short when the shapes have moved little
 * @param tolerance relative gap between the bounds of the distance at which the search stops
 */
export function gjkDistance(
  out: GjkResult,
  a: Convex,
  b: Convex,
  cache?: GjkCache,
  tolerance = 1e-10,
  maxSteps = 64,
): number {
  gjkStart(out, a, b, cache);
  while (!gjkStep(out, tolerance) && out.steps < maxSteps);
  gjkFinish(out);
  if (cache !== undefined) storeSimplex(cache, out.simplex, out.axis);
  return out.distance;
}

/** Prepares `out` for a search between `a` and `b`. */
export function gjkStart(out: GjkResult, a: Convex, b: Convex, cache?: GjkCache): void {
  const { cso, simplex, axis } = out;
  cso.set(a, b);
  out.steps = 0;
  out.distance = Infinity;
  out.converged = false;
  out.coresOverlap = false;
  simplex.count = simplex.largest[0] = 0;
  if (cache !== undefined && resumeSimplex(cso, simplex, axis, cache)) {
    if (simplex.count > 0) out.coresOverlap = out.converged = holdsOrigin(axis, simplex);
  } else cso.guess(axis);
}

/** One step of the search. Returns whether it is over. */
export function gjkStep(out: GjkResult, tolerance = 1e-10): boolean {
  if (out.converged) return true;
  const { simplex, axis, cso } = out;
  const { numbers: w } = simplex;
  out.steps++;
  const count = simplex.count;
  cso.support(simplex, axis);
  const at = 3 * count;
  const x = w[at];
  const y = w[at + 1];
  const z = w[at + 2];
  let squared = Infinity;
  if (count > 0) {
    const vx = axis[0];
    const vy = axis[1];
    const vz = axis[2];
    squared = vx * vx + vy * vy + vz * vz;
    const gap = squared - (vx * x + vy * y + vz * z);
    if (gap <= tolerance * squared) return (out.converged = true);
    // A point of the simplex again: rounding alone keeps the bounds apart.
    if (gap <= 1e-14 * w[largestAt])
      for (let i = 0; i < at; i += 3)
        if (w[i] === x && w[i + 1] === y && w[i + 2] === z) return (out.converged = true);
  }
  simplex.count = count + 1;
  if (holdsOrigin(axis, simplex)) {
    out.coresOverlap = out.converged = true;
    return true;
  }
  const next = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  if (next < squared) return false;
  // Rounding leaves no room for progress: v is as near as it can be. NaN also ends here.
  out.converged = next >= squared;
  return true;
}

/** Turns the state of the search into distance and closest points. */
export function gjkFinish(out: GjkResult): void {
  const { simplex, axis, pointA, pointB } = out;
  const { numbers, count } = simplex;
  let ax = 0;
  let ay = 0;
  let az = 0;
  let bx = 0;
  let by = 0;
  let bz = 0;
  for (let i = 0; i < count; i++) {
    const weight = numbers[weightsAt + i];
    const onA = pointsAAt + 3 * i;
    const onB = pointsBAt + 3 * i;
    ax += weight * numbers[onA];
    ay += weight * numbers[onA + 1];
    az += weight * numbers[onA + 2];
    bx += weight * numbers[onB];
    by += weight * numbers[onB + 1];
    bz += weight * numbers[onB + 2];
  }
  let shiftA = 0;
  let shiftB = 0;
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  if (out.coresOverlap) {
    out.distance = 0;
    axis[0] = axis[1] = axis[2] = 0;
  } else {
    const { marginA, marginB } = out.cso;
    const length = Math.sqrt(x * x + y * y + z * z);
    out.distance = Math.max(0, length - marginA - marginB);
    shiftA = marginA / length;
    shiftB = marginB / length;
  }
  pointA[0] = ax - shiftA * x;
  pointA[1] = ay - shiftA * y;
  pointA[2] = az - shiftA * z;
  pointB[0] = bx + shiftB * x;
  pointB[1] = by + shiftB * y;
  pointB[2] = bz + shiftB * z;
}
