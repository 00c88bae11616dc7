/** A 3×3 matrix as the decompositions read it: in doubles, neither tiny nor huge. */
import { type ReadonlyMat3, requireFiniteArray } from '@colide/core';
import { scaleByPowerOfTwo } from './scale-by-power-of-two.ts';

/** Offset of the scale, which follows the elements, and how many numbers there are in all. */
export const mat3ScaleAt = 9;
export const mat3ScratchSize = 10;

/**
 * Returns `m` itself where it is a `Float64Array`, otherwise a copy in `scratch`. Sets the scale,
 * `scratch[mat3ScaleAt]`, to 1.
 */
export function readMat3(scratch: Float64Array, m: ReadonlyMat3): Float64Array {
  scratch[mat3ScaleAt] = 1;
  if (m instanceof Float64Array) return m;
  // Each kind of array has its own line: see `copy-numbers.ts`.
  if (m instanceof Float32Array) for (let i = 0; i < 9; i++) scratch[i] = m[i];
  else for (let i = 0; i < 9; i++) scratch[i] = m[i];
  return scratch;
}

/**
 * For a matrix that is not ordinary (see {@link loadMat3}): copies `m` to `scratch`, scaled by a power of two
 * that makes it so, and the power to `scratch[mat3ScaleAt]`. Throws an error that names `m` where it is too
 * short or not finite.
 */
export function rescaleMat3(scratch: Float64Array, m: ReadonlyMat3): Float64Array {
  requireFiniteArray('m', m, 9);
  scaleByPowerOfTwo(scratch, readMat3(scratch, m), 9);
  return scratch;
}

/**
 * Reads the matrix `m` without copying where it is an ordinary `Float64Array`, rescaled where it is not
 * ordinary: with NaN, infinities, missing elements, all zero, or too large or small for products of four
 * elements.
 */
export function loadMat3(scratch: Float64Array, m: ReadonlyMat3): Float64Array {
  const a = readMat3(scratch, m);
  const a0 = a[0];
  const a1 = a[1];
  const a2 = a[2];
  const a3 = a[3];
  const a4 = a[4];
  const a5 = a[5];
  const a6 = a[6];
  const a7 = a[7];
  const a8 = a[8];
  const norm2 = a0 * a0 + a1 * a1 + a2 * a2 + a3 * a3 + a4 * a4 + a5 * a5 + a6 * a6 + a7 * a7 + a8 * a8;
  return norm2 > 1e-60 && norm2 < 1e60 ? a : rescaleMat3(scratch, m);
}
