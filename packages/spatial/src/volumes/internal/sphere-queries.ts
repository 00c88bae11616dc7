/**
 * The tests of a sphere tree's queries: of spheres at inner nodes, which may err towards "they overlap", and
 * of faces at the leaves, which are exact.
 */

import { closestPointTriangle, createClosestPoint } from '@colide/math';
import { triangleBox } from '@colide/narrowphase';
import { directionAt, hitAt, limitAt, meetsTriangle } from '../../internal/ray-state.ts';
import { widening } from './sphere-surround.ts';

const closest = /* @__PURE__ */ createClosestPoint();
const center = /* @__PURE__ */ new Float64Array(3);
const corners = [
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
  /* @__PURE__ */ new Float64Array(3),
] as const;

/** Whether the sphere at `spheres[at]` meets the ball of `readSphereQuery`. */
export function sphereTouchesBall(ball: Float64Array, spheres: Float64Array, at: number): boolean {
  const x = spheres[at] - ball[0];
  const y = spheres[at + 1] - ball[1];
  const z = spheres[at + 2] - ball[2];
  const sum = (spheres[at + 3] + Math.sqrt(ball[3])) * widening;
  return x * x + y * y + z * z <= sum * sum;
}

/** Whether the sphere at `spheres[at]` meets the box of `readBoxQuery`. */
export function sphereTouchesBox(box: Float64Array, spheres: Float64Array, at: number): boolean {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const x = spheres[at + k];
    const away = Math.max(0, box[k] - x, x - box[k + 3]);
    sum += away * away;
  }
  const radius = spheres[at + 3] * widening;
  return sum <= radius * radius;
}

/** Whether the sphere at `spheres[at]` meets the ray of `readRay`, up to its limit. */
export function sphereMeetsRay(ray: Float64Array, spheres: Float64Array, at: number): boolean {
  const x = spheres[at] - ray[0];
  const y = spheres[at + 1] - ray[1];
  const z = spheres[at + 2] - ray[2];
  const dx = ray[directionAt];
  const dy = ray[directionAt + 1];
  const dz = ray[directionAt + 2];
  const nearest = (x * dx + y * dy + z * dz) / (dx * dx + dy * dy + dz * dz);
  const t = Math.min(ray[limitAt], Math.max(0, nearest));
  const ex = x - t * dx;
  const ey = y - t * dy;
  const ez = z - t * dz;
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
  const radius = spheres[at + 3] * widening + 1e-12 * size;
  // If squares overflow or vanish, the sphere counts as met.
  return !(ex * ex + ey * ey + ez * ez > radius * radius);
}

/** Whether a face meets the ball of `readSphereQuery`. */
export function faceTouchesBall(ball: Float64Array, face: Float64Array): boolean {
  for (let k = 0; k < 3; k++) {
    center[k] = ball[k];
    for (let i = 0; i < 3; i++) corners[i][k] = face[3 * i + k];
  }
  return closestPointTriangle(closest, center, corners[0], corners[1], corners[2]) <= ball[3];
}

/** Whether a face meets the box of `readBoxQuery`. */
export function faceTouchesBox(box: Float64Array, face: Float64Array): boolean {
  return triangleBox(face, box);
}

/** Whether a face meets the ray of `readRay`, up to its limit. */
export function faceMeetsRay(ray: Float64Array, face: Float64Array): boolean {
  return meetsTriangle(ray, face, 0) && ray[hitAt] <= ray[limitAt];
}
