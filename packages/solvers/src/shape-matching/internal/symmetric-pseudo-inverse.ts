/**
 * Pseudo-inverse of a symmetric positive semidefinite n×n matrix, n ≤ 9, by cyclic Jacobi rotations.
 * Directions in which the matrix is zero beyond rounding stay zero, so that flat and straight shapes need no
 * special treatment.
 */

const maxOrder = 9;
const work = /* @__PURE__ */ new Float64Array(maxOrder * maxOrder);
const vectors = /* @__PURE__ */ new Float64Array(maxOrder * maxOrder);
const maxSweeps = 30;

/** Eigenvalues below this fraction of the largest count as zero. */
const rankTolerance = 1e-12;

/** One Jacobi rotation that zeroes element (p, q) of {@link work}. */
function rotate(n: number, p: number, q: number): void {
  const apq = work[n * q + p];
  const theta = (work[n * q + q] - work[n * p + p]) / (2 * apq);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const kp = work[n * p + k];
    const kq = work[n * q + k];
    work[n * p + k] = c * kp - s * kq;
    work[n * q + k] = s * kp + c * kq;
  }
  for (let k = 0; k < n; k++) {
    const pk = work[n * k + p];
    const qk = work[n * k + q];
    work[n * k + p] = c * pk - s * qk;
    work[n * k + q] = s * pk + c * qk;
  }
  for (let k = 0; k < n; k++) {
    const kp = vectors[n * p + k];
    const kq = vectors[n * q + k];
    vectors[n * p + k] = c * kp - s * kq;
    vectors[n * q + k] = s * kp + c * kq;
  }
}

/** Replaces the n×n matrix at `m[at…]` by its pseudo-inverse. Returns its rank. */
export function invertSymmetric(m: Float64Array, at: number, n: number): number {
  for (let k = 0; k < n * n; k++) {
    work[k] = m[at + k];
    vectors[k] = k % (n + 1) === 0 ? 1 : 0;
  }
  for (let sweep = 0; sweep < maxSweeps; sweep++) {
    let rotations = 0;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        const scale = Math.sqrt(Math.abs(work[n * p + p] * work[n * q + q]));
        if (Math.abs(work[n * q + p]) <= 1e-17 * scale || Math.abs(work[n * q + p]) < 1e-300) continue;
        rotate(n, p, q);
        rotations++;
      }
    if (rotations === 0) break;
  }
  let largest = 0;
  for (let k = 0; k < n; k++) largest = Math.max(largest, work[(n + 1) * k]);
  let rank = 0;
  for (let k = 0; k < n * n; k++) m[at + k] = 0;
  for (let k = 0; k < n; k++) {
    const value = work[(n + 1) * k];
    if (!(value > rankTolerance * largest)) continue;
    rank++;
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) m[at + n * i + j] += (vectors[n * k + i] * vectors[n * k + j]) / value;
  }
  return rank;
}
