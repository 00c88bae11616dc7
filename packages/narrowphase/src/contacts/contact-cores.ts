/**
 * Contacts of spheres (four numbers), capsules (seven), segments (six), triangles (nine) and oriented boxes
 * (fifteen) that have no closed form of their own: each is a small core, a point, segment, triangle or box,
 * with a radius around it, and one kernel serves every pair of cores (`internal/core-pair.ts`). Shallow
 * contacts follow from the closest points of the cores; where the cores overlap, from their separating axes.
 *
 * No allocation, nothing checked; NaN gives no contact. Touching counts, up to rounding. Two segments that
 * cross have depth 0 and a normal across both; triangles of one plane that overlap have depth 0 and its
 * normal. Whether two triangles meet is decided exactly.
 */
import type { ReadonlyCapsule, ReadonlyObb, ReadonlySphere } from '@colide/bounds';
import { CorePair } from '../internal/core-pair.ts';
import { capsuleRadiusAt, sphereRadiusAt } from '../internal/layouts.ts';
import { loadObb } from '../internal/small-sat.ts';
import { triangleTriangle } from '../triangles/triangle-triangle.ts';
import type { PairContact } from './pair-contact.ts';

const cores = /* @__PURE__ */ new CorePair();

/** Sets A to a core of `count` points, without a radius. */
function setCoreA(points: ArrayLike<number>, count: number): void {
  cores.sat.countA = count;
  for (let i = 0; i < 3 * count; i++) cores.sat.pointsA[i] = points[i];
  cores.radii[0] = 0;
}

/** Sets B to a core of `count` points, without a radius. */
function setCoreB(points: ArrayLike<number>, count: number): void {
  cores.sat.countB = count;
  for (let i = 0; i < 3 * count; i++) cores.sat.pointsB[i] = points[i];
  cores.radii[1] = 0;
}

function setSphereA(sphere: ReadonlySphere): void {
  setCoreA(sphere, 1);
  cores.radii[0] = sphere[sphereRadiusAt];
}

function setCapsuleA(capsule: ReadonlyCapsule): void {
  setCoreA(capsule, 2);
  cores.radii[0] = capsule[capsuleRadiusAt];
}

function setCapsuleB(capsule: ReadonlyCapsule): void {
  setCoreB(capsule, 2);
  cores.radii[1] = capsule[capsuleRadiusAt];
}

function setObbB(obb: ReadonlyObb): void {
  cores.sat.countB = 8;
  loadObb(cores.sat.pointsB, obb);
  cores.radii[1] = 0;
}

/** Contact of sphere `a` and capsule `b`; whether they overlap or touch. */
export function contactSphereCapsule(out: PairContact, a: ReadonlySphere, b: ReadonlyCapsule): boolean {
  setSphereA(a);
  setCapsuleB(b);
  return cores.solve(out);
}

/** Contact of sphere `a` and segment `b`; whether they overlap or touch. */
export function contactSphereSegment(out: PairContact, a: ReadonlySphere, b: ArrayLike<number>): boolean {
  setSphereA(a);
  setCoreB(b, 2);
  return cores.solve(out);
}

/** Contact of sphere `a` and triangle `b`; whether they overlap or touch. */
export function contactSphereTriangle(out: PairContact, a: ReadonlySphere, b: ArrayLike<number>): boolean {
  setSphereA(a);
  setCoreB(b, 3);
  return cores.solve(out);
}

/** Contact of capsules `a` and `b`; whether they overlap or touch. */
export function contactCapsuleCapsule(out: PairContact, a: ReadonlyCapsule, b: ReadonlyCapsule): boolean {
  setCapsuleA(a);
  setCapsuleB(b);
  return cores.solve(out);
}

/** Contact of capsule `a` and segment `b`; whether they overlap or touch. */
export function contactCapsuleSegment(out: PairContact, a: ReadonlyCapsule, b: ArrayLike<number>): boolean {
  setCapsuleA(a);
  setCoreB(b, 2);
  return cores.solve(out);
}

/** Contact of capsule `a` and triangle `b`; whether they overlap or touch. */
export function contactCapsuleTriangle(out: PairContact, a: ReadonlyCapsule, b: ArrayLike<number>): boolean {
  setCapsuleA(a);
  setCoreB(b, 3);
  return cores.solve(out);
}

/** Contact of capsule `a` and oriented box `b`; whether they overlap or touch. */
export function contactCapsuleObb(out: PairContact, a: ReadonlyCapsule, b: ReadonlyObb): boolean {
  setCapsuleA(a);
  setObbB(b);
  return cores.solve(out);
}

/** Contact of segments `a` and `b`; whether they cross or touch. */
export function contactSegmentSegment(out: PairContact, a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  setCoreA(a, 2);
  setCoreB(b, 2);
  return cores.solve(out);
}

/** Contact of segment `a` and triangle `b`; whether they meet. */
export function contactSegmentTriangle(
  out: PairContact,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): boolean {
  setCoreA(a, 2);
  setCoreB(b, 3);
  return cores.solve(out);
}

/** Contact of segment `a` and oriented box `b`; whether they overlap or touch. */
export function contactSegmentObb(out: PairContact, a: ArrayLike<number>, b: ReadonlyObb): boolean {
  setCoreA(a, 2);
  setObbB(b);
  return cores.solve(out);
}

/** Contact of triangles `a` and `b`; whether they overlap or touch. */
export function contactTriangleTriangle(
  out: PairContact,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): boolean {
  if (!triangleTriangle(a, b)) return false;
  setCoreA(a, 3);
  setCoreB(b, 3);
  return cores.solve(out);
}

/** Contact of triangle `a` and oriented box `b`; whether they overlap or touch. */
export function contactTriangleObb(out: PairContact, a: ArrayLike<number>, b: ReadonlyObb): boolean {
  setCoreA(a, 3);
  setObbB(b);
  return cores.solve(out);
}
