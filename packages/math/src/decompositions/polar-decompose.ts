/**
 * Polar decomposition A = R S of a 3×3 matrix: R the rotation nearest to A (determinant +1, whatever the sign
 * of det A), S symmetric. Shape matching and stretch measures are built on it.
 *
 * Idea: R maximises tr(RᵀA), and the maximum λ = σ1 + σ2 ± σ3 is the largest root of a quartic whose
 * coefficients are polynomials in A. Halley's method, started above all roots, falls towards λ in a few
 * steps; R is then a polynomial in A and λ (Markley 1993). One or two Newton steps on the rotation group
 * polish it, and the curvature found on the way proves that it is the global maximum. Where R is nearly
 * ambiguous, and the estimate therefore poor, one-sided Jacobi takes over, which copes with every matrix. AᵀA
 * is never decomposed, so nothing is lost on nearly singular matrices: the error of R is a few rounding
 * errors divided by the relative gap (σ2 ± σ3) / σ1, which is the best possible.
 *
 * Cost: constant for ordinary matrices; Jacobi takes several times as long. Limits: elements up to 1e300. The
 * same bits in every engine, no trigonometry.
 *
 * Markley, "Attitude determination using vector observations: a fast optimal matrix algorithm", J.
 * Astronautical Sciences 41(2), 1993. Higham & Noferini, "An algorithm to compute the polar decomposition of
 * a 3×3 matrix", Numerical Algorithms 73, 2016, solve the same quartic; we depart in what follows it.
 */
import { type Mat3, type ReadonlyMat3, requireLength } from '@colide/core';
import { storeNine } from './internal/copy-numbers.ts';
import { mat3ScaleAt, mat3ScratchSize, readMat3, rescaleMat3 } from './internal/load-mat3.ts';
import { nearestRotationJacobi } from './internal/nearest-rotation-jacobi.ts';
import { orthonormalize } from './internal/orthonormalize.ts';

const scratch = /* @__PURE__ */ new Float64Array(mat3ScratchSize);
const r = /* @__PURE__ */ new Float64Array(9);
const s = /* @__PURE__ */ new Float64Array(9);
/** A step of Newton's method, an axis times an angle; in an array, because V8 might box arguments. */
const axisAngle = /* @__PURE__ */ new Float64Array(3);

/** A gap below this, relative to the trace of S, is left to Jacobi. */
const safeGap = 1e-4;

/**
 * Writes to `r` Markley's estimate of the nearest rotation to `a`, times a positive number. Returns false,
 * with nothing written, where `a` is not ordinary.
 */
function estimate(a: Float64Array): boolean {
  const a0 = a[0];
  const a1 = a[1];
  const a2 = a[2];
  const a3 = a[3];
  const a4 = a[4];
  const a5 = a[5];
  const a6 = a[6];
  const a7 = a[7];
  const a8 = a[8];
  // AᵀA, the cofactors of A for the first two columns, and the sum of squares of all.
  const g00 = a0 * a0 + a1 * a1 + a2 * a2;
  const g11 = a3 * a3 + a4 * a4 + a5 * a5;
  const g22 = a6 * a6 + a7 * a7 + a8 * a8;
  const g01 = a0 * a3 + a1 * a4 + a2 * a5;
  const g02 = a0 * a6 + a1 * a7 + a2 * a8;
  const g12 = a3 * a6 + a4 * a7 + a5 * a8;
  const c0 = a4 * a8 - a5 * a7;
  const c1 = a5 * a6 - a3 * a8;
  const c2 = a3 * a7 - a4 * a6;
  const c3 = a2 * a7 - a1 * a8;
  const c4 = a0 * a8 - a2 * a6;
  const c5 = a1 * a6 - a0 * a7;
  const norm2 = g00 + g11 + g22;
  // As in `loadMat3`.
  if (!(norm2 > 1e-60 && norm2 < 1e60)) return false;
  const det = a0 * c0 + a1 * c1 + a2 * c2;
  const cofactors2 = g00 * g11 + g00 * g22 + g11 * g22 - g01 * g01 - g02 * g02 - g12 * g12;

  let lambda = Math.sqrt(3 * norm2);
  for (let i = 0; i < 12; i++) {
    const e = lambda * lambda - norm2;
    const value = e * e - 8 * det * lambda - 4 * cofactors2;
    const slope = lambda * e - 2 * det;
    const step = (2 * value * slope) / (8 * slope * slope - value * (2 * lambda * lambda + e));
    lambda -= step;
    if (!(step > 3e-4 * lambda)) break;
  }

  // R times a positive number is p A + λ cof A − A AᵀA. The third column follows from the others.
  const p = 0.5 * (lambda * lambda + norm2);
  const p0 = p - g00;
  const p1 = p - g11;
  r[0] = p0 * a0 - g01 * a3 - g02 * a6 + lambda * c0;
  r[1] = p0 * a1 - g01 * a4 - g02 * a7 + lambda * c1;
  r[2] = p0 * a2 - g01 * a5 - g02 * a8 + lambda * c2;
  r[3] = p1 * a3 - g01 * a0 - g12 * a6 + lambda * c3;
  r[4] = p1 * a4 - g01 * a1 - g12 * a7 + lambda * c4;
  r[5] = p1 * a5 - g01 * a2 - g12 * a8 + lambda * c5;
  return true;
}

/**
 * One Newton step from `r`, which is made a rotation first. With M = RᵀA, S its symmetric part, w the axial
 * vector of M − Mᵀ and H = tr(S) I − S, the step rotates R by H⁻¹w. Returns 0 to continue, 1 if this step was
 * the last one needed, 2 if H is not safely positive definite. At a maximum its least eigenvalue is the gap
 * σ2 ± σ3, and a local maximum is global.
 *
 * Its first half is the same as in `rotationAscentStep`, where the cost of sharing it is given.
 */
function polish(a: Float64Array): number {
  orthonormalize(r);
  const r0 = r[0];
  const r1 = r[1];
  const r2 = r[2];
  const r3 = r[3];
  const r4 = r[4];
  const r5 = r[5];
  const r6 = r[6];
  const r7 = r[7];
  const r8 = r[8];
  const a0 = a[0];
  const a1 = a[1];
  const a2 = a[2];
  const a3 = a[3];
  const a4 = a[4];
  const a5 = a[5];
  const a6 = a[6];
  const a7 = a[7];
  const a8 = a[8];
  const m00 = r0 * a0 + r1 * a1 + r2 * a2;
  const m10 = r3 * a0 + r4 * a1 + r5 * a2;
  const m20 = r6 * a0 + r7 * a1 + r8 * a2;
  const m01 = r0 * a3 + r1 * a4 + r2 * a5;
  const m11 = r3 * a3 + r4 * a4 + r5 * a5;
  const m21 = r6 * a3 + r7 * a4 + r8 * a5;
  const m02 = r0 * a6 + r1 * a7 + r2 * a8;
  const m12 = r3 * a6 + r4 * a7 + r5 * a8;
  const m22 = r6 * a6 + r7 * a7 + r8 * a8;
  const s01 = 0.5 * (m10 + m01);
  const s02 = 0.5 * (m20 + m02);
  const s12 = 0.5 * (m21 + m12);

  // The adjugate of H; its trace bounds the least eigenvalue of H by det H / minors from below.
  const h00 = m11 + m22;
  const h11 = m00 + m22;
  const h22 = m00 + m11;
  const g00 = h11 * h22 - s12 * s12;
  const g11 = h00 * h22 - s02 * s02;
  const g22 = h00 * h11 - s01 * s01;
  const g01 = s02 * s12 + s01 * h22;
  const g02 = s01 * s12 + s02 * h11;
  const g12 = s01 * s02 + s12 * h00;
  const det = h00 * g00 - s01 * g01 - s02 * g02;
  const minors = g00 + g11 + g22;
  const gap = safeGap * (m00 + m11 + m22);
  if (!(gap > 0 && h00 > 0 && g22 > 0 && minors * safeGap > gap * gap && det > gap * minors)) return 2;

  const inverse = 1 / det;
  const wx = (m21 - m12) * inverse;
  const wy = (m02 - m20) * inverse;
  const wz = (m10 - m01) * inverse;
  axisAngle[0] = g00 * wx + g01 * wy + g02 * wz;
  axisAngle[1] = g01 * wx + g11 * wy + g12 * wz;
  axisAngle[2] = g02 * wx + g12 * wy + g22 * wz;
  return rotate() ? 1 : 0;
}

/**
 * Rotates `r` by the small vector {@link axisAngle}. Returns whether it was so small that another step would
 * not matter.
 */
function rotate(): boolean {
  const x = axisAngle[0];
  const y = axisAngle[1];
  const z = axisAngle[2];
  for (let row = 0; row < 3; row++) {
    const u = r[row];
    const v = r[row + 3];
    const w = r[row + 6];
    r[row] = u + v * z - w * y;
    r[row + 3] = v + w * x - u * z;
    r[row + 6] = w + u * y - v * x;
  }
  // After a step whose square is as small as this the next would be below rounding.
  const lastStep = 1e-17;
  return x * x + y * y + z * z < lastStep;
}

/**
 * Writes to `outR` the rotation nearest to `m` and to `outS` the symmetric matrix with `m` = R S. S has the
 * singular values of `m` as eigenvalues, the smallest one negative where `m` reflects. Returns whether the
 * nearest rotation is unique beyond rounding: it is not where the rank is below two, or where `m` reflects
 * and its two smallest singular values are equal; one of the nearest rotations is given then. Outputs may be
 * the same array as `m`.
 */
export function polarDecompose(outR: Mat3, outS: Mat3, m: ReadonlyMat3): boolean {
  requireLength('outR', outR, 9);
  requireLength('outS', outS, 9);
  let a = readMat3(scratch, m);
  if (!estimate(a)) {
    a = rescaleMat3(scratch, m);
    estimate(a);
  }
  // Usually one or two are enough.
  const maxSteps = 6;
  let state = 0;
  for (let step = 0; state === 0 && step < maxSteps; step++) state = polish(a);
  const unique = state === 1 || nearestRotationJacobi(r, a);
  const unscale = 1 / scratch[mat3ScaleAt];
  for (let column = 0; column < 9; column += 3) {
    const x = a[column] * unscale;
    const y = a[column + 1] * unscale;
    const z = a[column + 2] * unscale;
    s[column] = r[0] * x + r[1] * y + r[2] * z;
    s[column + 1] = r[3] * x + r[4] * y + r[5] * z;
    s[column + 2] = r[6] * x + r[7] * y + r[8] * z;
  }
  s[1] = s[3] = 0.5 * (s[1] + s[3]);
  s[2] = s[6] = 0.5 * (s[2] + s[6]);
  s[5] = s[7] = 0.5 * (s[5] + s[7]);
  storeNine(outR, r);
  storeNine(outS, s);
  return unique;
}
