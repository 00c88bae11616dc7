/**
 * Penetration depth, normal and witness points of two convex sets in the plane: GJK, then EPA in two dimensions, which
 * grows a polygon inside A ⊖ B around the origin, splitting the edge nearest the origin at the support point along its
 * normal until none is farther out.
 *
 * van den Bergen 2001. As in three dimensions the smallest upper bound seen is the answer, so depth and normal always
 * separate the sets. Polygons take about as many steps as they have edges near the contact. The nearest edge is found by
 * scanning: polygons stay small. No allocation after the first overlap.
 */
import type { Convex2d } from '@colide/core';
import {
  createGjkResult2d,
  type GjkResult2d,
  gjkFinish2d,
  gjkStart2d,
  gjkStep2d,
  gjkSupport2d,
} from '../gjk/gjk-2d.ts';

const maxVertices = 128;

/** The polygon that EPA grows; counter-clockwise, two numbers a vertex. */
export interface EpaPolygon2d {
  count: number;
  readonly w: Float64Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  /** 1 for edges, from a vertex to the next, that cannot be improved. */
  readonly settled: Uint8Array;
}

/** What {@link penetration2d} and {@link signedDistance2d} find. */
export interface PenetrationResult2d {
  /** The distance of the sets, or minus the depth where they overlap. */
  distance: number;
  /** Length of the shortest translation that separates the sets; 0 when they do not overlap. */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the sets. */
  readonly normal: Float64Array;
  /** The point of A deepest inside B, or nearest B when they are disjoint. */
  readonly pointA: Float64Array;
  /** The point of B deepest inside A, or nearest A when they are disjoint. */
  readonly pointB: Float64Array;
  /** Support points EPA asked for. */
  steps: number;
  converged: boolean;
  readonly gjk: GjkResult2d;
  /** The expansion; its arrays show every step. */
  readonly polygon: EpaPolygon2d;
}

/** An empty result, to be filled again and again. */
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
    polygon: {
      count: 0,
      w: new Float64Array(2 * maxVertices),
      a: new Float64Array(2 * maxVertices),
      b: new Float64Array(2 * maxVertices),
      settled: new Uint8Array(maxVertices),
    },
  };
}

/** Whether `a` and `b` overlap or touch; fills `out` with depth, normal and witness points when they do. */
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

/** The distance of `a` and `b`, or minus the penetration depth where they overlap; fills `out` in both cases. */
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

/** Fills `out`. Returns nothing, as a fractional result would be boxed. */
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

const axis = /* @__PURE__ */ new Float64Array(2);
const size = /* @__PURE__ */ new Float64Array(1);
/** Directions in which points are missing: along the axes for a point, across for a segment. */
const tries = /* @__PURE__ */ Float64Array.of(1, 0, -1, 0, 0, 1, 0, -1);

/** Makes a triangle of GJK's simplex. Returns false when A ⊖ B is flat; the depth is then zero. */
export function epaStart2d(out: PenetrationResult2d): boolean {
  const { gjk, polygon, normal, pointA, pointB } = out;
  const { simplex } = gjk;
  const { w } = simplex;
  out.depth = Infinity;
  for (let k = 0; k < 2; k++) {
    pointA[k] = gjk.pointA[k];
    pointB[k] = gjk.pointB[k];
  }
  for (let i = 0; i < 4 && simplex.count === 1; i++) {
    axis[0] = tries[2 * i];
    axis[1] = tries[2 * i + 1];
    gjkSupport2d(gjk, axis);
    findSize(w, 4);
    if (Math.abs(w[2] - w[0]) + Math.abs(w[3] - w[1]) > 1e-10 * size[0]) simplex.count = 2;
  }
  normal[0] = 0;
  normal[1] = 1;
  if (simplex.count > 1) {
    const x = w[3] - w[1];
    const y = w[0] - w[2];
    const length = Math.sqrt(x * x + y * y);
    normal[0] = x / length;
    normal[1] = y / length;
  }
  for (let i = 0; i < 2 && simplex.count === 2; i++) {
    axis[0] = i === 0 ? normal[0] : -normal[0];
    axis[1] = i === 0 ? normal[1] : -normal[1];
    gjkSupport2d(gjk, axis);
    const height = normal[0] * (w[4] - w[0]) + normal[1] * (w[5] - w[1]);
    findSize(w, 6);
    if (Math.abs(height) > 1e-10 * size[0]) simplex.count = 3;
  }
  if (simplex.count < 3) {
    out.depth = 0;
    out.converged = true;
    return false;
  }
  const area = (w[2] - w[0]) * (w[5] - w[1]) - (w[3] - w[1]) * (w[4] - w[0]);
  polygon.count = 0;
  for (let i = 0; i < 3; i++) insert(out, i, area > 0 ? i : 2 - i);
  simplex.count = 0;
  return true;
}

/** One expansion. Returns whether the search is over. */
export function epaStep2d(out: PenetrationResult2d, tolerance = 1e-10): boolean {
  const { gjk, polygon } = out;
  const { w, settled, count } = polygon;
  let edge = -1;
  let bound = Infinity;
  let nx = 0;
  let ny = 0;
  for (let i = 0; i < count; i++) {
    const j = i + 1 < count ? i + 1 : 0;
    const x = w[2 * j + 1] - w[2 * i + 1];
    const y = w[2 * i] - w[2 * j];
    const length = Math.sqrt(x * x + y * y);
    const distance = (x * w[2 * i] + y * w[2 * i + 1]) / length;
    if (settled[i] === 1 || !(distance < bound)) continue;
    bound = distance;
    edge = i;
    nx = x / length;
    ny = y / length;
  }
  if (edge < 0 || bound >= out.depth) return (out.converged = out.depth < Infinity);
  axis[0] = -nx;
  axis[1] = -ny;
  gjk.simplex.count = 0;
  gjkSupport2d(gjk, axis);
  out.steps++;
  const x = gjk.simplex.w[0];
  const y = gjk.simplex.w[1];
  const height = nx * x + ny * y;
  if (height < out.depth) {
    out.depth = height;
    settle(out, edge);
  }
  if (height - bound <= tolerance * Math.max(height, 1e-4 * (Math.abs(x) + Math.abs(y)))) {
    // An earlier line may have shown the same depth from farther inside; the points to report are on this edge.
    settle(out, edge);
    return (out.converged = true);
  }
  settled[edge] = 1;
  for (let i = 0; i < count; i++) if (w[2 * i] === x && w[2 * i + 1] === y) return false;
  if (count === maxVertices) return !(out.converged = false);
  insert(out, edge + 1, 0);
  settled[edge] = settled[edge + 1] = 0;
  return false;
}

/** Makes an edge the answer; its inward normal is in `axis`. */
function settle(out: PenetrationResult2d, edge: number): void {
  const { w, a, b, count } = out.polygon;
  const i = 2 * edge;
  const j = edge + 1 < count ? i + 2 : 0;
  const tx = w[j] - w[i];
  const ty = w[j + 1] - w[i + 1];
  const u = Math.min(1, Math.max(0, -(w[i] * tx + w[i + 1] * ty) / (tx * tx + ty * ty)));
  out.normal[0] = -axis[0];
  out.normal[1] = -axis[1];
  for (let k = 0; k < 2; k++) {
    out.pointA[k] = (1 - u) * a[i + k] + u * a[j + k];
    out.pointB[k] = (1 - u) * b[i + k] + u * b[j + k];
  }
}

/** Inserts point `slot` of GJK's simplex as vertex `at`. */
function insert(out: PenetrationResult2d, at: number, slot: number): void {
  const { w, a, b, settled, count } = out.polygon;
  const { simplex } = out.gjk;
  for (let i = 2 * count + 1; i >= 2 * at + 2; i--) {
    w[i] = w[i - 2];
    a[i] = a[i - 2];
    b[i] = b[i - 2];
  }
  for (let i = count; i > at; i--) settled[i] = settled[i - 1];
  for (let k = 0; k < 2; k++) {
    w[2 * at + k] = simplex.w[2 * slot + k];
    a[2 * at + k] = simplex.a[2 * slot + k];
    b[2 * at + k] = simplex.b[2 * slot + k];
  }
  settled[at] = 0;
  out.polygon.count++;
}

/** Writes the largest of the first `end` coordinates to `size`. */
function findSize(w: Float64Array, end: number): void {
  size[0] = 0;
  for (let i = 0; i < end; i++) size[0] = Math.max(size[0], Math.abs(w[i]));
}
