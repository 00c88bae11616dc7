/**
 * Finds when a moving, rotating shape first hits a triangle of a posed mesh that it would sink into:
 * `deepImpact` against each triangle near its path, except those whose plane it does not cross.
 */
import type { Convex } from '@colide/core';
import { convexAabb, type Posed, TriangleShape } from '@colide/geometry';
import {
  createTimeOfImpact,
  type DeepImpactOptions,
  deepImpact,
  type MovingConvex,
  type Sweep,
  sweepPoseAt,
  type TimeOfImpact,
} from '@colide/narrowphase';
import { triangleNormal } from '../../internal/triangle-normal.ts';
import { PlacedTriangles } from './placed-triangles.ts';
import type { TreeMesh } from './tree-mesh.ts';

const near = /* @__PURE__ */ new PlacedTriangles();
const ends = /* @__PURE__ */ Float64Array.of(0, 1);
const pathBox = /* @__PURE__ */ new Float64Array(6);
const normal = /* @__PURE__ */ new Float64Array(3);
const point = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
const triangle = /* @__PURE__ */ new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]);
const impact = /* @__PURE__ */ createTimeOfImpact();
/** Per slot, the side that the moving shape comes from: 1 or −1, 2 for neither, 0 to skip the triangle. */
let sides = /* @__PURE__ */ new Int8Array(0);

/**
 * The time at which `moving` first hits a triangle of the posed mesh that it would sink into, or `Infinity`;
 * fills `out`. Triangles that it overlaps at the start are ignored.
 */
export function findMeshImpact(
  out: TimeOfImpact,
  mesh: TreeMesh,
  placed: Posed,
  moving: MovingConvex,
  sweep: Sweep,
  options: DeepImpactOptions,
): number {
  const { slots, corners } = near;
  findOnPath(mesh, placed, moving, sweep, options);
  out.time = Infinity;
  for (let i = 0; i < slots.count; i++) {
    near.load(mesh, placed, slots.get(i));
    triangle.set(corners);
    if (sides[i] === 0 || !(deepImpact(impact, moving, sweep, triangle, undefined, options) < out.time))
      continue;
    const { normal: n } = impact;
    if (n[0] === 0 && n[1] === 0 && n[2] === 0) continue;
    copyImpact(out, impact);
  }
  return out.time;
}

/**
 * Finds the triangles near the path of `moving`, and fills {@link sides} with 0 for those whose plane it does
 * not cross: it begins and ends on the same side, up to the allowed depth.
 */
function findOnPath(
  mesh: TreeMesh,
  placed: Posed,
  moving: MovingConvex,
  sweep: Sweep,
  options: DeepImpactOptions,
): void {
  const { slots, box } = near;
  const { angular, radius } = sweep;
  const { depth, tolerance } = options;
  // A rotating point leaves its chord by at most ⅛ r φ².
  const turn = angular[0] * angular[0] + angular[1] * angular[1] + angular[2] * angular[2];
  sweepPoseAt(moving, sweep, ends, 1);
  convexAabb(pathBox, moving);
  sweepPoseAt(moving, sweep, ends, 0);
  convexAabb(box, moving);
  for (let k = 0; k < 3; k++) {
    box[k] = Math.min(box[k], pathBox[k]);
    box[3 + k] = Math.max(box[3 + k], pathBox[3 + k]);
  }
  near.findInBox(mesh, placed, tolerance + Math.min(2 * radius, 0.125 * radius * turn));
  if (sides.length < slots.count) sides = new Int8Array(2 * slots.count);
  for (let i = 0; i < slots.count; i++) {
    near.load(mesh, placed, slots.get(i));
    triangleNormal(normal, near.corners);
    sides[i] = height(moving, 1) >= -depth ? 1 : height(moving, -1) >= -depth ? -1 : 2;
  }
  sweepPoseAt(moving, sweep, ends, 1);
  for (let i = 0; i < slots.count; i++) {
    if (sides[i] === 2) continue;
    near.load(mesh, placed, slots.get(i));
    triangleNormal(normal, near.corners);
    if (height(moving, sides[i]) >= -depth) sides[i] = 0;
  }
}

/**
 * The height of `convex` above the plane of that triangle and {@link normal}, on the side `sign`; −∞ if there
 * is no plane.
 */
function height(convex: Convex, sign: number): number {
  if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) return -Infinity;
  for (let k = 0; k < 3; k++) direction[k] = -sign * normal[k];
  convex.support(point, direction);
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += sign * normal[k] * (point[k] - near.corners[k]);
  return sum;
}

/** Copies an impact. */
export function copyImpact(out: TimeOfImpact, from: TimeOfImpact): void {
  out.time = from.time;
  out.converged = from.converged;
  out.steps = from.steps;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = from.normal[k];
    out.point[k] = from.point[k];
  }
}
