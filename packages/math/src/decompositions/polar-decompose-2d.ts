/**
 * Polar decomposition A = R S of a 2×2 matrix in closed form. The rotation by θ nearest to A maximises
 * tr(RᵀA) = (a00 + a11) cos θ + (a10 − a01) sin θ, so (cos θ, sin θ) is the direction of (a00 + a11, a10 −
 * a01). The length of that vector is σ1 ± σ2, minus where A reflects; where it vanishes every rotation is as
 * near as any other.
 */
import { type Mat2, type ReadonlyMat2, requireLength } from '@colide/core';
import { storeNumbers } from './internal/copy-numbers.ts';
import { loadMat2, mat2ScaleAt, mat2ScratchSize } from './internal/load-mat2.ts';

const a = /* @__PURE__ */ new Float64Array(mat2ScratchSize);
const rotation = /* @__PURE__ */ new Float64Array(4);
const stretch = /* @__PURE__ */ new Float64Array(4);

/** A gap below this, relative to the Frobenius norm, is rounding error. */
const ambiguous = 1e-15;

/**
 * Writes to `outR` the rotation nearest to `m` and to `outS` the symmetric matrix with `m` = R S. The
 * eigenvalues of S are the singular values of `m`, the smaller one negative where `m` reflects. Returns
 * whether the nearest rotation is unique beyond rounding; one of the nearest is given in any case. Outputs
 * may be the same array as `m`.
 */
export function polarDecompose2d(outR: Mat2, outS: Mat2, m: ReadonlyMat2): boolean {
  requireLength('outR', outR, 4);
  requireLength('outS', outS, 4);
  loadMat2(a, m);
  const a0 = a[0];
  const a1 = a[1];
  const a2 = a[2];
  const a3 = a[3];
  const scale = a[mat2ScaleAt];
  let cosine = a0 + a3;
  let sine = a1 - a2;
  const length2 = cosine * cosine + sine * sine;
  if (length2 > 1e-280) {
    const s = 1 / Math.sqrt(length2);
    cosine *= s;
    sine *= s;
  } else {
    cosine = 1;
    sine = 0;
  }
  const off = (0.5 * (cosine * (a1 + a2) + sine * (a3 - a0))) / scale;
  rotation[0] = cosine;
  rotation[1] = sine;
  rotation[2] = -sine;
  rotation[3] = cosine;
  stretch[0] = (cosine * a0 + sine * a1) / scale;
  stretch[1] = off;
  stretch[2] = off;
  stretch[3] = (cosine * a3 - sine * a2) / scale;
  storeNumbers(outR, rotation, 4);
  storeNumbers(outS, stretch, 4);
  return length2 > ambiguous * ambiguous * (a0 * a0 + a1 * a1 + a2 * a2 + a3 * a3);
}
