/**
 * Replaces `x` by the solution of `m y = x`, m symmetric as xx, yy, zz, xy, xz, yz. A singular m, such as the
 * inertia of a rod, gives the zero vector.
 */
export function solveSymmetric(x: Float64Array, m: Float64Array): void {
  const c00 = m[1] * m[2] - m[5] * m[5];
  const c01 = m[4] * m[5] - m[3] * m[2];
  const c02 = m[3] * m[5] - m[4] * m[1];
  const determinant = m[0] * c00 + m[3] * c01 + m[4] * c02;
  const inverse = Math.abs(determinant) > 1e-30 * Math.abs(m[0] * m[1] * m[2]) ? 1 / determinant : 0;
  const c11 = m[0] * m[2] - m[4] * m[4];
  const c12 = m[3] * m[4] - m[0] * m[5];
  const c22 = m[0] * m[1] - m[3] * m[3];
  const a = x[0];
  const b = x[1];
  const c = x[2];
  x[0] = inverse * (c00 * a + c01 * b + c02 * c);
  x[1] = inverse * (c01 * a + c11 * b + c12 * c);
  x[2] = inverse * (c02 * a + c12 * b + c22 * c);
}
