/**
 * The sub-algorithm of GJK and a test of whether its answer is zero, that is, whether the simplex contains
 * the origin.
 */
import type { GjkSimplex } from '../gjk/gjk-simplex.ts';
import { signedVolumes } from '../gjk/signed-volumes.ts';
import { largestAt } from './simplex-layout.ts';

/** |v|² below this fraction of the largest |w|² seen is zero up to rounding. */
const touching = 1e-30;

/** Writes to `v` the point of the simplex nearest the origin and returns whether it is the origin itself. */
export function holdsOrigin(v: Float64Array, simplex: GjkSimplex): boolean {
  if (signedVolumes(v, simplex)) return true;
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2] <= touching * simplex.numbers[largestAt];
}
