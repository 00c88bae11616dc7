/**
 * Contacts of triangles (nine numbers) with triangles, boxes and planes. Whether two triangles meet is decided exactly; depth
 * and normal come from separating axes. Coplanar triangles that overlap have depth 0 and the normal of their plane.
 * No allocation, nothing checked.
 */
import type { ReadonlyObb } from '@colide/bounds';
import type { ReadonlyVec4 } from '@colide/core';
import { loadObb } from '../internal/small-sat.ts';
import { triangleTriangle } from '../triangles/triangle-triangle.ts';
import { CorePair } from './internal/core-pair.ts';
import type { PairContact } from './pair-contact.ts';

const cores = /* @__PURE__ */ new CorePair();

function setTriangle(a: ArrayLike<number>): void {
  cores.sat.countA = 3;
  for (let i = 0; i < 9; i++) cores.sat.pointsA[i] = a[i];
  cores.radii[0] = cores.radii[1] = 0;
}

/** Contact of triangles `a` and `b`; whether they overlap or touch. */
export function contactTriangleTriangle(
  out: PairContact,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
): boolean {
  if (!triangleTriangle(a, b)) return false;
  setTriangle(a);
  cores.sat.countB = 3;
  for (let i = 0; i < 9; i++) cores.sat.pointsB[i] = b[i];
  return cores.solve(out);
}

/** Contact of triangle `a` and oriented box `b`, fifteen numbers; whether they overlap or touch. */
export function contactTriangleBox(out: PairContact, a: ArrayLike<number>, b: ReadonlyObb): boolean {
  setTriangle(a);
  cores.sat.countB = 8;
  loadObb(cores.sat.pointsB, b);
  return cores.solve(out);
}

/**
 * Contact of triangle `a` and the half-space n · x + w ≤ 0 below plane `b`, at the lowest corner, or at the middle of several
 * that lie equally low; whether they overlap or touch.
 */
export function contactTrianglePlane(out: PairContact, a: ArrayLike<number>, b: ReadonlyVec4): boolean {
  const { pointA, pointB, normal } = out;
  let height = Infinity;
  let size = Math.abs(b[3]);
  for (let i = 0; i < 9; i += 3) {
    const h = a[i] * b[0] + a[i + 1] * b[1] + a[i + 2] * b[2] + b[3];
    size = Math.max(size, Math.abs(h));
    if (h < height) height = h;
  }
  const slack = 2 ** -44 * size;
  if (!(height <= slack)) return false;
  pointA[0] = pointA[1] = pointA[2] = 0;
  let count = 0;
  for (let i = 0; i < 9; i += 3) {
    if (a[i] * b[0] + a[i + 1] * b[1] + a[i + 2] * b[2] + b[3] > height + slack) continue;
    count++;
    for (let k = 0; k < 3; k++) pointA[k] += (a[i + k] - pointA[k]) / count;
  }
  for (let k = 0; k < 3; k++) {
    normal[k] = -b[k];
    pointB[k] = pointA[k] - height * b[k];
  }
  out.depth = Math.max(0, -height);
  return true;
}
