/**
 * Finds when two convex sets first touch while one moves on a straight line: a ray cast against A ⊖ B.
 *
 * B, moved by t·r, meets A when the point t·r lies in A ⊖ B. GJK looks for the point of A ⊖ B nearest to t·r.
 * Whenever the support plane it finds has t·r on its outer side, no earlier time can touch, and t jumps to
 * the plane; when the ray leads away from the plane, or t passes 1, nothing is hit. So t never exceeds the
 * true time, and the last plane gives the normal.
 *
 * van den Bergen, "Ray casting against general convex objects with application to continuous collision
 * detection", 2004. (Printed versions of the algorithm that exit at t > 0 are wrong: the motion ends at
 * t = 1.) Where we depart: margins push the planes out.
 *
 * A few steps for polytopes; smooth shapes converge to the tolerance. Grazing contacts are inherently
 * uncertain. No allocation. NaN ends with `converged` false and `Infinity`.
 */
import type { Convex, ReadonlyVec3 } from '@colide/core';
import { createGjkSimplex, type GjkSimplex, gjkSimplexWitness } from '../gjk/gjk-simplex.ts';
import { CsoSupport } from '../internal/cso-support.ts';
import { holdsOrigin } from '../internal/holds-origin.ts';
import type { TimeOfImpact } from './time-of-impact.ts';

const cso = /* @__PURE__ */ new CsoSupport();
const simplex: GjkSimplex = /* @__PURE__ */ createGjkSimplex();
const axis = /* @__PURE__ */ new Float64Array(3);
const ray = /* @__PURE__ */ new Float64Array(3);

/**
 * The time from 0 to 1 at which `b`, moving by `motion` relative to `a`, first touches it, or `Infinity`; 0
 * when they touch already. Support mappings must not call this function in turn.
 *
 * @param tolerance distance at which the sets count as touching, as a fraction of the size of A ⊖ B
 */
export function gjkRaycast(
  out: TimeOfImpact,
  a: Convex,
  b: Convex,
  motion: ReadonlyVec3,
  tolerance = 1e-10,
  maxSteps = 64,
): number {
  cso.set(a, b);
  cso.guess(axis);
  simplex.count = simplex.largest[0] = 0;
  for (let i = 0; i < 3; i++) {
    ray[i] = motion[i];
    out.normal[i] = 0;
  }
  out.steps = 0;
  out.time = 0;
  out.converged = false;
  while (!step(out, tolerance) && out.steps < maxSteps);
  if (out.time < Infinity) touch(out);
  return out.time;
}

/** One support plane and one sub-problem. Returns whether the search is over. */
function step(out: TimeOfImpact, tolerance: number): boolean {
  const { w } = simplex;
  const { normal } = out;
  const margin = cso.marginA + cso.marginB;
  out.steps++;
  const at = 3 * simplex.count;
  cso.support(simplex, axis);
  for (let i = 0; i < 3; i++) w[at + i] -= out.time * ray[i];
  const vx = axis[0];
  const vy = axis[1];
  const vz = axis[2];
  const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
  const gap = vx * w[at] + vy * w[at + 1] + vz * w[at + 2] - margin * length;
  if (gap > 0) {
    const along = vx * ray[0] + vy * ray[1] + vz * ray[2];
    const advance = gap / along;
    if (!(along > 0 && out.time + advance <= 1)) {
      out.time = Infinity;
      return (out.converged = true);
    }
    out.time += advance;
    normal[0] = -vx / length;
    normal[1] = -vy / length;
    normal[2] = -vz / length;
    for (let i = 0; i <= at; i += 3) for (let k = 0; k < 3; k++) w[i + k] -= advance * ray[k];
  } else if (!(gap <= 0)) {
    out.time = Infinity;
    return true;
  } else {
    for (let i = 0; i < at; i += 3)
      if (w[i] === w[at] && w[i + 1] === w[at + 1] && w[i + 2] === w[at + 2]) return (out.converged = true);
  }
  simplex.count++;
  if (holdsOrigin(axis, simplex)) return (out.converged = true);
  const distance = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  return (out.converged = distance - margin <= tolerance * Math.sqrt(simplex.largest[0]));
}

/** The point of A that is touched. */
function touch(out: TimeOfImpact): void {
  gjkSimplexWitness(out.point, simplex, simplex.a);
  for (let i = 0; i < 3; i++) out.point[i] += cso.marginA * out.normal[i];
}
