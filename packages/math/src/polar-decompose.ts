/**
 * Polar decomposition A = R S of a 3×3 matrix: R the rotation nearest to A (determinant +1, whatever the sign of
 * det A), S symmetric. Shape matching and stretch measures are built on it.
 *
 * Idea: R maximises tr(RᵀA), and the maximum λ = σ1 + σ2 ± σ3 is the largest root of a quartic whose coefficients are
 * polynomials in A. Halley's method, started above all roots, falls towards λ in a few steps; R is then a polynomial in A and
 * λ (Markley 1993). That start is accurate unless R is almost ambiguous. It becomes a unit quaternion, and Newton
 * steps on the rotation group (see `internal/rotation-ascent.ts`) polish it, prove that it is the global maximum, or
 * climb there from wherever it is. AᵀA is never decomposed, so nothing is lost on nearly singular matrices:
 * the error of R is a few rounding errors divided by the relative gap (σ2 ± σ3) / σ1, which is the best possible.
 *
 * Cost: constant for ordinary matrices, with one polishing step. Limits: elements up to 1e300; the same bits in every
 * engine, no trigonometry.
 *
 * Markley, "Attitude determination using vector observations: a fast optimal matrix algorithm", J. Astronautical
 * Sciences 41(2), 1993. Higham & Noferini, "An algorithm to compute the polar decomposition of a 3×3 matrix",
 * Numerical Algorithms 73, 2016, solve the same quartic; we depart in the polishing, which makes special cases for
 * small gaps unnecessary.
 */
import { requireLength } from '@colide/core';
import type { mat3, ReadonlyMat3 } from 'gl-matrix';
import { storeNine } from './internal/copy-numbers.ts';
import { loadMat3 } from './internal/load-mat3.ts';
import { rotationAscentStep, rotationFromUnitQuat } from './internal/rotation-ascent.ts';

const a = /* @__PURE__ */ new Float64Array(10);
const q = /* @__PURE__ */ new Float64Array(4);
const r = /* @__PURE__ */ new Float64Array(9);
const stretch = /* @__PURE__ */ new Float64Array(9);

/** The step in radians after which the next would be below rounding. */
const lastStep = 3e-9;
const maxSteps = 100;

/** Writes to `q` Markley's estimate of the nearest rotation to `a`, as a unit quaternion. */
function estimate(): void {
  const a0 = a[0]!;
  const a1 = a[1]!;
  const a2 = a[2]!;
  const a3 = a[3]!;
  const a4 = a[4]!;
  const a5 = a[5]!;
  const a6 = a[6]!;
  const a7 = a[7]!;
  const a8 = a[8]!;
  // AᵀA and the cofactors of A.
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
  const c6 = a1 * a5 - a2 * a4;
  const c7 = a2 * a3 - a0 * a5;
  const c8 = a0 * a4 - a1 * a3;
  const norm2 = g00 + g11 + g22;
  const det = a0 * c0 + a1 * c1 + a2 * c2;
  const cofactors2 = c0 * c0 + c1 * c1 + c2 * c2 + c3 * c3 + c4 * c4 + c5 * c5 + c6 * c6 + c7 * c7 + c8 * c8;

  let lambda = Math.sqrt(3 * norm2);
  for (let i = 0; i < 12; i++) {
    const e = lambda * lambda - norm2;
    const value = e * e - 8 * det * lambda - 4 * cofactors2;
    const slope = 4 * (lambda * e - 2 * det);
    const step = (value * slope) / (slope * slope - 2 * value * (2 * lambda * lambda + e));
    if (!(step > 0)) break;
    lambda -= step;
    if (step < 3e-4 * lambda) break;
  }

  // zeta · R = p A + λ cof A − A AᵀA
  const kappa = 0.5 * (lambda * lambda - norm2);
  const zeta = kappa * lambda - det;
  const p = kappa + norm2;
  const r00 = p * a0 + lambda * c0 - (a0 * g00 + a3 * g01 + a6 * g02);
  const r10 = p * a1 + lambda * c1 - (a1 * g00 + a4 * g01 + a7 * g02);
  const r20 = p * a2 + lambda * c2 - (a2 * g00 + a5 * g01 + a8 * g02);
  const r01 = p * a3 + lambda * c3 - (a0 * g01 + a3 * g11 + a6 * g12);
  const r11 = p * a4 + lambda * c4 - (a1 * g01 + a4 * g11 + a7 * g12);
  const r21 = p * a5 + lambda * c5 - (a2 * g01 + a5 * g11 + a8 * g12);
  const r02 = p * a6 + lambda * c6 - (a0 * g02 + a3 * g12 + a6 * g22);
  const r12 = p * a7 + lambda * c7 - (a1 * g02 + a4 * g12 + a7 * g22);
  const r22 = p * a8 + lambda * c8 - (a2 * g02 + a5 * g12 + a8 * g22);

  // The column of 4 zeta q qᵀ with the largest diagonal element.
  const qw = zeta + r00 + r11 + r22;
  const qx = zeta + r00 - r11 - r22;
  const qy = zeta - r00 + r11 - r22;
  const qz = zeta - r00 - r11 + r22;
  let x = r21 - r12;
  let y = r02 - r20;
  let z = r10 - r01;
  let w = qw;
  if (qx > qw && qx >= qy && qx >= qz) {
    w = x;
    x = qx;
    y = r10 + r01;
    z = r20 + r02;
  } else if (qy > qw && qy >= qz) {
    w = y;
    x = r10 + r01;
    y = qy;
    z = r21 + r12;
  } else if (qz > qw) {
    w = z;
    x = r20 + r02;
    y = r21 + r12;
    z = qz;
  }
  const length2 = x * x + y * y + z * z + w * w;
  if (length2 > 0) {
    const s = 1 / Math.sqrt(length2);
    q[0] = x * s;
    q[1] = y * s;
    q[2] = z * s;
    q[3] = w * s;
  } else {
    q[0] = q[1] = q[2] = 0;
    q[3] = 1;
  }
}

/**
 * Writes to `outR` the rotation nearest to `m` and to `outS` the symmetric matrix with `m` = R S. S has the singular
 * values of `m` as eigenvalues, the smallest one negative where `m` reflects. Returns whether the nearest rotation
 * is unique beyond rounding: it is not where the rank is below two, or where `m` reflects and its two smallest
 * singular values are equal; one of the nearest rotations is given then. Outputs may be the same array as `m`.
 */
export function polarDecompose(outR: mat3, outS: mat3, m: ReadonlyMat3): boolean {
  requireLength('outR', outR, 9);
  requireLength('outS', outS, 9);
  loadMat3(a, m);
  estimate();
  let arrival = 0;
  for (let step = 0; arrival === 0 && step < maxSteps; step++)
    arrival = rotationAscentStep(q, r, a, lastStep);
  rotationFromUnitQuat(r, q);

  const r0 = r[0]!;
  const r1 = r[1]!;
  const r2 = r[2]!;
  const r3 = r[3]!;
  const r4 = r[4]!;
  const r5 = r[5]!;
  const r6 = r[6]!;
  const r7 = r[7]!;
  const r8 = r[8]!;
  const a0 = a[0]!;
  const a1 = a[1]!;
  const a2 = a[2]!;
  const a3 = a[3]!;
  const a4 = a[4]!;
  const a5 = a[5]!;
  const a6 = a[6]!;
  const a7 = a[7]!;
  const a8 = a[8]!;
  const scale = a[9]!;
  const s00 = r0 * a0 + r1 * a1 + r2 * a2;
  const s11 = r3 * a3 + r4 * a4 + r5 * a5;
  const s22 = r6 * a6 + r7 * a7 + r8 * a8;
  const s01 = 0.5 * (r0 * a3 + r1 * a4 + r2 * a5 + r3 * a0 + r4 * a1 + r5 * a2);
  const s02 = 0.5 * (r0 * a6 + r1 * a7 + r2 * a8 + r6 * a0 + r7 * a1 + r8 * a2);
  const s12 = 0.5 * (r3 * a6 + r4 * a7 + r5 * a8 + r6 * a3 + r7 * a4 + r8 * a5);

  stretch[0] = s00 / scale;
  stretch[4] = s11 / scale;
  stretch[8] = s22 / scale;
  stretch[1] = stretch[3] = s01 / scale;
  stretch[2] = stretch[6] = s02 / scale;
  stretch[5] = stretch[7] = s12 / scale;
  storeNine(outR, r);
  storeNine(outS, stretch);
  return arrival === 1;
}
