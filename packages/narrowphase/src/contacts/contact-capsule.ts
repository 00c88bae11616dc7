/**
 * Contacts of capsules (two ends and a radius, seven numbers) and segments (two ends, six numbers: capsules without
 * thickness) with the other primitives. Shallow contacts follow from the closest points of the core segment; where it
 * runs into the other shape, from the separating axes of the cores. No allocation, nothing checked. Touching counts, up to
 * rounding. Two segments that cross have depth 0 and a normal across both.
 */
import type { ReadonlyCapsule, ReadonlyObb } from '@colide/bounds';

import type { ReadonlyVec4 } from '@colide/core';
import { loadObb } from '../internal/small-sat.ts';
import { CorePair } from './internal/core-pair.ts';
import type { PairContact } from './pair-contact.ts';

const cores = /* @__PURE__ */ new CorePair();

/** Sets A to a capsule, or to a segment, which has no seventh number. */
function setCapsule(capsule: ReadonlyCapsule, round: boolean): void {
  cores.sat.countA = 2;
  for (let i = 0; i < 6; i++) cores.sat.pointsA[i] = capsule[i];
  cores.radii[0] = round ? capsule[6] : 0;
}

function setOther(points: ArrayLike<number>, count: number, round: boolean): void {
  cores.sat.countB = count;
  for (let i = 0; i < 3 * count; i++) cores.sat.pointsB[i] = points[i];
  cores.radii[1] = round ? points[6] : 0;
}

function setBox(box: ReadonlyObb): void {
  cores.sat.countB = 8;
  loadObb(cores.sat.pointsB, box);
  cores.radii[1] = 0;
}

/** Contact of capsules `a` and `b`; whether they overlap or touch. */
export function contactCapsuleCapsule(out: PairContact, a: ReadonlyCapsule, b: ReadonlyCapsule): boolean {
  setCapsule(a, true);
  setOther(b, 2, true);
  return cores.solve(out);
}

/** Contact of capsule `a` and segment `b`; whether they overlap or touch. */
export function contactCapsuleSegment(out: PairContact, a: ReadonlyCapsule, b: ArrayLike<number>): boolean {
  setCapsule(a, true);
  setOther(b, 2, false);
  return cores.solve(out);
}

/** Contact of capsule `a` and triangle `b`, nine numbers; whether they overlap or touch. */
export function contactCapsuleTriangle(out: PairContact, a: ReadonlyCapsule, b: ArrayLike<number>): boolean {
  setCapsule(a, true);
  setOther(b, 3, false);
  return cores.solve(out);
}

/** Contact of capsule `a` and oriented box `b`, fifteen numbers; whether they overlap or touch. */
export function contactCapsuleBox(out: PairContact, a: ReadonlyCapsule, b: ReadonlyObb): boolean {
  setCapsule(a, true);
  setBox(b);
  return cores.solve(out);
}

/** Contact of capsule `a` and the half-space n · x + w ≤ 0 below plane `b`; whether they overlap or touch. */
export function contactCapsulePlane(out: PairContact, a: ReadonlyCapsule, b: ReadonlyVec4): boolean {
  setCapsule(a, true);
  return deepestEnd(out, b);
}

/** Contact of segments `a` and `b`: depth 0 where they cross or touch; whether they do. */
export function contactSegmentSegment(out: PairContact, a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  setCapsule(a, false);
  setOther(b, 2, false);
  return cores.solve(out);
}

/** Contact of segment `a` and triangle `b`, nine numbers; whether they meet. */
export function contactSegmentTriangle(
  out: PairContact,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): boolean {
  setCapsule(a, false);
  setOther(b, 3, false);
  return cores.solve(out);
}

/** Contact of segment `a` and oriented box `b`, fifteen numbers; whether they overlap or touch. */
export function contactSegmentBox(out: PairContact, a: ArrayLike<number>, b: ReadonlyObb): boolean {
  setCapsule(a, false);
  setBox(b);
  return cores.solve(out);
}

/** Contact of segment `a` and the half-space n · x + w ≤ 0 below plane `b`; whether they overlap or touch. */
export function contactSegmentPlane(out: PairContact, a: ArrayLike<number>, b: ReadonlyVec4): boolean {
  setCapsule(a, false);
  return deepestEnd(out, b);
}

/** The end that lies lower, or the middle of a segment that lies level. */
function deepestEnd(out: PairContact, plane: ReadonlyVec4): boolean {
  const p = cores.sat.pointsA;
  const r = cores.radii[0];
  const x = plane[0];
  const y = plane[1];
  const z = plane[2];
  const first = p[0] * x + p[1] * y + p[2] * z + plane[3];
  const second = p[3] * x + p[4] * y + p[5] * z + plane[3];
  const height = Math.min(first, second);
  if (!(height <= r + 2 ** -44 * (r + Math.abs(plane[3])))) return false;
  const share = first < second ? 0 : second < first ? 1 : 0.5;
  for (let k = 0; k < 3; k++) {
    const core = p[k] + share * (p[k + 3] - p[k]);
    out.normal[k] = -plane[k];
    out.pointA[k] = core - r * plane[k];
    out.pointB[k] = core - height * plane[k];
  }
  out.depth = Math.max(0, r - height);
  return true;
}
