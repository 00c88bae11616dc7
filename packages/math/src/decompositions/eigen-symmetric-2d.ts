/**
 * Eigenvalues and eigenvectors of a symmetric 2×2 matrix by one Jacobi rotation, which is exact in two
 * dimensions. The tangent of the angle comes from the formula that does not cancel (Rutishauser 1966).
 */
import { type Mat2, type ReadonlyMat2, requireLength, type Vec2 } from '@colide/core';
import { storeNumbers } from './internal/copy-numbers.ts';
import { loadMat2, mat2ScaleAt, mat2ScratchSize } from './internal/load-mat2.ts';

const a = /* @__PURE__ */ new Float64Array(mat2ScratchSize);
const values = /* @__PURE__ */ new Float64Array(2);
const vectors = /* @__PURE__ */ new Float64Array(4);

/**
 * Writes the eigenvalues of the symmetric matrix `m` to `outValues` in descending order, and to the columns
 * of `outVectors` orthonormal eigenvectors, the second a quarter turn counter-clockwise from the first. If a
 * matrix is not quite symmetric, its symmetric part is used. Outputs may be the same array as `m`. Returns
 * `outValues`.
 */
export function eigenSymmetric2d(outValues: Vec2, outVectors: Mat2, m: ReadonlyMat2): Vec2 {
  requireLength('outValues', outValues, 2);
  requireLength('outVectors', outVectors, 4);
  loadMat2(a, m);
  const a00 = a[0];
  const a11 = a[3];
  const a01 = 0.5 * (a[1] + a[2]);
  const scale = a[mat2ScaleAt];
  let tangent = 0;
  if (a01 !== 0) {
    const cotangent = (a11 - a00) / (2 * a01);
    const hypotenuse = Math.sqrt(1 + cotangent * cotangent);
    tangent = cotangent >= 0 ? 1 / (cotangent + hypotenuse) : 1 / (cotangent - hypotenuse);
  }
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  const first = (a00 - tangent * a01) / scale;
  const second = (a11 + tangent * a01) / scale;
  const keep = first >= second;
  const x = keep ? cosine : sine;
  const y = keep ? -sine : cosine;
  values[0] = keep ? first : second;
  values[1] = keep ? second : first;
  vectors[0] = x;
  vectors[1] = y;
  vectors[2] = -y;
  vectors[3] = x;
  storeNumbers(outValues, values, 2);
  storeNumbers(outVectors, vectors, 4);
  return outValues;
}
