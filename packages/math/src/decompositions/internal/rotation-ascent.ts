/**
 * The rotation R nearest to a matrix A maximises f(R) = tr(RᵀA). This is the climb behind `extractRotation`:
 * Newton's method on the rotation group with an exact line search.
 *
 * With M = RᵀA and S its symmetric part, rotating R by the angle θ about the unit axis n (in R's own frame)
 * gives
 *   f(θ) = const + b cos θ + c sin θ,   b = nᵀHn,  c = n·w,
 * where w is the axial vector of M − Mᵀ and H = tr(S) I − S. So the best angle about any axis is known in
 * closed form and every step climbs. Newton's axis d = H⁻¹w has b = d·w/|d|² and c = d·w/|d|, that is tan θ =
 * |d|. Where H is not positive definite we are beyond the inflection, or at a saddle or minimum with w = 0:
 * there the axis is w itself or the axis of most negative curvature, whichever climbs higher. At a maximum H
 * is positive semidefinite with eigenvalues σ1 + σ2, σ1 ± σ3, σ2 ± σ3 (minus for a reflecting A), and only at
 * the global maximum: a local one that is not global does not exist.
 */
import { rotationFromUnitQuat } from '../../frames/rotation.ts';
import { eigenSymmetric } from '../eigen-symmetric.ts';

const symmetric = /* @__PURE__ */ new Float64Array(9);
const eigenvalues = /* @__PURE__ */ new Float64Array(3);
const eigenvectors = /* @__PURE__ */ new Float64Array(9);

/**
 * Passed between functions in arrays, because arguments would be boxed: w and the noise, and the rotation to
 * apply.
 */
const torque = /* @__PURE__ */ new Float64Array(4);
const by = /* @__PURE__ */ new Float64Array(4);

/** Rounding errors of w and H stay below this, relative to the norm of A. */
const noise = 1e-15;

/** A least eigenvalue of H below this, relative to the trace of S, makes the eigenbasis worth its cost. */
const safeGap = 1e-4;

/** Replaces the unit quaternion `q` by the product with `by`, normalised. */
function rotate(q: Float64Array): void {
  const qx = q[0];
  const qy = q[1];
  const qz = q[2];
  const qw = q[3];
  const x = by[0];
  const y = by[1];
  const z = by[2];
  const w = by[3];
  const nx = qx * w + qw * x + qy * z - qz * y;
  const ny = qy * w + qw * y + qz * x - qx * z;
  const nz = qz * w + qw * z + qx * y - qy * x;
  const nw = qw * w - qx * x - qy * y - qz * z;
  const s = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
  q[0] = nx * s;
  q[1] = ny * s;
  q[2] = nz * s;
  q[3] = nw * s;
}

/**
 * One step of the climb from the unit quaternion `q`; `r` receives the rotation matrix of `q` as it was
 * before. Returns whether `q` has reached a maximum: it did not need to move, or it moved by an angle of at
 * most `tolerance`, so that another step would change nothing, convergence being quadratic. `a` must be
 * finite and not extreme.
 *
 * In one piece, though `polish` in `polar-decompose.ts` begins alike: with M and the adjugate of H in a
 * function of both, which hands sixteen numbers over in an array, the climb took 1.1 times as long (Node 20).
 */
export function rotationAscentStep(
  q: Float64Array,
  r: Float64Array,
  a: Float64Array,
  tolerance: number,
): boolean {
  rotationFromUnitQuat(r, q);
  const a0 = a[0];
  const a1 = a[1];
  const a2 = a[2];
  const a3 = a[3];
  const a4 = a[4];
  const a5 = a[5];
  const a6 = a[6];
  const a7 = a[7];
  const a8 = a[8];
  const r0 = r[0];
  const r1 = r[1];
  const r2 = r[2];
  const r3 = r[3];
  const r4 = r[4];
  const r5 = r[5];
  const r6 = r[6];
  const r7 = r[7];
  const r8 = r[8];
  const m00 = r0 * a0 + r1 * a1 + r2 * a2;
  const m10 = r3 * a0 + r4 * a1 + r5 * a2;
  const m20 = r6 * a0 + r7 * a1 + r8 * a2;
  const m01 = r0 * a3 + r1 * a4 + r2 * a5;
  const m11 = r3 * a3 + r4 * a4 + r5 * a5;
  const m21 = r6 * a3 + r7 * a4 + r8 * a5;
  const m02 = r0 * a6 + r1 * a7 + r2 * a8;
  const m12 = r3 * a6 + r4 * a7 + r5 * a8;
  const m22 = r6 * a6 + r7 * a7 + r8 * a8;
  const wx = m21 - m12;
  const wy = m02 - m20;
  const wz = m10 - m01;
  const s01 = 0.5 * (m10 + m01);
  const s02 = 0.5 * (m20 + m02);
  const s12 = 0.5 * (m21 + m12);
  const gradient = wx * wx + wy * wy + wz * wz;
  const norm2 = a0 * a0 + a1 * a1 + a2 * a2 + a3 * a3 + a4 * a4 + a5 * a5 + a6 * a6 + a7 * a7 + a8 * a8;

  // Newton's axis H⁻¹w = adj(H) w / det H. The least eigenvalue of H is at least det H over the sum of its
  // minors.
  const trace = m00 + m11 + m22;
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
  const gap = safeGap * trace;
  if (gap > 0 && h00 > 0 && g22 > 0 && minors > gap * trace && det > gap * minors) {
    if (gradient <= noise * noise * norm2) return true;
    const inverse = 1 / det;
    const x = (g00 * wx + g01 * wy + g02 * wz) * inverse;
    const y = (g01 * wx + g11 * wy + g12 * wz) * inverse;
    const z = (g02 * wx + g12 * wy + g22 * wz) * inverse;
    const dd = x * x + y * y + z * z;
    by[0] = x;
    by[1] = y;
    by[2] = z;
    by[3] = 1 + Math.sqrt(1 + dd);
    rotate(q);
    return dd <= tolerance * tolerance;
  }

  symmetric[0] = m00;
  symmetric[4] = m11;
  symmetric[8] = m22;
  symmetric[1] = symmetric[3] = s01;
  symmetric[2] = symmetric[6] = s02;
  symmetric[5] = symmetric[7] = s12;
  torque[0] = wx;
  torque[1] = wy;
  torque[2] = wz;
  torque[3] = noise * Math.sqrt(norm2);
  return stepInEigenbasis(q);
}

/**
 * The step where H is indefinite or close to singular. H has the eigenvectors of S, and its eigenvalues are
 * sums of two of those of S. Returns whether `q` is at a maximum.
 */
function stepInEigenbasis(q: Float64Array): boolean {
  eigenSymmetric(eigenvalues, eigenvectors, symmetric);
  const wx = torque[0];
  const wy = torque[1];
  const wz = torque[2];
  const floor = torque[3];
  const slope = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const curvature = eigenvalues[1] + eigenvalues[2];
  if (curvature < -4 * floor) climb(q);
  else if (slope > floor) newtonInEigenbasis(q);
  else return true;
  return false;
}

/**
 * Newton's step, with H diagonal in the basis of its eigenvectors and vanishing curvatures raised to the
 * noise.
 */
function newtonInEigenbasis(q: Float64Array): void {
  const wx = torque[0];
  const wy = torque[1];
  const wz = torque[2];
  const trace = eigenvalues[0] + eigenvalues[1] + eigenvalues[2];
  const floor = torque[3];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < 3; i++) {
    const ex = eigenvectors[3 * i];
    const ey = eigenvectors[3 * i + 1];
    const ez = eigenvectors[3 * i + 2];
    const c = (ex * wx + ey * wy + ez * wz) / Math.max(trace - eigenvalues[i], floor);
    x += c * ex;
    y += c * ey;
    z += c * ez;
  }
  by[0] = x;
  by[1] = y;
  by[2] = z;
  by[3] = 1 + Math.sqrt(1 + x * x + y * y + z * z);
  rotate(q);
}

/**
 * The best rotation about the axis of most negative curvature or about the gradient, whichever climbs higher.
 */
function climb(q: Float64Array): void {
  const wx = torque[0];
  const wy = torque[1];
  const wz = torque[2];
  const slope = Math.sqrt(wx * wx + wy * wy + wz * wz);
  let nx = eigenvectors[0];
  let ny = eigenvectors[1];
  let nz = eigenvectors[2];
  let b = eigenvalues[1] + eigenvalues[2];
  let c = nx * wx + ny * wy + nz * wz;
  if (slope > 0) {
    const gx = wx / slope;
    const gy = wy / slope;
    const gz = wz / slope;
    const trace = eigenvalues[0] + b;
    let curvature = 0;
    for (let i = 0; i < 3; i++) {
      const along = eigenvectors[3 * i] * gx + eigenvectors[3 * i + 1] * gy + eigenvectors[3 * i + 2] * gz;
      curvature += (trace - eigenvalues[i]) * along * along;
    }
    if (Math.sqrt(curvature * curvature + slope * slope) - curvature > Math.sqrt(b * b + c * c) - b) {
      nx = gx;
      ny = gy;
      nz = gz;
      b = curvature;
      c = slope;
    }
  }
  if (c < 0) {
    nx = -nx;
    ny = -ny;
    nz = -nz;
    c = -c;
  }
  // tan(θ/2) = c / (h + b) = (h − b) / c: the form that does not cancel.
  const h = Math.sqrt(b * b + c * c);
  const sine = b > 0 ? c : h - b;
  const cosine = b > 0 ? h + b : c;
  by[0] = nx * sine;
  by[1] = ny * sine;
  by[2] = nz * sine;
  by[3] = cosine;
  rotate(q);
}
