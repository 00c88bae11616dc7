/** Square root of a symmetric positive semidefinite 2×2 matrix, √M = V √Λ Vᵀ, as in `sqrtSymmetric`. O(1). */
import { type Mat2, type ReadonlyMat2, requireLength } from '@colide/core';
import { eigenSymmetric2d } from './eigen-symmetric-2d.ts';
import { storeNumbers } from './internal/copy-numbers.ts';

const values = /* @__PURE__ */ new Float64Array(2);
const v = /* @__PURE__ */ new Float64Array(4);
const root = /* @__PURE__ */ new Float64Array(4);

/** An eigenvalue above minus this, relative to the largest magnitude, counts as zero. */
const rounding = 4e-15;

/**
 * Writes the square root of the symmetric matrix `m` to `out`, which may be `m`. Returns whether `m` is
 * positive semidefinite up to rounding; negative eigenvalues count as zero.
 */
export function sqrtSymmetric2d(out: Mat2, m: ReadonlyMat2): boolean {
  requireLength('out', out, 4);
  eigenSymmetric2d(values, v, m);
  const a = Math.sqrt(Math.max(values[0], 0));
  const b = Math.sqrt(Math.max(values[1], 0));
  const x = v[0];
  const y = v[1];
  root[0] = a * x * x + b * y * y;
  root[1] = (a - b) * x * y;
  root[2] = (a - b) * x * y;
  root[3] = a * y * y + b * x * x;
  storeNumbers(out, root, 4);
  return values[1] >= -rounding * Math.max(values[0], -values[1]);
}
