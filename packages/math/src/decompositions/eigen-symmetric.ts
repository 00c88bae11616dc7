/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix in closed form, safe in every degenerate case.
 *
 * Idea: take the mean of the diagonal out and scale, so that the characteristic polynomial becomes β³ − 3β −
 * 2r with |r| ≤ 1. The root farthest from the other two lies at a distance of at least √3 from them, so one
 * step of Halley's method finds it from a polynomial guess, and the largest column of the adjugate of B − βI
 * is its eigenvector to full precision, always. The other two eigenpairs live in the plane perpendicular to
 * it: a 2×2 problem, solved by a single rotation. Nothing here divides by the distance of eigenvalues that
 * may coincide, which is where the textbook closed form breaks down.
 *
 * Cost: constant, no iteration to convergence, no trigonometric functions (the same bits in every engine).
 * Accuracy: a few rounding errors of the largest eigenvalue in absolute terms. Where small eigenvalues of a
 * graded positive matrix matter to relative precision, use `eigenSymmetricJacobi`.
 *
 * Eberly, "A robust eigensolver for 3×3 symmetric matrices", 2014, has the split into the separated
 * eigenvector and a 2×2 rest. We depart from it in finding the root without trigonometry.
 */
import { type Mat3, type ReadonlyMat3, requireLength, type Vec3 } from '@colide/core';
import { storeNine, storeNumbers } from './internal/copy-numbers.ts';
import { loadMat3, mat3ScaleAt, mat3ScratchSize } from './internal/load-mat3.ts';

const scratch = /* @__PURE__ */ new Float64Array(mat3ScratchSize);
/**
 * The state of the computation, in an array because V8 would box numbers passed from function to function.
 *
 * | from | what |
 * | ---: | --- |
 * | 0 | the diagonal of B |
 * | 3 | b01, b02, b12 |
 * | 6 | w, the isolated eigenvector |
 * | 9 | u, a unit vector perpendicular to w |
 * | 12 | β, the eigenvalue of w |
 * | 13 | mean, radius and scale: where B has the eigenvalue β, `m` has (mean + radius β) / scale |
 */
const work = /* @__PURE__ */ new Float64Array(16);
const sidesAt = 3;
const wAt = 6;
const uAt = 9;
const betaAt = 12;
const meanAt = 13;
const radiusAt = 14;
const scaleAt = 15;
const scratchValues = /* @__PURE__ */ new Float64Array(3);
const scratchVectors = /* @__PURE__ */ new Float64Array(9);

/**
 * Coefficients of a polynomial in r that meets the root in [√3, 2] to 1e-5, interpolated at Chebyshev points.
 */
const guess0 = 1.732060864;
const guess1 = 0.332823444;
const guess2 = -0.091843866;
const guess3 = 0.035024377;
const guess4 = -0.008070797;

/**
 * Writes the eigenvalues of the symmetric matrix `m` to `outValues` in descending order, and to the columns
 * of `outVectors` eigenvectors that form a right-handed orthonormal basis. If a matrix is not quite
 * symmetric, its symmetric part is used. The outputs may be the same array as `m`. Returns `outValues`.
 */
export function eigenSymmetric(outValues: Vec3, outVectors: Mat3, m: ReadonlyMat3): Vec3 {
  requireLength('outValues', outValues, 3);
  requireLength('outVectors', outVectors, 9);
  const a = loadMat3(scratch, m);
  const scale = scratch[mat3ScaleAt];
  let b00 = a[0];
  let b11 = a[4];
  let b22 = a[8];
  let b01 = 0.5 * (a[1] + a[3]);
  let b02 = 0.5 * (a[2] + a[6]);
  let b12 = 0.5 * (a[5] + a[7]);

  const values = outValues instanceof Float64Array ? outValues : scratchValues;
  const vectors = outVectors instanceof Float64Array ? outVectors : scratchVectors;
  const mean = (b00 + b11 + b22) / 3;
  b00 -= mean;
  b11 -= mean;
  b22 -= mean;
  const spread = b00 * b00 + b11 * b11 + b22 * b22 + 2 * (b01 * b01 + b02 * b02 + b12 * b12);
  if (!(spread > 1e-34 * mean * mean)) {
    for (let i = 0; i < 3; i++) values[i] = mean / scale;
    for (let i = 0; i < 9; i++) vectors[i] = i % 4 === 0 ? 1 : 0;
    return finish(outValues, outVectors, values, vectors);
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
  const root = farthestRoot(Math.min(0.5 * Math.abs(determinant), 1));
  work[0] = b00;
  work[1] = b11;
  work[2] = b22;
  work[sidesAt] = b01;
  work[sidesAt + 1] = b02;
  work[sidesAt + 2] = b12;
  work[betaAt] = determinant >= 0 ? root : -root;
  work[meanAt] = mean;
  work[radiusAt] = radius;
  work[scaleAt] = scale;
  separateVector();
  solvePlane(values, vectors);
  return finish(outValues, outVectors, values, vectors);
}

/** The largest root of β³ − 3β − 2r, for r from 0 to 1: a guess and one step of Halley's method. */
function farthestRoot(r: number): number {
  const root = guess0 + r * (guess1 + r * (guess2 + r * (guess3 + r * guess4)));
  const value = root * (root * root - 3) - 2 * r;
  const slope = 3 * root * root - 3;
  return root - (value * slope) / (slope * slope - 3 * root * value);
}

/**
 * Writes the isolated eigenvector w and a unit vector u perpendicular to it. w spans the null space of K = B
 * − βI, and adj K = const · w wᵀ with a large constant. So the column of adj K with the largest diagonal
 * element is w; u is perpendicular to w and uses its largest component.
 */
function separateVector(): void {
  const b01 = work[sidesAt];
  const b02 = work[sidesAt + 1];
  const b12 = work[sidesAt + 2];
  const beta = work[betaAt];
  const k00 = work[0] - beta;
  const k11 = work[1] - beta;
  const k22 = work[2] - beta;
  const adj00 = k11 * k22 - b12 * b12;
  const adj11 = k22 * k00 - b02 * b02;
  const adj22 = k00 * k11 - b01 * b01;
  let wx = 0;
  let wy = 0;
  let wz = 0;
  let ux = 0;
  let uy = 0;
  let uz = 0;
  if (adj00 >= adj11 && adj00 >= adj22) {
    wx = adj00;
    wy = b12 * b02 - b01 * k22;
    wz = b01 * b12 - k11 * b02;
    ux = -wy;
    uy = wx;
  } else if (adj11 >= adj22) {
    wx = b12 * b02 - k22 * b01;
    wy = adj11;
    wz = b02 * b01 - b12 * k00;
    uy = -wz;
    uz = wy;
  } else {
    wx = b01 * b12 - b02 * k11;
    wy = b02 * b01 - k00 * b12;
    wz = adj22;
    uz = -wx;
    ux = wz;
  }
  const wScale = 1 / Math.sqrt(wx * wx + wy * wy + wz * wz);
  const uScale = 1 / Math.sqrt(ux * ux + uy * uy + uz * uz);
  work[wAt] = wx * wScale;
  work[wAt + 1] = wy * wScale;
  work[wAt + 2] = wz * wScale;
  work[uAt] = ux * uScale;
  work[uAt + 1] = uy * uScale;
  work[uAt + 2] = uz * uScale;
}

/** Solves the 2×2 problem in the plane perpendicular to w and writes all results. */
function solvePlane(values: Float64Array, vectors: Float64Array): void {
  const b01 = work[sidesAt];
  const b02 = work[sidesAt + 1];
  const b12 = work[sidesAt + 2];
  const wx = work[wAt];
  const wy = work[wAt + 1];
  const wz = work[wAt + 2];
  const ux = work[uAt];
  const uy = work[uAt + 1];
  const uz = work[uAt + 2];
  const beta = work[betaAt];
  const mean = work[meanAt];
  const radius = work[radiusAt];
  const scale = work[scaleAt];
  const vx = wy * uz - wz * uy;
  const vy = wz * ux - wx * uz;
  const vz = wx * uy - wy * ux;

  // B in the plane of u and v; its trace is zero, so the last element follows.
  const bux = work[0] * ux + b01 * uy + b02 * uz;
  const buy = b01 * ux + work[1] * uy + b12 * uz;
  const buz = b02 * ux + b12 * uy + work[2] * uz;
  const huu = ux * bux + uy * buy + uz * buz;
  const huv = vx * bux + vy * buy + vz * buz;
  const difference = 2 * huu + beta;
  const hypotenuse = Math.sqrt(difference * difference + 4 * huv * huv);

  // One rotation there, by the half of the angle with cosine difference / hypotenuse, to the larger
  // eigenvalue. Eigenvalues so close that their squared distance would be denormal count as equal.
  let cosine = 1;
  let sine = 0;
  if (hypotenuse > 1e-140) {
    const larger = Math.sqrt(0.5 + (0.5 * Math.abs(difference)) / hypotenuse);
    const smaller = huv / (hypotenuse * larger);
    cosine = difference >= 0 ? larger : Math.abs(smaller);
    sine = difference >= 0 ? smaller : huv >= 0 ? larger : -larger;
  }
  // The isolated eigenvalue is the largest or the smallest of the three.
  const isolatedAt = beta >= 0 ? 0 : 2;
  const highAt = beta >= 0 ? 1 : 0;
  const lowAt = highAt + 1;
  values[isolatedAt] = (mean + radius * beta) / scale;
  values[highAt] = (mean + 0.5 * radius * (hypotenuse - beta)) / scale;
  values[lowAt] = (mean - 0.5 * radius * (hypotenuse + beta)) / scale;
  vectors[3 * isolatedAt] = wx;
  vectors[3 * isolatedAt + 1] = wy;
  vectors[3 * isolatedAt + 2] = wz;
  vectors[3 * highAt] = cosine * ux + sine * vx;
  vectors[3 * highAt + 1] = cosine * uy + sine * vy;
  vectors[3 * highAt + 2] = cosine * uz + sine * vz;
  vectors[3 * lowAt] = cosine * vx - sine * ux;
  vectors[3 * lowAt + 1] = cosine * vy - sine * uy;
  vectors[3 * lowAt + 2] = cosine * vz - sine * uz;
}

/** Copies results that are not where they belong yet. */
function finish(outValues: Vec3, outVectors: Mat3, values: Float64Array, vectors: Float64Array): Vec3 {
  if (values !== outValues) storeNumbers(outValues, values, 3);
  if (vectors !== outVectors) storeNine(outVectors, vectors);
  return outValues;
}
