import { requireFiniteArray } from '@colide/core';
import type { ReadonlyMat2 } from 'gl-matrix';
import { powerOfTwoScale } from './power-of-two-scale.ts';

/**
 * Copies the matrix `m` to `out`, scaled by a power of two into a range where products are safe, and the scale to
 * `out[4]`. Throws an error that names `m` where it is too short or not finite.
 */
export function loadMat2(out: Float64Array, m: ReadonlyMat2): void {
  const m0 = m[0];
  const m1 = m[1];
  const m2 = m[2];
  const m3 = m[3];
  const sum = m0 + m1 + m2 + m3;
  if (sum - sum !== 0) requireFiniteArray('m', m, 4);
  const scale = powerOfTwoScale(Math.max(Math.abs(m0), Math.abs(m1), Math.abs(m2), Math.abs(m3)));
  out[0] = scale * m0;
  out[1] = scale * m1;
  out[2] = scale * m2;
  out[3] = scale * m3;
  out[4] = scale;
}
