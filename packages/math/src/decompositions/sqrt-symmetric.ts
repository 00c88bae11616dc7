/**
 * Square root of a symmetric positive semidefinite 3×3 matrix: √M = V √Λ Vᵀ with the eigenvectors V and
 * eigenvalues Λ of M. It is symmetric and positive semidefinite itself, and the only such matrix whose square
 * is M.
 *
 * The square of the result reproduces M to a few rounding errors of its largest eigenvalue; the root of an
 * eigenvalue that is smaller than ε times the largest is therefore known to √ε only, as with any method.
 */
import { type Mat3, type ReadonlyMat3, requireLength } from '@colide/core';
import { eigenSymmetric } from './eigen-symmetric.ts';
import { storeNine } from './internal/copy-numbers.ts';

const values = /* @__PURE__ */ new Float64Array(3);
const v = /* @__PURE__ */ new Float64Array(9);
const root = /* @__PURE__ */ new Float64Array(9);

/** An eigenvalue above minus this, relative to the largest magnitude, counts as zero. */
const rounding = 4e-15;

/**
 * Writes the square root of the symmetric matrix `m` to `out`, which may be `m`. Returns whether `m` is
 * positive semidefinite up to rounding. Negative eigenvalues count as zero, so otherwise `out` is the square
 * root of the positive semidefinite matrix nearest to `m`.
 */
export function sqrtSymmetric(out: Mat3, m: ReadonlyMat3): boolean {
  requireLength('out', out, 9);
  eigenSymmetric(values, v, m);
  const semidefinite = values[2] >= -rounding * Math.max(values[0], -values[2]);
  const a = Math.sqrt(Math.max(values[0], 0));
  const b = Math.sqrt(Math.max(values[1], 0));
  const c = Math.sqrt(Math.max(values[2], 0));
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      const element = a * v[i] * v[j] + b * v[3 + i] * v[3 + j] + c * v[6 + i] * v[6 + j];
      root[3 * i + j] = element;
      root[3 * j + i] = element;
    }
  }
  storeNine(out, root);
  return semidefinite;
}
