/**
 * Whether two convex sets overlap, without asking how far apart they are: the separating-axis variant of GJK.
 *
 * The search is that of `gjk.ts`, but it ends as soon as an axis separates the sets (the support point w
 * along −v has v·w > 0) or the simplex holds the origin. The axis is kept in the cache: as long as it still
 * separates, the next query takes one step.
 *
 * van den Bergen, "A fast and robust GJK implementation for collision detection of convex objects", JGT 4(2),
 * 1999 (ISA-GJK). Margins: separated when the lower bound v·w/|v| exceeds their sum, overlapping when |v|
 * does not.
 */
import type { Convex } from '@colide/core';
import { CsoSupport, resumeSimplex, storeSimplex } from '../internal/cso-support.ts';
import { holdsOrigin } from '../internal/holds-origin.ts';
import type { GjkCache } from './gjk-cache.ts';
import { createGjkSimplex, type GjkSimplex } from './gjk-simplex.ts';

const cso = /* @__PURE__ */ new CsoSupport();
const simplex: GjkSimplex = /* @__PURE__ */ createGjkSimplex();
const axis = /* @__PURE__ */ new Float64Array(3);

/**
 * Whether `a` and `b` overlap or touch. Support mappings must not call this function in turn. If the search
 * does not settle within `maxSteps`, which happens only to smooth shapes that nearly touch, the answer is
 * true; a support mapping that returns NaN overlaps nothing.
 *
 * @param cache memory of this pair's last query
 */
export function gjkIntersects(a: Convex, b: Convex, cache?: GjkCache, maxSteps = 64): boolean {
  cso.set(a, b);
  simplex.count = simplex.largest[0] = 0;
  // Only the axis is reused: one step tells whether it still separates, so rebuilding the simplex would be a
  // waste.
  if (cache === undefined || cache.count < 0 || !resumeAxis(cache)) cso.guess(axis);
  const overlap = search(maxSteps);
  if (cache !== undefined) storeSimplex(cache, simplex, axis);
  return overlap;
}

function resumeAxis(cache: GjkCache): boolean {
  const { axis: last } = cache;
  if (last[0] === 0 && last[1] === 0 && last[2] === 0) return resumeSimplex(cso, simplex, axis, cache);
  axis[0] = last[0];
  axis[1] = last[1];
  axis[2] = last[2];
  return true;
}

function search(maxSteps: number): boolean {
  const margin = cso.marginA + cso.marginB;
  const { w } = simplex;
  let last = Infinity;
  if (simplex.count > 0 && holdsOrigin(axis, simplex)) return true;
  for (let step = 0; step < maxSteps; step++) {
    const at = 3 * simplex.count;
    cso.support(simplex, axis);
    const x = w[at];
    const y = w[at + 1];
    const z = w[at + 2];
    const along = axis[0] * x + axis[1] * y + axis[2] * z;
    if (along > 0) {
      const length = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
      if (along * along > margin * margin * length) return false;
    }
    // A known point, or no progress: v is the nearest point up to rounding, and it is farther away than the
    // margins.
    for (let i = 0; i < at; i += 3) if (w[i] === x && w[i + 1] === y && w[i + 2] === z) return false;
    simplex.count++;
    if (holdsOrigin(axis, simplex)) return true;
    const squared = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if (squared <= margin * margin) return true;
    if (!(squared < last)) return false;
    last = squared;
  }
  return true;
}
