/**
 * Contacts of a sphere (centre and radius, four numbers) with the other primitives: the closest point of the other shape
 * to the centre tells all. Closed forms, no allocation, nothing checked. Touching counts, up to rounding. A centre that
 * lies on or in the other shape leaves by the nearest way out; where several are equally near, by one of them.
 */
import type { ReadonlyCapsule, ReadonlyObb, ReadonlySphere } from '@colide/bounds';

import type { ReadonlyVec4 } from '@colide/core';
import { CorePair } from './internal/core-pair.ts';
import type { PairContact } from './pair-contact.ts';

const cores = /* @__PURE__ */ new CorePair();
/** Offset of the sphere's centre in the box's frame. */
const local = /* @__PURE__ */ new Float64Array(3);

function setSphere(sphere: ReadonlySphere): void {
  cores.sat.countA = 1;
  for (let i = 0; i < 3; i++) cores.sat.pointsA[i] = sphere[i];
  cores.radii[0] = sphere[3];
}

function setOther(points: ArrayLike<number>, count: number): void {
  cores.sat.countB = count;
  for (let i = 0; i < 3 * count; i++) cores.sat.pointsB[i] = points[i];
  cores.radii[1] = 0;
}

/** Contact of spheres `a` and `b`; whether they overlap or touch. Concentric ones part upwards. */
export function contactSphereSphere(out: PairContact, a: ReadonlySphere, b: ReadonlySphere): boolean {
  setSphere(a);
  setOther(b, 1);
  cores.radii[1] = b[3];
  return cores.solve(out);
}

/** Contact of sphere `a` and capsule `b` (two ends and a radius); whether they overlap or touch. */
export function contactSphereCapsule(out: PairContact, a: ReadonlySphere, b: ReadonlyCapsule): boolean {
  setSphere(a);
  setOther(b, 2);
  cores.radii[1] = b[6];
  return cores.solve(out);
}

/** Contact of sphere `a` and segment `b`, six numbers; whether they overlap or touch. */
export function contactSphereSegment(out: PairContact, a: ReadonlySphere, b: ArrayLike<number>): boolean {
  setSphere(a);
  setOther(b, 2);
  return cores.solve(out);
}

/** Contact of sphere `a` and triangle `b`, nine numbers; whether they overlap or touch. */
export function contactSphereTriangle(out: PairContact, a: ReadonlySphere, b: ArrayLike<number>): boolean {
  setSphere(a);
  setOther(b, 3);
  return cores.solve(out);
}

/** Contact of sphere `a` and oriented box `b`, fifteen numbers; whether they overlap or touch. */
export function contactSphereBox(out: PairContact, a: ReadonlySphere, b: ReadonlyObb): boolean {
  const r = a[3];
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  const dz = a[2] - b[2];
  let squared = 0;
  let exit = 0;
  let leastWay = Infinity;
  for (let i = 0; i < 3; i++) {
    const at = 6 + 3 * i;
    const along = dx * b[at] + dy * b[at + 1] + dz * b[at + 2];
    const h = b[3 + i];
    const beyond = along > h ? along - h : along < -h ? along + h : 0;
    local[i] = beyond;
    squared += beyond * beyond;
    const way = h - Math.abs(along);
    if (way < leastWay) {
      leastWay = way;
      exit = along < 0 ? -1 - i : 1 + i;
    }
  }
  const reach = r + 2 ** -44 * (r + Math.abs(dx) + Math.abs(dy) + Math.abs(dz));
  if (!(squared <= reach * reach)) return false;
  const distance = squared > 0 ? Math.sqrt(squared) : -Math.max(0, leastWay);
  const { normal, pointA, pointB } = out;
  for (let k = 0; k < 3; k++) {
    if (squared > 0)
      normal[k] = -(local[0] * b[6 + k] + local[1] * b[9 + k] + local[2] * b[12 + k]) / distance;
    else normal[k] = (exit < 0 ? 1 : -1) * b[3 * Math.abs(exit) + 3 + k];
    pointA[k] = a[k] + r * normal[k];
    pointB[k] = a[k] + distance * normal[k];
  }
  out.depth = Math.max(0, r - distance);
  return true;
}

/** Contact of sphere `a` and the half-space n · x + w ≤ 0 below plane `b`; whether they overlap or touch. */
export function contactSpherePlane(out: PairContact, a: ReadonlySphere, b: ReadonlyVec4): boolean {
  const r = a[3];
  const height = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + b[3];
  if (!(height <= r + 2 ** -44 * (r + Math.abs(b[3])))) return false;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = -b[k];
    out.pointA[k] = a[k] - r * b[k];
    out.pointB[k] = a[k] - height * b[k];
  }
  out.depth = Math.max(0, r - height);
  return true;
}
