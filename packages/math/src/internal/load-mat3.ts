import { requireFiniteArray } from '@colide/core';
import type { ReadonlyMat3 } from 'gl-matrix';
import { loadNine } from './copy-numbers.ts';
import { scaleByPowerOfTwo } from './scale-by-power-of-two.ts';

/**
 * Copies the matrix `m` to `out`, scaled by a power of two into a range where products of four elements are safe, and
 * the scale to `out[9]`. Throws an error that names `m` where it is too short or not finite.
 */
export function loadMat3(out: Float64Array, m: ReadonlyMat3): void {
  loadNine(out, m);
  const m0 = out[0]!;
  const m1 = out[1]!;
  const m2 = out[2]!;
  const m3 = out[3]!;
  const m4 = out[4]!;
  const m5 = out[5]!;
  const m6 = out[6]!;
  const m7 = out[7]!;
  const m8 = out[8]!;
  const norm2 = m0 * m0 + m1 * m1 + m2 * m2 + m3 * m3 + m4 * m4 + m5 * m5 + m6 * m6 + m7 * m7 + m8 * m8;
  out[9] = 1;
  // Anything unusual fails this comparison: NaN, infinities, missing elements, extreme numbers and zero.
  if (!(norm2 > 1e-60 && norm2 < 1e60)) {
    requireFiniteArray('m', m, 9);
    scaleByPowerOfTwo(out, 9);
  }
}
