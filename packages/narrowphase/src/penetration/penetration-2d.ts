/**
 * Penetration depth, normal and witness points of two convex sets in the plane, in one call: GJK finds
 * whether the cores overlap; if only the margins do, the depth follows from the distance of the cores;
 * otherwise EPA (`epa-2d.ts`) goes on from GJK's simplex. No allocation.
 */
import type { Convex2d } from '@colide/core';
import { createGjkResult2d, gjkFinish2d, gjkStart2d, gjkStep2d } from '../gjk/gjk-2d.ts';
import { createEpaPolygon2d, type EpaState2d, epaStart2d, epaStep2d } from './epa-2d.ts';

/** The result of {@link penetration2d} and {@link signedDistance2d}. */
export interface PenetrationResult2d extends EpaState2d {
  /** The distance of the sets, or minus the depth where they overlap. */
  distance: number;
}

/** An empty result, to be reused. */
export function createPenetrationResult2d(): PenetrationResult2d {
  return {
    distance: 0,
    depth: 0,
    normal: new Float64Array(2),
    pointA: new Float64Array(2),
    pointB: new Float64Array(2),
    steps: 0,
    converged: false,
    gjk: createGjkResult2d(),
    polygon: createEpaPolygon2d(),
  };
}

/** Whether `a` and `b` overlap or touch; fills `out` with distance, depth, normal and witness points. */
export function penetration2d(
  out: PenetrationResult2d,
  a: Convex2d,
  b: Convex2d,
  tolerance = 1e-10,
  maxSteps = 120,
): boolean {
  solve(out, a, b, tolerance, maxSteps);
  return out.distance <= 0;
}

/**
 * The distance of `a` and `b`, or minus the penetration depth where they overlap; fills `out` in both cases.
 */
export function signedDistance2d(
  out: PenetrationResult2d,
  a: Convex2d,
  b: Convex2d,
  tolerance = 1e-10,
  maxSteps = 120,
): number {
  solve(out, a, b, tolerance, maxSteps);
  return out.distance;
}

/** Fills `out`. Returns nothing, as V8 would box a fractional result. */
function solve(
  out: PenetrationResult2d,
  a: Convex2d,
  b: Convex2d,
  tolerance: number,
  maxSteps: number,
): void {
  const { gjk, normal, pointA, pointB } = out;
  gjkStart2d(gjk, a, b);
  while (!gjkStep2d(gjk, tolerance) && gjk.steps < 64);
  gjkFinish2d(gjk);
  out.steps = 0;
  out.converged = gjk.converged;
  if (gjk.coresOverlap) {
    if (epaStart2d(out)) while (!epaStep2d(out, tolerance) && out.steps < maxSteps);
    out.depth = Math.max(out.depth, 0) + gjk.marginA + gjk.marginB;
    for (let k = 0; k < 2; k++) {
      pointA[k] += gjk.marginA * normal[k];
      pointB[k] -= gjk.marginB * normal[k];
    }
    out.distance = -out.depth;
    return;
  }
  const { axis } = gjk;
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1]);
  for (let k = 0; k < 2; k++) {
    normal[k] = -axis[k] / length;
    pointA[k] = gjk.pointA[k];
    pointB[k] = gjk.pointB[k];
  }
  out.distance = length - gjk.marginA - gjk.marginB;
  out.depth = Math.max(-out.distance, 0);
}
