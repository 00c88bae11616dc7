import { requireFiniteArray } from '@colide/core';
import type { ReadonlyMat3 } from 'gl-matrix';
import { powerOfTwoScale } from './power-of-two-scale.ts';

/**
 * Copies the matrix `m` to `out`, scaled by a power of two into a range where products of four elements are safe, and
 * the scale to `out[9]`. Throws an error that names `m` where it is too short or not finite.
 */
export function loadMat3(out: Float64Array, m: ReadonlyMat3): void {
  const m0 = m[0];
  const m1 = m[1];
  const m2 = m[2];
  const m3 = m[3];
  const m4 = m[4];
  const m5 = m[5];
  const m6 = m[6];
  const m7 = m[7];
  const m8 = m[8];
  const norm2 = m0 * m0 + m1 * m1 + m2 * m2 + m3 * m3 + m4 * m4 + m5 * m5 + m6 * m6 + m7 * m7 + m8 * m8;
  // Anything unusual fails this comparison: NaN, infinities, missing elements, extreme numbers and zero.
  const scale = norm2 > 1e-60 && norm2 < 1e60 ? 1 : unusualScale(m);
  out[0] = scale * m0;
  out[1] = scale * m1;
  out[2] = scale * m2;
  out[3] = scale * m3;
  out[4] = scale * m4;
  out[5] = scale * m5;
  out[6] = scale * m6;
  out[7] = scale * m7;
  out[8] = scale * m8;
  out[9] = scale;
}

function unusualScale(m: ReadonlyMat3): number {
  requireFiniteArray('m', m, 9);
  let largest = 0;
  for (let i = 0; i < 9; i++) largest = Math.max(largest, Math.abs(m[i]!));
  return powerOfTwoScale(largest);
}
