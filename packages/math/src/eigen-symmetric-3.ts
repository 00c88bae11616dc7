/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix in closed form, safe in every degenerate case.
 *
 * Idea: take the mean of the diagonal out and scale, so that the characteristic polynomial becomes
 * β³ − 3β − 2r with |r| ≤ 1. The root farthest from the other two lies at a distance of at least √3 from them, so
 * Newton's method finds it in three steps from a quadratic guess, and the largest cross product of two rows of
 * B − βI is its eigenvector to full precision, always. The other two eigenpairs live in the plane across it: a 2×2
 * problem, solved by a single Jacobi rotation. Nothing here divides by the distance of eigenvalues that may coincide,
 * which is where the textbook closed form breaks down.
 *
 * Cost: constant, no iteration to convergence, no trigonometric functions (the same bits in every engine).
 * Accuracy: a few rounding errors of the largest eigenvalue in absolute terms. Where small eigenvalues of a graded
 * positive matrix matter to relative precision, use `eigenSymmetric3Jacobi`.
 *
 * Eberly, "A robust eigensolver for 3×3 symmetric matrices", 2014, has the split into the separated eigenvector and
 * a 2×2 rest. We depart from it in finding the root without trigonometry and in the Jacobi rotation at the end.
 */
import { requireLength } from '@colide/core';
import type { mat3, ReadonlyMat3, vec3 } from 'gl-matrix';
import { loadMat3 } from './internal/load-mat3.ts';

const a = /* @__PURE__ */ new Float64Array(10);

/** Coefficients of the guess √3 + r/3 − c r² for the root in [√3, 2]; exact at r = 0 and r = 1. */
const rootAtZero = 1.7320508075688772;
const guessCurvature = 0.06538414090221058;

/**
 * Writes the eigenvalues of the symmetric matrix `m` to `outValues` in descending order, and to the columns of
 * `outVectors` eigenvectors that form a right-handed orthonormal basis. Of a matrix that is not quite symmetric the
 * symmetric part counts. The outputs may be the same array as `m`. Returns `outValues`.
 */
export function eigenSymmetric3(outValues: vec3, outVectors: mat3, m: ReadonlyMat3): vec3 {
  requireLength('outValues', outValues, 3);
  requireLength('outVectors', outVectors, 9);
  loadMat3(a, m);
  const scale = a[9]!;
  let b00 = a[0]!;
  let b11 = a[4]!;
  let b22 = a[8]!;
  let b01 = 0.5 * (a[1]! + a[3]!);
  let b02 = 0.5 * (a[2]! + a[6]!);
  let b12 = 0.5 * (a[5]! + a[7]!);

  const mean = (b00 + b11 + b22) / 3;
  b00 -= mean;
  b11 -= mean;
  b22 -= mean;
  const spread = b00 * b00 + b11 * b11 + b22 * b22 + 2 * (b01 * b01 + b02 * b02 + b12 * b12);
  if (!(spread > 1e-34 * mean * mean)) {
    outValues[0] = outValues[1] = outValues[2] = mean / scale;
    outVectors[0] = outVectors[4] = outVectors[8] = 1;
    outVectors[1] = outVectors[2] = outVectors[3] = outVectors[5] = outVectors[6] = outVectors[7] = 0;
    return outValues;
  }
  const radius = Math.sqrt(spread / 6);
  const inverse = 1 / radius;
  b00 *= inverse;
  b11 *= inverse;
  b22 *= inverse;
  b01 *= inverse;
  b02 *= inverse;
  b12 *= inverse;

  const determinant =
    b00 * (b11 * b22 - b12 * b12) - b01 * (b01 * b22 - b12 * b02) + b02 * (b01 * b12 - b11 * b02);
  const r = Math.min(0.5 * Math.abs(determinant), 1);
  let root = rootAtZero + r * (1 / 3 - r * guessCurvature);
  root -= (root * (root * root - 3) - 2 * r) / (3 * root * root - 3);
  root -= (root * (root * root - 3) - 2 * r) / (3 * root * root - 3);
  root -= (root * (root * root - 3) - 2 * r) / (3 * root * root - 3);
  const isolatedIsLargest = determinant >= 0;
  const beta = isolatedIsLargest ? root : -root;

  // The isolated eigenvector w: B − βI has rank 2 with well separated null space.
  const k00 = b00 - beta;
  const k11 = b11 - beta;
  const k22 = b22 - beta;
  let wx = b01 * b12 - b02 * k11;
  let wy = b02 * b01 - k00 * b12;
  let wz = k00 * k11 - b01 * b01;
  let ww = wx * wx + wy * wy + wz * wz;
  const px = k11 * k22 - b12 * b12;
  const py = b12 * b02 - b01 * k22;
  const pz = b01 * b12 - k11 * b02;
  const pp = px * px + py * py + pz * pz;
  if (pp > ww) {
    wx = px;
    wy = py;
    wz = pz;
    ww = pp;
  }
  const qx = b12 * b02 - k22 * b01;
  const qy = k22 * k00 - b02 * b02;
  const qz = b02 * b01 - b12 * k00;
  const qq = qx * qx + qy * qy + qz * qz;
  if (qq > ww) {
    wx = qx;
    wy = qy;
    wz = qz;
    ww = qq;
  }
  const wScale = 1 / Math.sqrt(ww);
  wx *= wScale;
  wy *= wScale;
  wz *= wScale;

  // A basis u, v of the plane across w, with w, u, v right-handed.
  let ux = 0;
  let uy = 0;
  let uz = 0;
  if (Math.abs(wx) > Math.abs(wy)) {
    const s = 1 / Math.sqrt(wx * wx + wz * wz);
    ux = -wz * s;
    uz = wx * s;
  } else {
    const s = 1 / Math.sqrt(wy * wy + wz * wz);
    uy = wz * s;
    uz = -wy * s;
  }
  const vx = wy * uz - wz * uy;
  const vy = wz * ux - wx * uz;
  const vz = wx * uy - wy * ux;

  // B in that basis.
  const bux = b00 * ux + b01 * uy + b02 * uz;
  const buy = b01 * ux + b11 * uy + b12 * uz;
  const buz = b02 * ux + b12 * uy + b22 * uz;
  const huu = ux * bux + uy * buy + uz * buz;
  const huv = vx * bux + vy * buy + vz * buz;
  const hvv =
    vx * (b00 * vx + b01 * vy + b02 * vz) +
    vy * (b01 * vx + b11 * vy + b12 * vz) +
    vz * (b02 * vx + b12 * vy + b22 * vz);
  const hww =
    wx * (b00 * wx + b01 * wy + b02 * wz) +
    wy * (b01 * wx + b11 * wy + b12 * wz) +
    wz * (b02 * wx + b12 * wy + b22 * wz);

  // One Jacobi rotation in the plane of u and v.
  let tangent = 0;
  if (huv !== 0) {
    const cotangent = (hvv - huu) / (2 * huv);
    const hypotenuse = Math.sqrt(1 + cotangent * cotangent);
    tangent = cotangent >= 0 ? 1 / (cotangent + hypotenuse) : 1 / (cotangent - hypotenuse);
  }
  const cosine = 1 / Math.sqrt(1 + tangent * tangent);
  const sine = tangent * cosine;
  let high = huu - tangent * huv;
  let low = hvv + tangent * huv;
  let hx = cosine * ux - sine * vx;
  let hy = cosine * uy - sine * vy;
  let hz = cosine * uz - sine * vz;
  let lx = sine * ux + cosine * vx;
  let ly = sine * uy + cosine * vy;
  let lz = sine * uz + cosine * vz;
  if (high < low) {
    const value = high;
    high = low;
    low = value;
    const x = hx;
    const y = hy;
    const z = hz;
    hx = lx;
    hy = ly;
    hz = lz;
    lx = -x;
    ly = -y;
    lz = -z;
  }

  const isolated = (mean + radius * hww) / scale;
  high = (mean + radius * high) / scale;
  low = (mean + radius * low) / scale;
  if (isolatedIsLargest) {
    outValues[0] = isolated;
    outValues[1] = high;
    outValues[2] = low;
    outVectors[0] = wx;
    outVectors[1] = wy;
    outVectors[2] = wz;
    outVectors[3] = hx;
    outVectors[4] = hy;
    outVectors[5] = hz;
    outVectors[6] = lx;
    outVectors[7] = ly;
    outVectors[8] = lz;
  } else {
    outValues[0] = high;
    outValues[1] = low;
    outValues[2] = isolated;
    outVectors[0] = hx;
    outVectors[1] = hy;
    outVectors[2] = hz;
    outVectors[3] = lx;
    outVectors[4] = ly;
    outVectors[5] = lz;
    outVectors[6] = wx;
    outVectors[7] = wy;
    outVectors[8] = wz;
  }
  return outValues;
}
