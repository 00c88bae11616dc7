/**
 * `gjkDistance` with Johnson's sub-algorithm instead of Signed Volumes, to compare the two. Cost and limits
 * are those of `gjkDistance`, except for accuracy (see `johnson`).
 */
import type { Convex } from '@colide/core';
import { type GjkResult, gjkFinish, gjkStart } from './gjk.ts';
import { johnson } from './johnson.ts';

/** As `gjkDistance`, less accurate for shapes that almost touch; see `johnson`. */
export function gjkDistanceJohnson(
  out: GjkResult,
  a: Convex,
  b: Convex,
  tolerance = 1e-10,
  maxSteps = 64,
): number {
  gjkStart(out, a, b);
  const { simplex, axis, cso } = out;
  const { w } = simplex;
  let squared = Infinity;
  while (!out.converged && out.steps < maxSteps) {
    const at = 3 * simplex.count;
    cso.support(simplex, axis);
    out.steps++;
    const along = axis[0] * w[at] + axis[1] * w[at + 1] + axis[2] * w[at + 2];
    out.converged = at > 0 && squared - along <= tolerance * squared;
    for (let i = 0; i < at; i += 3)
      if (w[i] === w[at] && w[i + 1] === w[at + 1] && w[i + 2] === w[at + 2]) out.converged = true;
    if (out.converged) break;
    simplex.count++;
    out.coresOverlap = out.converged = johnson(axis, simplex);
    const next = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
    if (out.converged) break;
    if (next <= 1e-30 * simplex.largest[0]) out.coresOverlap = out.converged = true;
    else if (!(next < squared)) {
      out.converged = next >= squared;
      break;
    }
    squared = next;
  }
  gjkFinish(out);
  return out.distance;
}
