/**
 * Finds the triangles of a mesh that overlap a box, a ball or a view frustum. The structure of the mesh gives
 * the candidates and an exact test decides. Touching counts.
 */

import {
  IdList,
  type ReadonlyAabb,
  type ReadonlyVec3,
  requireFiniteArray,
  requireIdList,
  requireInteger,
  requireMultiple,
} from '@colide/core';
import { triangleBox } from '@colide/narrowphase';
import { readBoxQuery, readSphereQuery } from '../internal/box-tests.ts';
import { requireTriangles } from '../internal/mesh-arguments.ts';
import { planeSize, triangleSize } from '../internal/mesh-layout.ts';
import { slotDistanceSquared } from './internal/slot-distance.ts';
import { maxPlanes, triangleMeetsPlanes } from './internal/triangle-planes.ts';
import type { TriangleQueries } from './triangle-queries.ts';

const candidates = /* @__PURE__ */ new IdList();
const bounds = /* @__PURE__ */ new Float64Array(6);
const ball = /* @__PURE__ */ new Float64Array(4);
const corners = /* @__PURE__ */ new Float64Array(triangleSize);

/** Appends the triangles of `mesh` that overlap or touch the box; returns how many. */
export function meshQueryBox(out: IdList, mesh: TriangleQueries, box: ReadonlyAabb): number {
  requireQuery(out, mesh);
  readBoxQuery(bounds, box);
  candidates.clear();
  mesh.slotsIn(candidates, bounds);
  return keep(out, mesh, meetsBox, bounds);
}

/** Appends the triangles of `mesh` that overlap or touch the ball; returns how many. */
export function meshQuerySphere(
  out: IdList,
  mesh: TriangleQueries,
  center: ReadonlyVec3,
  radius: number,
): number {
  requireQuery(out, mesh);
  readSphereQuery(ball, center, radius);
  for (let i = 0; i < 3; i++) {
    const margin = radius + 2 ** -50 * (radius + Math.abs(ball[i]));
    bounds[i] = ball[i] - margin;
    bounds[i + 3] = ball[i] + margin;
  }
  candidates.clear();
  mesh.slotsIn(candidates, bounds);
  return keep(out, mesh, meetsBall, ball);
}

/**
 * Appends the triangles of `mesh` that overlap or touch the convex set inside all planes, four numbers n, d
 * each: the points x with n · x ≤ d. Six planes, their normals outward, make a view frustum; there may be up
 * to 32. Returns how many triangles.
 */
export function meshQueryFrustum(out: IdList, mesh: TriangleQueries, planes: ArrayLike<number>): number {
  requireQuery(out, mesh);
  requireMultiple('planes', planes, planeSize);
  requireInteger('planes.length', planes.length, 0, planeSize * maxPlanes);
  requireFiniteArray('planes', planes);
  candidates.clear();
  mesh.slotsInside(candidates, planes);
  return keep(out, mesh, meetsPlanes, planes);
}

function requireQuery(out: IdList, mesh: TriangleQueries): void {
  requireIdList('out', out);
  requireTriangles('mesh', mesh);
}

type SlotTest = (mesh: TriangleQueries, slot: number, query: ArrayLike<number>) => boolean;

/** Appends the triangles of the candidates that pass the test. */
function keep(out: IdList, mesh: TriangleQueries, passes: SlotTest, query: ArrayLike<number>): number {
  const before = out.count;
  for (let i = 0; i < candidates.count; i++) {
    const slot = candidates.data[i];
    if (passes(mesh, slot, query)) out.push(mesh.order[slot]);
  }
  mesh.counters.add(0, 0, candidates.count);
  return out.count - before;
}

function meetsBox(mesh: TriangleQueries, slot: number, box: ArrayLike<number>): boolean {
  return triangleBox(readCorners(mesh, slot), box);
}

function meetsBall(mesh: TriangleQueries, slot: number, sphere: ArrayLike<number>): boolean {
  return slotDistanceSquared(mesh, sphere as Float64Array, slot) <= sphere[3];
}

function meetsPlanes(mesh: TriangleQueries, slot: number, planes: ArrayLike<number>): boolean {
  return triangleMeetsPlanes(readCorners(mesh, slot), planes);
}

function readCorners(mesh: TriangleQueries, slot: number): Float64Array {
  for (let i = 0; i < triangleSize; i++) corners[i] = mesh.corners[triangleSize * slot + i];
  return corners;
}
