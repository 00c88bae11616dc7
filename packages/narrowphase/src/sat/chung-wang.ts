/**
 * Whether two convex sets overlap, by the separating-vector algorithm of Chung and Wang.
 *
 * A vector v from B to A separates the sets when the support point w of A ⊖ B along −v has v·w > 0. If not, v
 * is reflected in the plane across w: v ← v − 2 (r·v) r with r = w/|w|, which brings w in front. A step costs
 * two support points and a dozen products, without a simplex; the last vector is kept in the cache and
 * usually separates the pair in the next frame too.
 *
 * Chung & Wang, "Quick collision detection of polytopes in virtual environments", ACM VRST 1996.
 *
 * The vectors alone never prove an overlap. Where we depart: after `maxSteps` without a separating vector GJK
 * decides (`gjkIntersects`), so the answer is always right. Margins: separated when v·w/|v| exceeds their
 * sum.
 */
import type { Convex } from '@colide/core';
import type { GjkCache } from '../gjk/gjk-cache.ts';
import { gjkIntersects } from '../gjk/gjk-intersects.ts';
import { createGjkSimplex, type GjkSimplex } from '../gjk/gjk-simplex.ts';
import { CsoSupport } from '../internal/cso-support.ts';

const cso = /* @__PURE__ */ new CsoSupport();
const simplex: GjkSimplex = /* @__PURE__ */ createGjkSimplex();
const v = /* @__PURE__ */ new Float64Array(3);

/**
 * Whether `a` and `b` overlap or touch.
 *
 * @param cache keeps the vector of this pair from call to call
 * @param maxSteps reflections to try before GJK decides
 */
export function chungWangIntersects(a: Convex, b: Convex, cache?: GjkCache, maxSteps = 12): boolean {
  cso.set(a, b);
  cso.guess(v);
  if (cache !== undefined && cache.count >= 0) {
    const { axis } = cache;
    if (axis[0] !== 0 || axis[1] !== 0 || axis[2] !== 0) v.set(axis);
  }
  const margin = cso.marginA + cso.marginB;
  const { w } = simplex;
  for (let step = 0; step < maxSteps; step++) {
    simplex.count = simplex.largest[0] = 0;
    cso.support(simplex, v);
    const x = w[0];
    const y = w[1];
    const z = w[2];
    const along = v[0] * x + v[1] * y + v[2] * z;
    const squared = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (along > 0 && along * along > margin * margin * squared) {
      if (cache !== undefined) {
        cache.count = 0;
        cache.axis.set(v);
      }
      return false;
    }
    const factor = (2 * along) / (x * x + y * y + z * z);
    // Neither zero nor NaN can be reflected in, and a vector across w reflects to itself.
    if (!(factor < 0 && factor > -Infinity)) break;
    v[0] -= factor * x;
    v[1] -= factor * y;
    v[2] -= factor * z;
  }
  return gjkIntersects(a, b, cache);
}
