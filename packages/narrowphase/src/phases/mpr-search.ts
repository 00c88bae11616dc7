/**
 * Minkowski portal refinement as the search of a narrow phase. The sets are expanded by the margin, so that
 * one search handles sets that overlap and sets with a gap.
 *
 * The depth is a local minimum over nearby directions (see `mprPenetration`): exact for shallow contacts, an
 * estimate for deep ones. The normal of the last step is tried as well, so that bodies pressed deeper go on
 * being pushed out the way they came in.
 */
import { createMprResult, mprPenetration } from '../penetration/mpr.ts';
import type { PairQuery } from './pair-search.ts';

const found = /* @__PURE__ */ createMprResult();
const tolerance = 1e-8;
const maxSteps = 128;

/** A `PairSearch` by MPR. */
export function mprSearch(query: PairQuery): boolean {
  const { result, margin, memory } = query;
  // A memory without a simplex holds the normal of the last step.
  found.guess = memory.count === 0 ? memory.axis : undefined;
  query.counters.mpr++;
  if (!mprPenetration(found, query.a, query.b, tolerance, maxSteps, margin)) return false;
  memory.count = 0;
  result.distance = margin[0] - found.depth;
  result.converged = found.converged;
  for (let k = 0; k < 3; k++) {
    result.normal[k] = memory.axis[k] = found.normal[k];
    result.pointA[k] = found.pointA[k];
    result.pointB[k] = found.pointB[k];
  }
  return true;
}
