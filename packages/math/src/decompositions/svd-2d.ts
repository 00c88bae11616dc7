/**
 * Singular value decomposition A = U Σ Vᵀ of a 2×2 matrix, through the polar decomposition A = R S and the
 * eigenvectors V of S, as in `svd`: closed form, backward stable, orthonormal U and V whatever the rank.
 */
import { type Mat2, type ReadonlyMat2, requireLength, type Vec2 } from '@colide/core';
import { eigenSymmetric2d } from './eigen-symmetric-2d.ts';
import { storeNumbers } from './internal/copy-numbers.ts';
import { polarDecompose2d } from './polar-decompose-2d.ts';

const rotation = /* @__PURE__ */ new Float64Array(4);
const stretch = /* @__PURE__ */ new Float64Array(4);
const sigma = /* @__PURE__ */ new Float64Array(2);
const u = /* @__PURE__ */ new Float64Array(4);
const v = /* @__PURE__ */ new Float64Array(4);

/**
 * Writes the singular values of `m` to `outSigma`, descending and not negative, and the singular vectors to
 * the columns of `outU` and `outV`, with `m` = U Σ Vᵀ. V is a rotation; U is one too unless `m` reflects.
 * Outputs may be the same array as `m`. Returns `outSigma`.
 */
export function svd2d(outU: Mat2, outSigma: Vec2, outV: Mat2, m: ReadonlyMat2): Vec2 {
  requireLength('outU', outU, 4);
  requireLength('outSigma', outSigma, 2);
  requireLength('outV', outV, 4);
  polarDecompose2d(rotation, stretch, m);
  eigenSymmetric2d(sigma, v, stretch);
  const cosine = rotation[0];
  const sine = rotation[1];
  let s0 = sigma[0];
  let s1 = sigma[1];
  let vx = v[0];
  let vy = v[1];
  let sign = 1;
  if (s1 < 0) {
    s1 = -s1;
    sign = -1;
  }
  let ux = cosine * vx - sine * vy;
  let uy = sine * vx + cosine * vy;
  if (s0 < s1) {
    // Equal but for rounding, and the sign upset their order: exchange the columns by a quarter turn.
    const value = s0;
    s0 = s1;
    s1 = value;
    const x = vx;
    vx = -vy;
    vy = x;
    const y = ux;
    ux = -sign * uy;
    uy = sign * y;
  }
  u[0] = ux;
  u[1] = uy;
  u[2] = -sign * uy;
  u[3] = sign * ux;
  v[0] = vx;
  v[1] = vy;
  v[2] = -vy;
  v[3] = vx;
  sigma[0] = s0;
  sigma[1] = s1;
  storeNumbers(outU, u, 4);
  storeNumbers(outSigma, sigma, 2);
  storeNumbers(outV, v, 4);
  return outSigma;
}
