/**
 * The rotation nearest to a matrix by one-sided Jacobi: slower than what `polarDecompose` does first, but
 * with no condition on the matrix.
 *
 * Pairs of columns of G = A are rotated, and V with them, until the columns of G = A V are orthogonal: then
 * they are the left singular vectors times the singular values. With the two largest of them and their cross
 * product in place of the third, U is a rotation as V is, and so is R = U Vᵀ: the cross product supplies the
 * sign that a reflection calls for.
 *
 * Hestenes, "Inversion of matrices by biorthogonalization and related results", J. SIAM 6(1), 1958.
 */
import { orthonormalize } from './orthonormalize.ts';

/** G, then V. */
const work = /* @__PURE__ */ new Float64Array(18);
const vAt = 9;
/** Lengths of the columns of G; not returned, since V8 might box them. */
const lengths = /* @__PURE__ */ new Float64Array(3);

/** Products below this, relative to the lengths of the columns they come from, are rounding error. */
const rounding = 1e-15;

/** Writes the rotation nearest to `a` to `r`; returns whether it is unique beyond rounding. */
export function nearestRotationJacobi(r: Float64Array, a: Float64Array): boolean {
  for (let i = 0; i < 9; i++) {
    work[i] = a[i];
    work[vAt + i] = i % 4 === 0 ? 1 : 0;
  }
  const maxSweeps = 30;
  for (let sweep = 0, active = true; active && sweep < maxSweeps; sweep++) {
    active = rotateColumns(0, 3);
    active = rotateColumns(0, 6) || active;
    active = rotateColumns(3, 6) || active;
  }
  measureColumns();
  const first = lengths[0];
  const second = lengths[1];
  for (let i = 0; i < 6; i++) r[i] = work[i];
  // Any direction will do for a column that vanishes.
  if (first === 0) r[0] = 1;
  if (!(second > rounding * first)) {
    r[3] = Math.abs(r[0]) < Math.abs(r[1]) ? 1 : 0;
    r[4] = 1 - r[3];
    r[5] = 0;
  }
  orthonormalize(r);
  const gap = second + r[6] * work[6] + r[7] * work[7] + r[8] * work[8];
  for (let row = 0; row < 3; row++) {
    const x = r[row];
    const y = r[row + 3];
    const z = r[row + 6];
    for (let k = 0; k < 3; k++)
      r[3 * k + row] = x * work[vAt + k] + y * work[vAt + 3 + k] + z * work[vAt + 6 + k];
  }
  return gap > rounding * first;
}

function measureColumns(): void {
  for (let k = 0; k < 3; k++) {
    const i = 3 * k;
    lengths[k] = Math.sqrt(work[i] * work[i] + work[i + 1] * work[i + 1] + work[i + 2] * work[i + 2]);
  }
}

/**
 * Makes the columns of G at `i` and `j` orthogonal, the longer one first. Returns false if they were so
 * already.
 */
function rotateColumns(i: number, j: number): boolean {
  let ii = 0;
  let jj = 0;
  let ij = 0;
  for (let k = 0; k < 3; k++) {
    const x = work[i + k];
    const y = work[j + k];
    ii += x * x;
    jj += y * y;
    ij += x * y;
  }
  if (!(ij * ij > rounding * rounding * ii * jj || jj - ii > rounding * jj)) return false;
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
    const x = work[i + k];
    const y = work[j + k];
    work[i + k] = cosine * x - sine * y;
    work[j + k] = sine * x + cosine * y;
  }
  return true;
}
