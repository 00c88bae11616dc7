/**
 * Whether two convex sets overlap, by the separating-vector algorithm of Chung and Wang.
 *
 * A vector v from B to A separates the sets when the support point w of A ⊖ B along −v has v·w > 0. If not, v
 * is reflected in the plane perpendicular to w: v ← v − 2 (r·v) r with r = w/|w|, which puts w in front and
 * moves v closer to every separating vector u, since u·r > 0 > v·r. A step costs two support points and a
 * dozen products, without a simplex; the last vector is kept in the cache and usually separates the pair in
 * the next frame too.
 *
 * Three things end the search:
 *
 * - v separates: the sets are disjoint.
 * - No vector is left that has all support points in front (`internal/vector-cone.ts`): the origin is in
 *   their hull, and the sets overlap. This proof makes the algorithm finite for sets with interiors that
 *   meet.
 * - The factor of convergence ρ = (r·v) / (r·v of the step before) stays near 1 while r·v is near 0: the sets
 *   nearly touch, and steps become small. Then, and after `maxSteps`, GJK decides, so the answer is always
 *   right.
 *
 * Chung & Wang, "Quick collision detection of polytopes in virtual environments", ACM VRST 1996; Ponce
 * Atencio 2005, §3.2.2.1, for ρ. Where we depart: a reflected vector that an earlier support point rules out
 * would gain nothing, and the reflections for overlapping sets run in circles; the middle of the remaining
 * vectors is tried instead. For rounded sets, or with a margin, the support points are those of the expanded
 * sets.
 */
import type { Convex } from '@colide/core';
import type { GjkCache } from '../gjk/gjk-cache.ts';
import { gjkIntersects } from '../gjk/gjk-intersects.ts';
import { createGjkSimplex, type GjkSimplex } from '../gjk/gjk-simplex.ts';
import { CsoSupport } from '../internal/cso-support.ts';
import { VectorCone } from './internal/vector-cone.ts';

/** The verdicts that the vectors alone can reach. */
export const chungWangVerdict = { apart: -1, undecided: 0, overlap: 1 } as const;

/** Reflections before a proof of overlap is sought: most disjoint pairs need fewer. */
const freeSteps = 2;
/**
 * A step is slow if r·v is near 0, so that it changes the vector little, and its factor of convergence is
 * above this one. This many slow steps in a row end the search.
 */
const slowFactor = 0.9;
const slowShare = -0.05;
const slowSteps = 4;

const cso = /* @__PURE__ */ new CsoSupport();
const simplex: GjkSimplex = /* @__PURE__ */ createGjkSimplex();
const cone = /* @__PURE__ */ new VectorCone();
const v = /* @__PURE__ */ new Float64Array(3);
const seen = /* @__PURE__ */ new Float64Array(3 * freeSteps);
const none = /* @__PURE__ */ new Float64Array(1);

/**
 * Whether `a` and `b` overlap or touch.
 *
 * @param cache keeps the vector of this pair from call to call
 * @param maxSteps reflections to try before GJK decides
 */
export function chungWangIntersects(a: Convex, b: Convex, cache?: GjkCache, maxSteps = 64): boolean {
  const verdict = chungWangTest(a, b, cache, maxSteps);
  return verdict === chungWangVerdict.undecided
    ? gjkIntersects(a, b, cache)
    : verdict === chungWangVerdict.overlap;
}

/**
 * One of {@link chungWangVerdict}: what reflections alone decide about `a` and `b`, where sets at most
 * `margin[0]` apart count as overlapping.
 */
export function chungWangTest(
  a: Convex,
  b: Convex,
  cache?: GjkCache,
  maxSteps = 64,
  margin: Float64Array = none,
): number {
  cso.set(a, b);
  begin(cache);
  const grown = cso.marginA + cso.marginB + margin[0];
  const { w } = simplex;
  let last = 0;
  let slow = 0;
  for (let step = 0; step < maxSteps; step++) {
    simplex.count = simplex.largest[0] = 0;
    cso.support(simplex, v);
    // The support point of the expanded sets: v has unit length.
    for (let k = 0; k < 3; k++) w[k] -= grown * v[k];
    const along = v[0] * w[0] + v[1] * w[1] + v[2] * w[2];
    if (along > 0) return store(cache);
    const length = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]);
    const share = along / length;
    // Zero and NaN define no reflection, and a vector perpendicular to w is reflected to itself.
    if (!(share < 0)) return chungWangVerdict.undecided;
    if (isProved(step)) return chungWangVerdict.overlap;
    slow = share > slowShare && share <= slowFactor * last ? slow + 1 : 0;
    if (slow === slowSteps) return chungWangVerdict.undecided;
    last = share;
    reflect();
    if (step >= freeSteps && !cone.holds(v)) cone.middle(v);
  }
  return chungWangVerdict.undecided;
}

/** Sets {@link v} to the vector of the last call, or to one between the sets, of unit length. */
function begin(cache: GjkCache | undefined): void {
  cso.guess(v);
  if (cache !== undefined && cache.count >= 0) {
    const { axis } = cache;
    if (axis[0] !== 0 || axis[1] !== 0 || axis[2] !== 0) for (let k = 0; k < 3; k++) v[k] = axis[k];
  }
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (let k = 0; k < 3; k++) v[k] /= length;
}

/** Whether the support points so far leave no vector. The first few are kept for later. */
function isProved(step: number): boolean {
  const { w } = simplex;
  if (step < freeSteps) {
    for (let k = 0; k < 3; k++) seen[3 * step + k] = w[k];
    return false;
  }
  if (step === freeSteps) {
    cone.clear();
    for (let s = 0; s < freeSteps; s++) {
      for (let k = 0; k < 3; k++) point[k] = seen[3 * s + k];
      cone.cut(point);
    }
  }
  return cone.cut(w);
}

const point = /* @__PURE__ */ new Float64Array(3);

/** v ← v − 2 (r·v) r, then normalised again, because rounding changes the length. */
function reflect(): void {
  const { w } = simplex;
  const squared = w[0] * w[0] + w[1] * w[1] + w[2] * w[2];
  const factor = (2 * (v[0] * w[0] + v[1] * w[1] + v[2] * w[2])) / squared;
  for (let k = 0; k < 3; k++) v[k] -= factor * w[k];
  const length = Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  for (let k = 0; k < 3; k++) v[k] /= length;
}

/** Remembers the vector that separates. */
function store(cache: GjkCache | undefined): number {
  if (cache !== undefined) {
    cache.count = 0;
    for (let k = 0; k < 3; k++) cache.axis[k] = v[k];
  }
  return chungWangVerdict.apart;
}
