/**
 * Distance, overlap and closest points of two convex sets in the plane: GJK as in `gjk.ts`, with simplices of
 * at most three points and the Signed Volumes sub-algorithm one dimension down (signed areas and lengths).
 *
 * Gilbert, Johnson & Keerthi 1988; Montanari, Petrinic & Barbieri 2017. Rounded sets are handled as cores
 * with margins. All tolerances are relative. No allocation. NaN ends the search with `converged` false.
 */
import type { Convex2d } from '@colide/core';

/** One to three points `w = a − b` of A ⊖ B, two numbers each, with convex weights. */
export interface GjkSimplex2d {
  /** The number of points in use. */
  count: number;
  /** The points of A ⊖ B. */
  readonly w: Float64Array;
  /** The points of A they come from. */
  readonly a: Float64Array;
  /** The points of B they come from. */
  readonly b: Float64Array;
  /** Weights of the points, not negative, with the sum 1. */
  readonly weights: Float64Array;
}

/** The result of {@link gjkDistance2d}, and the state of the search. */
export interface GjkResult2d {
  /** The distance; 0 when the sets overlap or touch. */
  distance: number;
  /** The point of A nearest B. Valid only when the sets are disjoint. */
  readonly pointA: Float64Array;
  /** The point of B nearest A. Valid only when the sets are disjoint. */
  readonly pointB: Float64Array;
  /** From the nearest point of B's core to that of A's core; zero when the cores overlap. */
  readonly axis: Float64Array;
  /** The simplex that holds the point nearest the origin; EPA goes on from it. */
  readonly simplex: GjkSimplex2d;
  /** The number of points of A ⊖ B that were asked for. */
  steps: number;
  /** Whether the bounds met; false after too many steps or NaN. */
  converged: boolean;
  /** Whether the cores, that is the sets without their margins, overlap or touch. */
  coresOverlap: boolean;
  /** Sum of the margins around A's core. */
  marginA: number;
  /** Sum of the margins around B's core. */
  marginB: number;
  /** The core of A. */
  coreA: Convex2d;
  /** The core of B. */
  coreB: Convex2d;
}

const nothing: Convex2d = { support: out => out };

/** An empty result, to be reused. */
export function createGjkResult2d(): GjkResult2d {
  return {
    distance: 0,
    pointA: new Float64Array(2),
    pointB: new Float64Array(2),
    axis: new Float64Array(2),
    simplex: {
      count: 0,
      w: new Float64Array(6),
      a: new Float64Array(6),
      b: new Float64Array(6),
      weights: new Float64Array(3),
    },
    steps: 0,
    converged: false,
    coresOverlap: false,
    marginA: 0,
    marginB: 0,
    coreA: nothing,
    coreB: nothing,
  };
}

/** The distance between `a` and `b`, 0 when they overlap or touch; fills `out`. */
export function gjkDistance2d(
  out: GjkResult2d,
  a: Convex2d,
  b: Convex2d,
  tolerance = 1e-10,
  maxSteps = 64,
): number {
  gjkStart2d(out, a, b);
  while (!gjkStep2d(out, tolerance) && out.steps < maxSteps);
  gjkFinish2d(out);
  return out.distance;
}

const result: GjkResult2d = /* @__PURE__ */ createGjkResult2d();

/** Whether `a` and `b` overlap or touch. Support mappings must not call this function in turn. */
export function gjkIntersects2d(a: Convex2d, b: Convex2d, maxSteps = 64): boolean {
  gjkStart2d(result, a, b);
  const { simplex, axis } = result;
  const { w } = simplex;
  const margin = result.marginA + result.marginB;
  while (result.steps < maxSteps) {
    const x = axis[0];
    const y = axis[1];
    const before = simplex.count;
    const over = gjkStep2d(result);
    // The point just asked for is still in the slot it was written to, though the simplex may have shrunk
    // below it.
    const along = x * w[2 * before] + y * w[2 * before + 1];
    if (along > 0 && along * along > margin * margin * (x * x + y * y)) return false;
    if (over || before > 2) break;
  }
  while (!result.converged && result.steps < maxSteps && !gjkStep2d(result));
  return result.coresOverlap || axis[0] * axis[0] + axis[1] * axis[1] <= margin * margin;
}

/** Vectors in the plane, for support mappings. */
const direction = /* @__PURE__ */ new Float64Array(2);
const point = /* @__PURE__ */ new Float64Array(2);

/** Prepares `out` for a search between `a` and `b`. */
export function gjkStart2d(out: GjkResult2d, a: Convex2d, b: Convex2d): void {
  out.marginA = out.marginB = 0;
  for (; a.core !== undefined; a = a.core) out.marginA += a.margin ?? 0;
  for (; b.core !== undefined; b = b.core) out.marginB += b.margin ?? 0;
  out.coreA = a;
  out.coreB = b;
  out.steps = 0;
  out.distance = Infinity;
  out.converged = out.coresOverlap = false;
  out.simplex.count = 0;
  out.axis[0] = 1;
  out.axis[1] = 0;
}

/**
 * Writes the point of A ⊖ B farthest along −`axis` behind the last point of the simplex; does not count it.
 */
export function gjkSupport2d(out: GjkResult2d, axis: Float64Array): void {
  const { a, b, w, count } = out.simplex;
  direction[0] = -axis[0];
  direction[1] = -axis[1];
  out.coreA.support(point, direction);
  a[2 * count] = point[0];
  a[2 * count + 1] = point[1];
  direction[0] = axis[0];
  direction[1] = axis[1];
  out.coreB.support(point, direction);
  b[2 * count] = point[0];
  b[2 * count + 1] = point[1];
  w[2 * count] = a[2 * count] - point[0];
  w[2 * count + 1] = a[2 * count + 1] - point[1];
}

/** One step of the search. Returns whether it is over. */
export function gjkStep2d(out: GjkResult2d, tolerance = 1e-10): boolean {
  if (out.converged) return true;
  const { simplex, axis } = out;
  const { w, count } = simplex;
  out.steps++;
  gjkSupport2d(out, axis);
  const x = w[2 * count];
  const y = w[2 * count + 1];
  let squared = Infinity;
  if (count > 0) {
    squared = axis[0] * axis[0] + axis[1] * axis[1];
    if (squared - axis[0] * x - axis[1] * y <= tolerance * squared) return (out.converged = true);
    for (let i = 0; i < count; i++) if (w[2 * i] === x && w[2 * i + 1] === y) return (out.converged = true);
  }
  simplex.count++;
  if (nearest(axis, simplex)) return (out.coresOverlap = out.converged = true);
  const next = axis[0] * axis[0] + axis[1] * axis[1];
  if (next <= 1e-30 * (x * x + y * y)) return (out.coresOverlap = out.converged = true);
  if (next < squared) return false;
  out.converged = next >= squared;
  return true;
}

/** Turns the state of the search into distance and closest points. */
export function gjkFinish2d(out: GjkResult2d): void {
  const { simplex, axis, pointA, pointB, marginA, marginB } = out;
  const { a, b, weights, count } = simplex;
  pointA.fill(0);
  pointB.fill(0);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 2; k++) {
      pointA[k] += weights[i] * a[2 * i + k];
      pointB[k] += weights[i] * b[2 * i + k];
    }
  if (out.coresOverlap) {
    out.distance = axis[0] = axis[1] = 0;
    return;
  }
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1]);
  out.distance = length - marginA - marginB;
  if (out.distance < 0) out.distance = 0;
  for (let k = 0; k < 2; k++) {
    pointA[k] -= (marginA * axis[k]) / length;
    pointB[k] += (marginB * axis[k]) / length;
  }
}

/**
 * Writes to `v` the point of the simplex nearest the origin and reduces the simplex to the smallest face that
 * holds it. Returns whether the origin lies inside a triangle. NaN leaves NaN.
 */
function nearest(v: Float64Array, simplex: GjkSimplex2d): boolean {
  const { w, weights, count } = simplex;
  v[0] = v[1] = Infinity;
  if (count === 1) offer(v, simplex, 0, 0);
  else if (count === 2) offer(v, simplex, 0, 1);
  else {
    // Signed areas with the origin in place of each corner; they sum to the whole.
    const a = w[2] * w[5] - w[3] * w[4];
    const b = w[4] * w[1] - w[5] * w[0];
    const c = w[0] * w[3] - w[1] * w[2];
    const area = a + b + c;
    const sign = area > 0 ? 1 : -1;
    if (a * sign > 0 && b * sign > 0 && c * sign > 0) {
      v[0] = v[1] = 0;
      weights[0] = a / area;
      weights[1] = b / area;
      weights[2] = c / area;
      return true;
    }
    if (!(a * sign > 0)) offer(v, simplex, 1, 2);
    if (!(b * sign > 0)) offer(v, simplex, 2, 0);
    if (!(c * sign > 0)) offer(v, simplex, 0, 1);
  }
  if (v[0] === Infinity) v[0] = v[1] = Number.NaN;
  compact(simplex);
  return false;
}

/** Offers the point of the segment i j nearest the origin; `v` keeps the nearest of those offered. */
function offer(v: Float64Array, simplex: GjkSimplex2d, i: number, j: number): void {
  const { w, weights } = simplex;
  const x = w[2 * i];
  const y = w[2 * i + 1];
  const tx = w[2 * j] - x;
  const ty = w[2 * j + 1] - y;
  const along = -(x * tx + y * ty);
  const length = tx * tx + ty * ty;
  const u = !(along > 0) ? 0 : along < length ? along / length : 1;
  // Inside the segment the nearest point lies along its normal, which stays right however small it is.
  const height = (x * ty - y * tx) / length;
  const px = u === 0 ? x : u === 1 ? w[2 * j] : height * ty;
  const py = u === 0 ? y : u === 1 ? w[2 * j + 1] : -height * tx;
  const squared = px * px + py * py;
  if (!(squared < v[0] * v[0] + v[1] * v[1])) return;
  v[0] = px;
  v[1] = py;
  weights.fill(0);
  weights[j] = u;
  weights[i] = 1 - u;
  if (i === j) weights[i] = 1;
}

/** Keeps the points with a positive weight, in their order, and drops the others. */
function compact(simplex: GjkSimplex2d): void {
  const { w, a, b, weights, count } = simplex;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!(weights[i] > 0)) continue;
    for (let k = 0; k < 2; k++) {
      w[2 * kept + k] = w[2 * i + k];
      a[2 * kept + k] = a[2 * i + k];
      b[2 * kept + k] = b[2 * i + k];
    }
    weights[kept++] = weights[i];
  }
  simplex.count = kept;
}
