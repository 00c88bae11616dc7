/**
 * The rotation nearest to a matrix by one-sided Jacobi: slower than what `polarDecompose` does first, but with no
 * condition on the matrix.
 *
 * Pairs of columns of G = A are rotated, and V with them, until the columns of G = A V are orthogonal: then they are the
 * left singular vectors times the singular values. With the two largest of them and the cross products of these in
 * place of the third, U and V are rotations, and so is R = U Vᵀ: the sign that a reflection asks for is in the cross
 * product already.
 *
 * Hestenes, "Inversion of matrices by biorthogonalization and related results", J. SIAM 6(1), 1958.
 */
import { orthonormalize } from './orthonormalize.ts';

/** G, then V. */
const work = /* @__PURE__ */ new Float64Array(18);
const u = /* @__PURE__ */ new Float64Array(9);
const v = /* @__PURE__ */ new Float64Array(9);
const maxSweeps = 30;

/** What is smaller than this, relative to the lengths of the columns it comes from, is rounding error. */
const rounding = 1e-15;

/** Writes the rotation nearest to `a` to `r`; returns whether it is unique beyond rounding. */
export function nearestRotationJacobi(r: Float64Array, a: Float64Array): boolean {
  for (let i = 0; i < 9; i++) {
    work[i] = a[i]!;
    work[i + 9] = i % 4 === 0 ? 1 : 0;
  }
  let first = 0;
  let second = 0;
  let active = true;
  for (let sweep = 0; active && sweep < maxSweeps; sweep++) {
    active = false;
    for (let pair = 0; pair < 3; pair++) {
      const i = pair === 2 ? 3 : 0;
      const j = pair === 0 ? 3 : 6;
      let ii = 0;
      let jj = 0;
      let ij = 0;
      for (let k = 0; k < 3; k++) {
        const x = work[i + k]!;
        const y = work[j + k]!;
        ii += x * x;
        jj += y * y;
        ij += x * y;
      }
      if (i === 0) first = ii;
      else second = ii;
      if (ij * ij > rounding * rounding * ii * jj || jj - ii > rounding * jj) {
        active = true;
        const cotangent = (jj - ii) / (2 * ij);
        const hypotenuse = Math.sqrt(1 + cotangent * cotangent);
        const tangent = 1 / (cotangent + (cotangent >= 0 ? hypotenuse : -hypotenuse));
        let cosine = 1 / Math.sqrt(1 + tangent * tangent);
        let sine = tangent * cosine;
        if (ii - tangent * ij < jj + tangent * ij) {
          // A quarter turn more brings the longer column to the front.
          const c = cosine;
          cosine = sine;
          sine = -c;
        }
        for (let k = 0; k < 18; k += k % 9 === 2 ? 7 : 1) {
          const x = work[i + k]!;
          const y = work[j + k]!;
          work[i + k] = cosine * x - sine * y;
          work[j + k] = sine * x + cosine * y;
        }
      }
    }
  }
  for (let i = 0; i < 9; i++) {
    u[i] = work[i]!;
    v[i] = work[i + 9]!;
  }
  orthonormalize(u);
  orthonormalize(v);
  let third = 0;
  for (let i = 0; i < 9; i++) {
    const row = i % 3;
    const column = (i - row) / 3;
    r[i] = u[row]! * v[column]! + u[row + 3]! * v[column + 3]! + u[row + 6]! * v[column + 6]!;
    if (column === 2) third += u[i]! * work[i]!;
  }
  return Math.sqrt(second) + third > rounding * Math.sqrt(first);
}
