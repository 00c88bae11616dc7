/** A 2×2 matrix as the decompositions read it: in doubles, neither tiny nor huge. */
import { type ReadonlyMat2, requireFiniteArray } from '@colide/core';
import { loadNumbers } from './copy-numbers.ts';
import { scaleByPowerOfTwo } from './scale-by-power-of-two.ts';

/** Offset of the scale, which follows the elements, and how many numbers there are in all. */
export const mat2ScaleAt = 4;
export const mat2ScratchSize = 5;

/**
 * Copies the matrix `m` to `out`, scaled by a power of two into a range where products are safe, and the
 * scale to `out[mat2ScaleAt]`. Throws an error that names `m` where it is too short or not finite.
 */
export function loadMat2(out: Float64Array, m: ReadonlyMat2): void {
  loadNumbers(out, m, 4);
  const m0 = out[0];
  const m1 = out[1];
  const m2 = out[2];
  const m3 = out[3];
  const norm2 = m0 * m0 + m1 * m1 + m2 * m2 + m3 * m3;
  out[mat2ScaleAt] = 1;
  // Anything unusual fails this comparison: NaN, infinities, missing elements, extreme numbers and zero.
  if (!(norm2 > 1e-60 && norm2 < 1e60)) {
    requireFiniteArray('m', m, 4);
    scaleByPowerOfTwo(out, out, 4);
  }
}
