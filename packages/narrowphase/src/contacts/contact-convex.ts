/**
 * Contacts of any convex sets: with each other by GJK and EPA (`penetration.ts`), which for rounded shapes work on the cores,
 * so that sphere against hull costs what point against hull costs; with a half-space by one support call; and of two
 * half-spaces.
 */
import type { Convex, ReadonlyVec4 } from '@colide/core';
import type { GjkCache } from '../gjk/gjk-cache.ts';
import { createPenetrationResult, penetration } from '../penetration/penetration.ts';
import type { PairContact } from './pair-contact.ts';

const result = /* @__PURE__ */ createPenetrationResult();
const down = /* @__PURE__ */ new Float64Array(3);
const lowest = /* @__PURE__ */ new Float64Array(3);

/** Contact of convex sets `a` and `b`; whether they overlap or touch. */
export function contactConvexConvex(out: PairContact, a: Convex, b: Convex, cache?: GjkCache): boolean {
  if (!penetration(result, a, b, cache)) return false;
  out.depth = result.depth;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = result.normal[k];
    out.pointA[k] = result.pointA[k];
    out.pointB[k] = result.pointB[k];
  }
  return true;
}

/** Contact of the convex set `a` and the half-space n · x + w ≤ 0 below plane `b`; whether they overlap or touch. */
export function contactConvexPlane(out: PairContact, a: Convex, b: ReadonlyVec4): boolean {
  for (let k = 0; k < 3; k++) down[k] = -b[k];
  a.support(lowest, down);
  const height = lowest[0] * b[0] + lowest[1] * b[1] + lowest[2] * b[2] + b[3];
  const size = Math.abs(lowest[0]) + Math.abs(lowest[1]) + Math.abs(lowest[2]) + Math.abs(b[3]);
  if (!(height <= 2 ** -46 * size)) return false;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = down[k];
    out.pointA[k] = lowest[k];
    out.pointB[k] = lowest[k] - height * b[k];
  }
  out.depth = Math.max(0, -height);
  return true;
}

/**
 * Contact of the half-spaces below planes `a` and `b`. Unless their normals are opposite they overlap without end: the depth
 * is then `Infinity` and the points are those of the planes nearest the origin.
 */
export function contactPlanePlane(out: PairContact, a: ReadonlyVec4, b: ReadonlyVec4): boolean {
  const gap = a[3] + b[3];
  const opposite = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] <= -1 + 2 ** -50;
  if (opposite && !(gap <= 2 ** -46 * Math.abs(a[3]))) return false;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = a[k];
    out.pointA[k] = -a[3] * a[k];
    out.pointB[k] = -b[3] * b[k];
  }
  out.depth = opposite ? Math.max(0, -gap) : Infinity;
  return true;
}
