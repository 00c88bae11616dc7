/**
 * Penetration depth, normal and witness points of two convex sets in one call: GJK finds whether the cores
 * overlap; if only the margins do, the depth follows from the distance of the cores, exactly and at no
 * further cost; otherwise EPA goes on from GJK's simplex.
 *
 * The depth is the length of the shortest translation that separates the sets; several directions may attain
 * it (a box inside a box of equal size), and one of them is reported. Zero when the sets just touch.
 *
 * Cores closer than 1e-4 of their size are checked with the separation along the normal, and curved ones
 * closer than 1e-7 always, by more searches (`internal/touching.ts`): the normal is valid however close they
 * are, and the distance right to 5e-10 of the size, mostly to 1e-14. Limits: sets that touch in edges or
 * corners have a cone of normals, and if they are closer than 1e-14 of the size any normal of the cone may be
 * reported; it may differ by degrees from the normal of the same sets a little farther apart. Witness points
 * of curved sets this close are good to about 1e-4 of the size only: they slide freely where the surfaces are
 * nearly parallel.
 */
import type { Convex } from '@colide/core';
import { createGjkResult, type GjkResult, gjkFinish, gjkStart, gjkStep } from '../gjk/gjk.ts';
import type { GjkCache } from '../gjk/gjk-cache.ts';
import { storeSimplex } from '../internal/cso-support.ts';
import { largestAt } from '../internal/simplex-layout.ts';
import { createEpaState, type EpaState, epaFinish, epaStart, epaStep } from './epa.ts';
import { distanceAt, isNear, sizeAt, TouchingSearch } from './internal/touching.ts';

export type { TouchingSearch } from './internal/touching.ts';

/** The result of {@link penetration} and {@link signedDistance}. */
export interface PenetrationResult {
  /** The distance of the sets, or minus the depth where they overlap. */
  distance: number;
  /** Length of the shortest translation that separates the sets; 0 when they do not overlap. */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the sets. */
  readonly normal: Float64Array;
  /** The point of A deepest inside B, or nearest B when they are disjoint. */
  readonly pointA: Float64Array;
  /** The point of B deepest inside A, or nearest A when they are disjoint. */
  readonly pointB: Float64Array;
  /** Whether the searches ended with an answer to their tolerance. */
  converged: boolean;
  /** The search for overlap. */
  readonly gjk: GjkResult;
  /** The expansion; made at the first overlap of cores. */
  epa: EpaState | undefined;
  /** Whether the last answer came from the expansion. */
  expanded: boolean;
  /** The search between cores that all but touch; made at the first such pair. */
  touching: TouchingSearch | undefined;
}

/** An empty result, to be reused. */
export function createPenetrationResult(): PenetrationResult {
  return {
    distance: 0,
    depth: 0,
    normal: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    converged: false,
    gjk: createGjkResult(),
    epa: undefined,
    expanded: false,
    touching: undefined,
  };
}

/**
 * Whether `a` and `b` overlap or touch; fills `out` with distance, depth, normal and witness points.
 * `signedDistance` does the same and returns the distance, which costs a number on the heap where it is not
 * inlined.
 */
export function penetration(
  out: PenetrationResult,
  a: Convex,
  b: Convex,
  cache?: GjkCache,
  tolerance = 1e-10,
  maxSteps = 200,
): boolean {
  solve(out, a, b, cache, tolerance, maxSteps);
  return out.distance <= 0;
}

/**
 * The distance of `a` and `b`, or minus the penetration depth where they overlap; fills `out` in both cases.
 */
export function signedDistance(
  out: PenetrationResult,
  a: Convex,
  b: Convex,
  cache?: GjkCache,
  tolerance = 1e-10,
  maxSteps = 200,
): number {
  solve(out, a, b, cache, tolerance, maxSteps);
  return out.distance;
}

/** The signed distance of the cores. */
const coreDistance = /* @__PURE__ */ new Float64Array(1);

function solve(
  out: PenetrationResult,
  a: Convex,
  b: Convex,
  cache: GjkCache | undefined,
  tolerance: number,
  maxSteps: number,
): void {
  const { gjk, normal, pointA, pointB } = out;
  gjkStart(gjk, a, b, cache);
  while (!gjkStep(gjk, tolerance) && gjk.steps < maxSteps);
  gjkFinish(gjk);
  if (cache !== undefined) storeSimplex(cache, gjk.simplex, gjk.axis);
  out.converged = gjk.converged;
  out.expanded = gjk.coresOverlap;
  if (gjk.coresOverlap) {
    expand(out, tolerance, maxSteps);
    coreDistance[0] = -(out.depth - gjk.cso.marginA - gjk.cso.marginB);
    if (isNear(coreDistance, gjk.simplex)) refine(out, a, b);
    return;
  }
  const { axis } = gjk;
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (let i = 0; i < 3; i++) {
    normal[i] = -axis[i] / length;
    pointA[i] = gjk.pointA[i];
    pointB[i] = gjk.pointB[i];
  }
  out.distance = length - gjk.cso.marginA - gjk.cso.marginB;
  out.depth = Math.max(-out.distance, 0);
  coreDistance[0] = length;
  if (isNear(coreDistance, gjk.simplex)) refine(out, a, b);
}

/** Examines cores again if they are so close that rounding spoils the direction. */
function refine(out: PenetrationResult, a: Convex, b: Convex): void {
  const { cso, simplex } = out.gjk;
  out.touching ??= new TouchingSearch();
  const search = out.touching;
  const { numbers } = search;
  numbers[distanceAt] = coreDistance[0];
  numbers[sizeAt] = Math.sqrt(simplex.numbers[largestAt]);
  for (let i = 0; i < 3; i++) {
    search.pointA[i] = out.pointA[i] - cso.marginA * out.normal[i];
    search.pointB[i] = out.pointB[i] + cso.marginB * out.normal[i];
  }
  if (!search.improve(cso, a, b, out.normal)) return;
  out.distance = numbers[distanceAt] - cso.marginA - cso.marginB;
  out.depth = Math.max(-out.distance, 0);
  out.converged = true;
  for (let i = 0; i < 3; i++) {
    out.normal[i] = search.normal[i];
    out.pointA[i] = search.pointA[i] + cso.marginA * search.normal[i];
    out.pointB[i] = search.pointB[i] - cso.marginB * search.normal[i];
  }
}

/** Runs EPA on the overlapping cores and adds the margins. */
function expand(out: PenetrationResult, tolerance: number, maxSteps: number): void {
  const { gjk, normal, pointA, pointB } = out;
  const { cso } = gjk;
  out.epa ??= createEpaState();
  const epa = out.epa;
  if (epaStart(epa, cso, gjk.simplex)) {
    while (!epaStep(epa, cso, tolerance) && epa.steps < maxSteps);
    epaFinish(epa);
  }
  out.converged = gjk.converged && epa.converged;
  out.depth = Math.max(epa.depth, 0) + cso.marginA + cso.marginB;
  out.distance = -out.depth;
  const { a, b } = epa.polytope;
  const { corners, weights } = epa;
  for (let i = 0; i < 3; i++) {
    normal[i] = epa.normal[i];
    let onA = normal[i] * cso.marginA;
    let onB = -normal[i] * cso.marginB;
    for (let k = 0; k < 3; k++) {
      onA += weights[k] * a[3 * corners[k] + i];
      onB += weights[k] * b[3 * corners[k] + i];
    }
    pointA[i] = onA;
    pointB[i] = onB;
  }
}
