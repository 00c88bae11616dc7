/**
 * Viscosity of threads: each thread removes a fraction of the relative velocity of its two ends, in any
 * direction, and conserves momentum. The motion of a cloth as a whole is hardly slowed, since neighbours move
 * nearly alike; the trembling of single particles, which position-based contacts leave behind, dies in a few
 * steps.
 *
 * One Gauss–Seidel pass over Verlet velocities, to be made once per step. Stable for every fraction from 0 to
 * 1. The smoothing is that of XSPH (Monaghan, "On the problem of penetration in particle methods", J. Comput.
 * Phys. 82, 1989) with threads instead of a kernel.
 */
import { requireCount, requireFraction } from '../internal/parameter-checks.ts';

/**
 * Takes `fraction` of the relative velocity away from the ends of the first `count` pairs of `ids`. Ids are
 * not checked.
 *
 * @param positions and `previousPositions`, whose difference is the velocity; only the latter are changed
 */
export function smoothThreads(
  positions: Float64Array,
  previousPositions: Float64Array,
  inverseMasses: Float64Array,
  ids: Uint32Array,
  fraction: number,
  count = ids.length / 2,
): void {
  requireFraction('fraction', fraction);
  requireCount(count, ids, 2);
  for (let i = 0; i < count; i++) {
    const ia = ids[2 * i];
    const ib = ids[2 * i + 1];
    const wa = inverseMasses[ia];
    const sum = wa + inverseMasses[ib];
    if (sum === 0) continue;
    const shareA = (fraction * wa) / sum;
    const shareB = fraction - shareA;
    for (let k = 0; k < 3; k++) {
      const a = 3 * ia + k;
      const b = 3 * ib + k;
      const relative = positions[b] - previousPositions[b] - (positions[a] - previousPositions[a]);
      previousPositions[a] -= shareA * relative;
      previousPositions[b] += shareB * relative;
    }
  }
}
