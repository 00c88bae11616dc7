/**
 * Effective masses of contact blocks: how normal impulses, friction and twist follow from relative motion.
 */
import type { Doubles } from '@colide/core';
import {
  headSize,
  normalResponseAt,
  pointArmAt,
  pointSize,
  slipResponseAt,
  spreadAt,
  tangentMassAt,
  togetherAt,
  torqueResponseAt,
  twistMassAt,
  twistResponseAt,
} from '../../internal/solve-contacts.ts';

/** Share of the largest spread of points that they need in order to be solved together. */
const leastSpread = 1e-3;

/** Writes the effective masses of a manifold from the `response` of its bodies, see `addResponse`. */
export function setMasses(blocks: Doubles, at: number, response: Doubles, several: boolean): void {
  const k11 = response[7];
  const k12 = response[8];
  const k22 = response[14];
  const determinant = k11 * k22 - k12 * k12;
  const inverse = determinant > 1e-12 * k11 * k22 ? 1 / determinant : 0;
  const m = at + tangentMassAt;
  blocks[m] = k22 * inverse;
  blocks[m + 1] = -k12 * inverse;
  blocks[m + 2] = k11 * inverse;
  const difference = 0.5 * (k11 - k22);
  blocks[m + 3] = 1 / (0.5 * (k11 + k22) + Math.sqrt(difference * difference + k12 * k12));
  blocks[at + slipResponseAt] = response[1];
  blocks[at + slipResponseAt + 1] = response[2];
  if (!several) return;
  const n = at + normalResponseAt;
  blocks[n] = response[0];
  blocks[n + 1] = response[4];
  blocks[n + 2] = response[5];
  blocks[n + 3] = response[28];
  blocks[n + 4] = response[29];
  blocks[n + 5] = response[35];
  const c = at + torqueResponseAt;
  blocks[c] = response[10];
  blocks[c + 1] = response[11];
  blocks[c + 2] = response[16];
  blocks[c + 3] = response[17];
  blocks[c + 4] = response[3];
  blocks[c + 5] = response[22];
  blocks[c + 6] = response[23];
  blocks[at + twistResponseAt] = response[9];
  blocks[at + twistResponseAt + 1] = response[15];
  blocks[at + twistMassAt] = response[21] > 0 ? 1 / response[21] : 0;
}

/**
 * What solves all points of a block together: the inverse of the response of (Vₙ, Ω_t, Ω_b), and that of the
 * second moments of the arms, which finds the impulses of the points for a force and two torques.
 */
export function setTogether(blocks: Doubles, at: number, count: number): void {
  const n = at + normalResponseAt;
  const k00 = blocks[n];
  const k01 = blocks[n + 1];
  const k02 = blocks[n + 2];
  const k11 = blocks[n + 3];
  const k12 = blocks[n + 4];
  const k22 = blocks[n + 5];
  let vv = 0;
  let vu = 0;
  let uu = 0;
  for (let p = at + headSize; p < at + headSize + pointSize * count; p += pointSize) {
    const v = blocks[p + pointArmAt];
    const u = blocks[p + pointArmAt + 1];
    vv += v * v;
    vu += v * u;
    uu += u * u;
  }
  const c00 = k11 * k22 - k12 * k12;
  const c01 = k02 * k12 - k01 * k22;
  const c02 = k01 * k12 - k02 * k11;
  const determinant = k00 * c00 + k01 * c01 + k02 * c02;
  const area = vv * uu - vu * vu;
  const i = at + togetherAt;
  blocks[i] = 0;
  // Points on a line, and points close together, are left to be solved one by one.
  if (!(determinant > 1e-9 * k00 * k11 * k22) || !(area > leastSpread * (vv + uu) * (vv + uu))) return;
  if (!((vv + uu) * (k11 + k22) > leastSpread * count * k00)) return;
  blocks[i] = c00 / determinant;
  blocks[i + 1] = c01 / determinant;
  blocks[i + 2] = c02 / determinant;
  blocks[i + 3] = (k00 * k22 - k02 * k02) / determinant;
  blocks[i + 4] = (k01 * k02 - k00 * k12) / determinant;
  blocks[i + 5] = (k00 * k11 - k01 * k01) / determinant;
  const g = at + spreadAt;
  blocks[g] = uu / area;
  blocks[g + 1] = -vu / area;
  blocks[g + 2] = vv / area;
}
