/**
 * Overlap and an estimate of the penetration depth by Minkowski portal refinement (XenoCollide).
 *
 * A ray is cast from a point v₀ inside A ⊖ B through the origin. A portal, that is a triangle of support
 * points that the ray passes through, is found and then moved outwards until the origin lies behind it
 * (overlap) or in front of a support plane (no overlap). On overlap the portal moves on to the surface, and
 * the distance of its plane from the origin estimates the depth.
 *
 * Snethen, "XenoCollide: complex collision made simple", Game Programming Gems 7, 2008.
 *
 * The estimate is the depth along the normal of the face where the ray leaves, never less than the true depth
 * and often more; `penetration` gives the true one. For comparison. For sets without volume, the verdict is
 * arbitrary. No allocation; ends after `maxSteps` at the latest.
 */
import type { Convex } from '@colide/core';
import { barycentricTriangle } from '@colide/math';
import { createGjkSimplex, type GjkSimplex } from '../gjk/gjk-simplex.ts';
import { CsoSupport } from '../internal/cso-support.ts';

/** The result of {@link mprIntersects}. */
export interface MprResult {
  /** The estimate of the depth; 0 when the sets are disjoint. */
  depth: number;
  /** Unit vector from A to B: moving B by `depth` along it separates the sets. */
  readonly normal: Float64Array;
  /** A point of A on the surface that the ray leaves by, and the point of B under it: `depth` apart. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** Support points asked for. */
  steps: number;
  /** Whether the search ended by itself; false for NaN. */
  converged: boolean;
  /** A unit vector that {@link mprPenetration} tries as well, such as the normal of the last step. */
  guess: Float64Array | undefined;
}

/** An empty result, to be reused. */
export function createMprResult(): MprResult {
  return {
    depth: 0,
    normal: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    steps: 0,
    converged: false,
    guess: undefined,
  };
}

const cso = /* @__PURE__ */ new CsoSupport();
const found: GjkSimplex = /* @__PURE__ */ createGjkSimplex();
/**
 * The portal in one array, as V8 would box the height in a variable.
 *
 * | from | what |
 * | ---: | --- |
 * | 0 | v₀, the inner point |
 * | 3 | v₁, v₂ and v₃, the corners of the portal, three numbers each |
 * | 12 | height of the last support point along `normal` |
 * | 13 | how much the sets are grown, margins included |
 * | 14 | the points of A that v₁, v₂ and v₃ come from |
 * | 23 | the tolerance, a share of the size of the sets |
 */
const p = /* @__PURE__ */ new Float64Array(24);
const v1At = 3;
const v2At = 6;
const v3At = 9;
const heightAt = 12;
const grownAt = 13;
const toleranceAt = 23;
/** From a corner to its point of A. */
const toPointA = 11;
const onPortal = /* @__PURE__ */ new Float64Array(3);
const corner1 = /* @__PURE__ */ new Float64Array(3);
const corner2 = /* @__PURE__ */ new Float64Array(3);
const corner3 = /* @__PURE__ */ new Float64Array(3);
const weights = /* @__PURE__ */ new Float64Array(3);
const none = /* @__PURE__ */ new Float64Array(1);
const last = /* @__PURE__ */ createMprResult();
/** Rays that {@link mprPenetration} casts after the first, and their starting point, behind the origin. */
const mostRays = 8;
const innerShare = 1e-3;
const axis = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);

/**
 * Whether `a` and `b` overlap; fills `out` with an estimate of the depth when they do.
 *
 * @param margin one number: sets that are this far apart count as overlapping, and the depth is that of the
 *   grown sets
 */
export function mprIntersects(
  out: MprResult,
  a: Convex,
  b: Convex,
  tolerance = 1e-8,
  maxSteps = 128,
  margin: Float64Array = none,
): boolean {
  cso.set(a, b);
  p[grownAt] = cso.marginA + cso.marginB + margin[0];
  p[toleranceAt] = tolerance;
  found.largest[0] = 0;
  out.steps = 0;
  out.depth = 0;
  out.converged = true;
  innerPoint(out);
  return follow(out, maxSteps);
}

/**
 * As {@link mprIntersects}, and then follows the normal that was found: a second ray, from the origin along
 * it, leaves through a face that is no deeper, and so on, until the depth no longer decreases. The line
 * between the witness points is then along the normal, and the depth is a local minimum.
 *
 * If `out.guess` is set and the overlap along it is less, that ray is followed instead. The one from the
 * inner point may lead to a far deeper face: in a wall whose centre is high above a body, to the face on
 * which the wall stands.
 */
export function mprPenetration(
  out: MprResult,
  a: Convex,
  b: Convex,
  tolerance = 1e-8,
  maxSteps = 128,
  margin: Float64Array = none,
): boolean {
  if (!mprIntersects(out, a, b, tolerance, maxSteps, margin)) return false;
  if (out.guess !== undefined) followGuess(out, out.guess, maxSteps);
  for (let ray = 0; ray < mostRays; ray++) {
    copyResult(last, out);
    for (let i = 0; i < 3; i++) p[i] = -innerShare * out.depth * out.normal[i];
    const isHit = follow(out, out.steps + maxSteps);
    if (isHit && out.depth <= (1 - p[toleranceAt]) * last.depth) continue;
    // The same face, seen from within: its points are right, unless rounding has spoiled the ray.
    if (!isHit || !(out.depth <= (1 + 1e-6) * last.depth)) copyResult(out, last);
    break;
  }
  return true;
}

/** Follows a ray along `guess` if the sets overlap less along it than `out` says. */
function followGuess(out: MprResult, guess: Float64Array, maxSteps: number): void {
  for (let i = 0; i < 3; i++) normal[i] = guess[i];
  support(out);
  if (!(p[heightAt] < (1 - 1e-6) * out.depth)) return;
  copyResult(last, out);
  for (let i = 0; i < 3; i++) p[i] = -innerShare * out.depth * guess[i];
  if (!(follow(out, out.steps + maxSteps) && out.depth < last.depth)) copyResult(out, last);
}

function copyResult(to: MprResult, from: MprResult): void {
  to.depth = from.depth;
  to.converged = from.converged;
  for (let i = 0; i < 3; i++) {
    to.normal[i] = from.normal[i];
    to.pointA[i] = from.pointA[i];
    to.pointB[i] = from.pointB[i];
  }
}

/** Follows the ray from v₀ through the origin. */
function follow(out: MprResult, maxSteps: number): boolean {
  for (let i = 0; i < 3; i++) normal[i] = -p[i];
  if (!support(out)) return false;
  keep(v1At);
  cross(normal, v1At, 0);
  if (normal[0] === 0 && normal[1] === 0 && normal[2] === 0) {
    // The origin lies on the segment from the inner point to the support point.
    for (let i = 0; i < 3; i++) normal[i] = -p[i];
    return atSurface(out);
  }
  if (!support(out)) return false;
  keep(v2At);
  planeNormal(0, v1At, v2At);
  if (side(normal, 0) > 0) {
    copy(v3At, v1At);
    copy(v1At, v2At);
    copy(v2At, v3At);
    for (let i = 0; i < 3; i++) normal[i] = -normal[i];
  }
  return findPortal(out, maxSteps) && refine(out, maxSteps);
}

/**
 * Moves the third corner until the ray from the inner point through the origin passes through the triangle.
 */
function findPortal(out: MprResult, maxSteps: number): boolean {
  while (out.steps < maxSteps) {
    if (!support(out)) return false;
    keep(v3At);
    cross(axis, v1At, v3At);
    if (side(axis, 0) < 0) {
      copy(v2At, v3At);
      planeNormal(0, v1At, v2At);
      continue;
    }
    cross(axis, v3At, v2At);
    if (side(axis, 0) < 0) {
      copy(v1At, v3At);
      planeNormal(0, v1At, v2At);
      continue;
    }
    return true;
  }
  out.converged = false;
  return false;
}

/** Pushes the portal outwards. */
function refine(out: MprResult, maxSteps: number): boolean {
  let hit = false;
  for (;;) {
    planeNormal(v1At, v2At, v3At);
    const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
    if (!(length > 0)) return hit && atSurface(out);
    for (let i = 0; i < 3; i++) normal[i] /= length;
    if (side(normal, v1At) >= 0) hit = true;
    support(out);
    if (!(p[heightAt] >= 0)) return false;
    const { w } = found;
    let gain = Infinity;
    for (let at = v1At; at <= v3At; at += 3)
      gain = Math.min(
        gain,
        p[heightAt] - (normal[0] * p[at] + normal[1] * p[at + 1] + normal[2] * p[at + 2]),
      );
    const size = Math.abs(w[0]) + Math.abs(w[1]) + Math.abs(w[2]);
    if (gain <= p[toleranceAt] * size || out.steps >= maxSteps) {
      out.converged = gain <= p[toleranceAt] * size;
      return hit && report(out) && findPoints(out);
    }
    // The new point and the ray cut the portal in three; keep the part that the ray passes through.
    axis[0] = w[1] * p[2] - w[2] * p[1];
    axis[1] = w[2] * p[0] - w[0] * p[2];
    axis[2] = w[0] * p[1] - w[1] * p[0];
    if (side(axis, v1At) > 0) keep(side(axis, v2At) > 0 ? v1At : v3At);
    else keep(side(axis, v3At) > 0 ? v2At : v1At);
  }
}

/** Asks for the support point along `normal` and reports its plane. */
function atSurface(out: MprResult): boolean {
  support(out);
  if (!report(out)) return false;
  placePoints(out, found.a);
  return true;
}

/** Finds the points of the sets where the ray leaves: the weighted points of the portal. */
function findPoints(out: MprResult): boolean {
  const towards = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2];
  for (let i = 0; i < 3; i++) {
    corner1[i] = p[v1At + i];
    corner2[i] = p[v2At + i];
    corner3[i] = p[v3At + i];
    // From v₀ through the origin to the plane of the portal.
    onPortal[i] = towards < 0 ? (p[i] * p[heightAt]) / towards : p[v1At + i];
  }
  if (!barycentricTriangle(weights, onPortal, corner1, corner2, corner3)) weights.fill(1 / 3);
  for (let i = 0; i < 3; i++) {
    onPortal[i] = 0;
    for (let k = 0; k < 3; k++) onPortal[i] += weights[k] * p[v1At + toPointA + 3 * k + i];
  }
  placePoints(out, onPortal);
  return true;
}

/** Sets the points of `out`, given the point of A's core. */
function placePoints(out: MprResult, core: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    out.pointA[i] = core[i] + cso.marginA * out.normal[i];
    out.pointB[i] = out.pointA[i] - (out.depth - (p[grownAt] - cso.marginA - cso.marginB)) * out.normal[i];
  }
}

/** Fills the result from `normal` and the height along it. */
function report(out: MprResult): boolean {
  const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
  for (let i = 0; i < 3; i++) out.normal[i] = normal[i] / length;
  out.depth = p[heightAt] / length;
  return p[heightAt] >= 0;
}

/** The mean of the support points along the six axes; never the origin itself. */
function innerPoint(out: MprResult): void {
  p.fill(0, 0, v1At);
  for (let i = 0; i < 6; i++) {
    normal.fill(0);
    normal[i % 3] = i < 3 ? 1 : -1;
    support(out);
    for (let k = 0; k < 3; k++) p[k] += found.w[k] / 6;
  }
  if (Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]) <= 1e-9 * Math.sqrt(found.largest[0]))
    p[0] = 1e-6 * Math.sqrt(found.largest[0]);
}

/**
 * Finds the point of A ⊖ B, margins included, farthest along `normal`, and its height. Returns whether that
 * is positive.
 */
function support(out: MprResult): boolean {
  out.steps++;
  found.count = 0;
  for (let i = 0; i < 3; i++) axis[i] = -normal[i];
  cso.support(found, axis);
  const { w } = found;
  const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
  if (length > 0) for (let i = 0; i < 3; i++) w[i] += (p[grownAt] * normal[i]) / length;
  p[heightAt] = normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2];
  if (Number.isNaN(p[heightAt])) out.converged = false;
  return p[heightAt] > 0;
}

/** Makes the point found the corner at `to`. */
function keep(to: number): void {
  for (let i = 0; i < 3; i++) {
    p[to + i] = found.w[i];
    p[to + toPointA + i] = found.a[i];
  }
}

function copy(to: number, from: number): void {
  for (let i = 0; i < 3; i++) {
    p[to + i] = p[from + i];
    p[to + toPointA + i] = p[from + toPointA + i];
  }
}

/** The sign of the product of `u` and the point at `at`: a whole number, as V8 boxes fractions. */
function side(u: Float64Array, at: number): number {
  const product = u[0] * p[at] + u[1] * p[at + 1] + u[2] * p[at + 2];
  return product > 0 ? 1 : product < 0 ? -1 : 0;
}

function cross(out: Float64Array, i: number, j: number): void {
  out[0] = p[i + 1] * p[j + 2] - p[i + 2] * p[j + 1];
  out[1] = p[i + 2] * p[j] - p[i] * p[j + 2];
  out[2] = p[i] * p[j + 1] - p[i + 1] * p[j];
}

/** Sets `normal` to that of the plane through three points, given by their offsets. */
function planeNormal(o: number, i: number, j: number): void {
  const ux = p[i] - p[o];
  const uy = p[i + 1] - p[o + 1];
  const uz = p[i + 2] - p[o + 2];
  const vx = p[j] - p[o];
  const vy = p[j + 1] - p[o + 1];
  const vz = p[j + 2] - p[o + 2];
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
}
