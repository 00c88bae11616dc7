/**
 * One-sided distance constraints. A rope, `|x₂ − x₁| ≤ d`, pulls when taut and does nothing when slack. A
 * minimum distance, `|x₂ − x₁| ≥ d`, is the cheap angular limit of Jakobsen particles: between the outer ends
 * of two sticks that share a particle it keeps their angle from closing below the one that d subtends.
 *
 * Satisfied constraints cost no root. Coincident particles have no direction in which to part and are left
 * alone.
 *
 * Jakobsen, "Advanced character physics", GDC 2001.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';
import type { DistanceList } from './distance-constraint.ts';
import { projectPair, squaredDistance } from './internal/project-pair.ts';

/** Projects one rope between particles `a` and `b`; returns whether it was violated. Ids are not checked. */
export function projectRope(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  maxLength: number,
  stiffness = 1,
): boolean {
  requireFraction('stiffness', stiffness);
  if (squaredDistance(positions, a, b) <= maxLength * maxLength) return false;
  projectPair(positions, inverseMasses, a, b, maxLength, stiffness);
  return true;
}

/**
 * One sweep over ropes, whose rest lengths are the longest allowed. Returns how many were violated. Ids are
 * not checked.
 */
export function projectRopes(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ropes: DistanceList,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  return sweep(positions, inverseMasses, ropes, stiffness, true);
}

/**
 * Projects one minimum distance between particles `a` and `b`; returns whether it was violated. Ids are not
 * checked.
 */
export function projectMinimumDistance(
  positions: Float64Array,
  inverseMasses: Float64Array,
  a: number,
  b: number,
  minLength: number,
  stiffness = 1,
): boolean {
  requireFraction('stiffness', stiffness);
  if (squaredDistance(positions, a, b) >= minLength * minLength) return false;
  projectPair(positions, inverseMasses, a, b, minLength, stiffness);
  return true;
}

/**
 * One sweep over minimum distances, the rest lengths of `distances`. Returns how many were violated. Ids are
 * not checked.
 */
export function projectMinimumDistances(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  stiffness = 1,
): number {
  requireFraction('stiffness', stiffness);
  return sweep(positions, inverseMasses, distances, stiffness, false);
}

/** One sweep over upper limits or lower ones. */
function sweep(
  positions: Float64Array,
  inverseMasses: Float64Array,
  distances: DistanceList,
  stiffness: number,
  isUpper: boolean,
): number {
  const { ids, restLengths, count = restLengths.length } = distances;
  requireCount(count, ids, 2);
  let violated = 0;
  for (let i = 0; i < count; i++) {
    const a = ids[2 * i];
    const b = ids[2 * i + 1];
    const limit = restLengths[i];
    const squared = squaredDistance(positions, a, b);
    if (isUpper ? squared <= limit * limit : squared >= limit * limit) continue;
    projectPair(positions, inverseMasses, a, b, limit, stiffness);
    violated++;
  }
  return violated;
}
