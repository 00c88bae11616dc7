/**
 * Singular value decomposition A = U Σ Vᵀ of a 3×3 matrix.
 *
 * Idea: with the polar decomposition A = R S and the eigenvectors V of S = V Λ Vᵀ, A = (R V) Λ Vᵀ. Both parts
 * are backward stable, so their product is: the error is a few rounding errors of the largest singular value,
 * and U and V are orthonormal whatever the rank.
 *
 * Higham & Papadimitriou, "A parallel algorithm for computing the polar decomposition", Parallel Computing
 * 20, 1994, propose this route to the SVD.
 */
import { type Mat3, type ReadonlyMat3, requireLength, type Vec3 } from '@colide/core';
import { eigenSymmetric } from './eigen-symmetric.ts';
import { storeNine, storeNumbers } from './internal/copy-numbers.ts';
import { polarDecompose } from './polar-decompose.ts';

const rotation = /* @__PURE__ */ new Float64Array(9);
const stretch = /* @__PURE__ */ new Float64Array(9);
const sigma = /* @__PURE__ */ new Float64Array(3);
const u = /* @__PURE__ */ new Float64Array(9);
const v = /* @__PURE__ */ new Float64Array(9);

/**
 * Writes the singular values of `m` to `outSigma`, descending and not negative, and the singular vectors to
 * the columns of `outU` and `outV`, with `m` = U Σ Vᵀ. V is a rotation; U is one too unless `m` reflects.
 * Outputs may be the same array as `m`. Returns `outSigma`.
 */
export function svd(outU: Mat3, outSigma: Vec3, outV: Mat3, m: ReadonlyMat3): Vec3 {
  requireLength('outU', outU, 9);
  requireLength('outSigma', outSigma, 3);
  requireLength('outV', outV, 9);
  polarDecompose(rotation, stretch, m);
  eigenSymmetric(sigma, v, stretch);
  for (let column = 0; column < 9; column += 3) {
    const x = v[column];
    const y = v[column + 1];
    const z = v[column + 2];
    for (let row = 0; row < 3; row++)
      u[column + row] = rotation[row] * x + rotation[3 + row] * y + rotation[6 + row] * z;
  }
  // A reflection makes the last value negative; rounding may do so to values that are zero.
  for (let i = 0; i < 3; i++) {
    if (sigma[i] < 0) {
      sigma[i] = -sigma[i];
      for (let row = 0; row < 3; row++) u[3 * i + row] = -u[3 * i + row];
    }
  }
  // Where values are equal but for rounding, the signs may have upset their order.
  orderPair(1);
  orderPair(0);
  orderPair(1);
  storeNine(outU, u);
  storeNumbers(outSigma, sigma, 3);
  storeNine(outV, v);
  return outSigma;
}

/** Brings the singular values `i` and `i` + 1 into descending order; the determinants stay. */
function orderPair(i: number): void {
  const value = sigma[i];
  if (value >= sigma[i + 1]) return;
  sigma[i] = sigma[i + 1];
  sigma[i + 1] = value;
  for (let at = 3 * i; at < 3 * i + 3; at++) {
    const x = u[at];
    const y = v[at];
    u[at] = u[at + 3];
    v[at] = v[at + 3];
    u[at + 3] = -x;
    v[at + 3] = -y;
  }
}
