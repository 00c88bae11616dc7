/**
 * One-sided distance constraints. A rope, `|x₂ − x₁| ≤ d`, pulls when taut and does nothing when slack. A
 * minimum distance, `|x₂ − x₁| ≥ d`, is the cheap angular limit of Jakobsen particles: between the outer ends
 * of two sticks that share a particle it keeps their angle from closing below the one that d subtends.
 *
 * Satisfied constraints cost no root. Coincident particles have no direction to part along and are left
 * alone.
 *
 * Jakobsen, "Advanced character physics", GDC 2001.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';
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
 * One sweep over `count` ropes; rope `i` joins `ids[2i]` and `ids[2i + 1]`. Returns how many were violated.
 * Ids are not checked.
 */
export function projectRopes(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  maxLengths: Float64Array,
  stiffness = 1,
  count = maxLengths.length,
): number {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 2);
  let violated = 0;
  for (let i = 0; i < count; i++) {
    const a = ids[2 * i];
    const b = ids[2 * i + 1];
    const limit = maxLengths[i];
    if (squaredDistance(positions, a, b) <= limit * limit) continue;
    projectPair(positions, inverseMasses, a, b, limit, stiffness);
    violated++;
  }
  return violated;
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
 * One sweep over `count` minimum distances; constraint `i` joins `ids[2i]` and `ids[2i + 1]`. Returns how
 * many were violated. Ids are not checked.
 */
export function projectMinimumDistances(
  positions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  minLengths: Float64Array,
  stiffness = 1,
  count = minLengths.length,
): number {
  requireFraction('stiffness', stiffness);
  requireCount(count, ids, 2);
  let violated = 0;
  for (let i = 0; i < count; i++) {
    const a = ids[2 * i];
    const b = ids[2 * i + 1];
    const limit = minLengths[i];
    if (squaredDistance(positions, a, b) >= limit * limit) continue;
    projectPair(positions, inverseMasses, a, b, limit, stiffness);
    violated++;
  }
  return violated;
}
