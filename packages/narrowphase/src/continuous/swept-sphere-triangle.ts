/**
 * Finds when a moving ball first touches a triangle: the path of its centre is a ray against the triangle
 * expanded by the radius, that is, two shifted copies of the face, three cylinders around the edges and three
 * balls around the corners. Exact up to rounding, constant cost, no allocation but the number returned.
 *
 * Ericson, "Real-Time Collision Detection", 2005, §5.5.6, decides which part is hit; we test all parts and
 * take the earliest.
 */

import type { ReadonlySphere } from '@colide/bounds';
import type { ReadonlyVec3 } from '@colide/core';
import { closestPointTriangle, createClosestPoint } from '@colide/math';
import { sphereRadiusAt } from '../internal/layouts.ts';
import type { TimeOfImpact } from './time-of-impact.ts';

const nearest = /* @__PURE__ */ createClosestPoint();
const moved = /* @__PURE__ */ new Float64Array(3);

/**
 * The time from 0 to 1 at which `sphere` (centre and radius), moving by `motion`, touches the triangle, or
 * `Infinity`; 0 if it touches already. The normal points from the triangle to the ball; `point` lies on the
 * triangle.
 */
export function sweptSphereTriangle(
  out: TimeOfImpact,
  sphere: ReadonlySphere,
  motion: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): number {
  out.time = Infinity;
  out.steps = 1;
  out.converged = true;
  for (let i = 0; i < 3; i++) moved[i] = sphere[i];
  if (closestPointTriangle(nearest, moved, p0, p1, p2) <= sphere[sphereRadiusAt] * sphere[sphereRadiusAt])
    out.time = 0;
  else {
    offerFace(out, sphere, motion, p0, p1, p2);
    offerEdge(out, sphere, motion, p0, p1);
    offerEdge(out, sphere, motion, p1, p2);
    offerEdge(out, sphere, motion, p2, p0);
  }
  if (out.time === Infinity) return out.time;
  for (let i = 0; i < 3; i++) moved[i] = sphere[i] + out.time * motion[i];
  closestPointTriangle(nearest, moved, p0, p1, p2);
  let squared = 0;
  for (let i = 0; i < 3; i++) {
    out.point[i] = nearest.point[i];
    out.normal[i] = moved[i] - nearest.point[i];
    squared += out.normal[i] ** 2;
  }
  const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
  for (let i = 0; i < 3; i++) out.normal[i] *= scale;
  return out.time;
}

/**
 * Keeps the time at which the centre enters the copy of the face on its side, if it is earlier than
 * `out.time`.
 */
function offerFace(
  out: TimeOfImpact,
  sphere: ReadonlySphere,
  motion: ReadonlyVec3,
  p0: ReadonlyVec3,
  p1: ReadonlyVec3,
  p2: ReadonlyVec3,
): void {
  const ux = p1[0] - p0[0];
  const uy = p1[1] - p0[1];
  const uz = p1[2] - p0[2];
  const vx = p2[0] - p0[0];
  const vy = p2[1] - p0[1];
  const vz = p2[2] - p0[2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = nx * nx + ny * ny + nz * nz;
  if (!(area > 0)) return;
  const length = Math.sqrt(area);
  const x = sphere[0] - p0[0];
  const y = sphere[1] - p0[1];
  const z = sphere[2] - p0[2];
  const radius = sphere[sphereRadiusAt];
  const height = (x * nx + y * ny + z * nz) / length;
  const rise = (motion[0] * nx + motion[1] * ny + motion[2] * nz) / length;
  const t = height > 0 ? (radius - height) / rise : (-radius - height) / rise;
  if (!(t >= 0 && t <= 1 && t < out.time) || height * rise >= 0) return;
  const px = x + t * motion[0];
  const py = y + t * motion[1];
  const pz = z + t * motion[2];
  const partU = (py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz;
  const partV = (uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz;
  if (partU >= 0 && partV >= 0 && partU + partV <= area) out.time = t;
}

/** The same for the cylinder around the edge from `p` to `q` and the balls at its ends. */
function offerEdge(
  out: TimeOfImpact,
  sphere: ReadonlySphere,
  motion: ReadonlyVec3,
  p: ReadonlyVec3,
  q: ReadonlyVec3,
): void {
  const ex = q[0] - p[0];
  const ey = q[1] - p[1];
  const ez = q[2] - p[2];
  const x = sphere[0] - p[0];
  const y = sphere[1] - p[1];
  const z = sphere[2] - p[2];
  const mx = motion[0];
  const my = motion[1];
  const mz = motion[2];
  const ee = ex * ex + ey * ey + ez * ez;
  const em = ex * mx + ey * my + ez * mz;
  const ep = ex * x + ey * y + ez * z;
  // Perpendicular to the edge: |p + t m|² less the components along e, times e².
  const a = ee * (mx * mx + my * my + mz * mz) - em * em;
  const b = ee * (x * mx + y * my + z * mz) - ep * em;
  const radius = sphere[sphereRadiusAt];
  const k = ee * (x * x + y * y + z * z - radius * radius) - ep * ep;
  const root = b * b - a * k;
  if (a > 0 && root >= 0 && b < 0) {
    const t = k / (-b + Math.sqrt(root));
    const along = ep + t * em;
    if (t >= 0 && t <= 1 && t < out.time && along >= 0 && along <= ee) out.time = t;
  }
  offerCorner(out, sphere, motion, p);
  offerCorner(out, sphere, motion, q);
}

/** The ball around corner `p`. */
function offerCorner(out: TimeOfImpact, sphere: ReadonlySphere, motion: ReadonlyVec3, p: ReadonlyVec3): void {
  const x = sphere[0] - p[0];
  const y = sphere[1] - p[1];
  const z = sphere[2] - p[2];
  const a = motion[0] * motion[0] + motion[1] * motion[1] + motion[2] * motion[2];
  const b = x * motion[0] + y * motion[1] + z * motion[2];
  const radius = sphere[sphereRadiusAt];
  const k = x * x + y * y + z * z - radius * radius;
  const root = b * b - a * k;
  if (!(root >= 0 && b < 0)) return;
  const t = k / (-b + Math.sqrt(root));
  if (t >= 0 && t <= 1 && t < out.time) out.time = t;
}
