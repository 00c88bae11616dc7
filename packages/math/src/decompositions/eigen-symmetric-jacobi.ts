/**
 * Jacobi's method for the eigenvalues and eigenvectors of a symmetric 3×3 matrix: rotate the largest
 * off-diagonal element away, again and again. Each rotation takes twice its square out of the sum of squares
 * off the diagonal, so each step multiplies that sum by 2/3 at most, and convergence is quadratic towards the
 * end. About ten rotations in all, until every off-diagonal element has underflowed to zero.
 *
 * The classic, kept for study and comparison: `eigenSymmetric` gives the same result in a fraction of the
 * time. On graded positive definite matrices Jacobi finds small eigenvalues to better relative precision.
 *
 * Jacobi, "Über ein leichtes Verfahren, die in der Theorie der Säcularstörungen vorkommenden Gleichungen
 * numerisch aufzulösen", Crelle's Journal 30, 1846. Rutishauser, "The Jacobi method for real symmetric
 * matrices", Numerische Mathematik 9, 1966, has the formulas that do not cancel.
 */

import { type Mat3, type ReadonlyMat3, requireFiniteArray, requireLength, type Vec3 } from '@colide/core';
import { loadNumbers, storeNumbers } from './internal/copy-numbers.ts';
import { mat3ScaleAt, mat3ScratchSize } from './internal/load-mat3.ts';
import { scaleByPowerOfTwo } from './internal/scale-by-power-of-two.ts';

const a = /* @__PURE__ */ new Float64Array(mat3ScratchSize);
const v = /* @__PURE__ */ new Float64Array(9);

/** The limit on the number of rotations. */
const maxRotations = 60;

/**
 * One rotation: makes the largest off-diagonal element of the symmetric matrix `m` zero, in place, and
 * applies the same rotation to the columns of `vectors`, which start as the identity. Returns whether there
 * was anything to rotate. Unchecked.
 */
export function jacobiRotate(m: Mat3, vectors: Mat3): boolean {
  const m01 = Math.abs(m[1]);
  const m02 = Math.abs(m[2]);
  const m12 = Math.abs(m[5]);
  let p = 0;
  let q = 1;
  if (m02 > m01 && m02 >= m12) q = 2;
  else if (m12 > m01) {
    p = 1;
    q = 2;
  }
  const k = 3 - p - q;
  const pivot = m[3 * p + q];
  if (pivot === 0) return false;
  const app = m[4 * p];
  const aqq = m[4 * q];
  const cotangent = (aqq - app) / (2 * pivot);
  const hypotenuse = Math.sqrt(1 + cotangent * cotangent);
  const tangent = cotangent >= 0 ? 1 / (cotangent + hypotenuse) : 1 / (cotangent - hypotenuse);
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  const akp = m[3 * k + p];
  const akq = m[3 * k + q];
  m[4 * p] = app - tangent * pivot;
  m[4 * q] = aqq + tangent * pivot;
  m[3 * p + q] = m[3 * q + p] = 0;
  m[3 * k + p] = m[3 * p + k] = cosine * akp - sine * akq;
  m[3 * k + q] = m[3 * q + k] = sine * akp + cosine * akq;
  for (let row = 0; row < 3; row++) {
    const x = vectors[3 * p + row];
    const y = vectors[3 * q + row];
    vectors[3 * p + row] = cosine * x - sine * y;
    vectors[3 * q + row] = sine * x + cosine * y;
  }
  return true;
}

/**
 * Eigenvalues and eigenvectors of the symmetric matrix `m` by Jacobi rotations; arguments and results as for
 * `eigenSymmetric`. Returns the number of rotations, or `Infinity` if it did not converge.
 */
export function eigenSymmetricJacobi(outValues: Vec3, outVectors: Mat3, m: ReadonlyMat3): number {
  requireLength('outValues', outValues, 3);
  requireLength('outVectors', outVectors, 9);
  requireFiniteArray('m', m, 9);
  loadNumbers(a, m, 9);
  scaleByPowerOfTwo(a, a, 9);
  const scale = a[mat3ScaleAt];
  a[1] = a[3] = 0.5 * (a[1] + a[3]);
  a[2] = a[6] = 0.5 * (a[2] + a[6]);
  a[5] = a[7] = 0.5 * (a[5] + a[7]);
  v.fill(0);
  v[0] = v[4] = v[8] = 1;
  let rotations = 0;
  while (rotations < maxRotations && jacobiRotate(a, v)) rotations++;
  orderPair(0, 1);
  orderPair(1, 2);
  orderPair(0, 1);
  for (let i = 0; i < 3; i++) a[i] = a[4 * i] / scale;
  storeNumbers(outValues, a, 3);
  storeNumbers(outVectors, v, 9);
  return rotations < maxRotations ? rotations : Infinity;
}

/** Brings the eigenvalues `i` and `j` into descending order; the eigenvectors stay right-handed. */
function orderPair(i: number, j: number): void {
  const x = a[4 * i];
  if (x >= a[4 * j]) return;
  a[4 * i] = a[4 * j];
  a[4 * j] = x;
  for (let row = 0; row < 3; row++) {
    const y = v[3 * i + row];
    v[3 * i + row] = v[3 * j + row];
    v[3 * j + row] = -y;
  }
}
