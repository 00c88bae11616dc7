/**
 * Gram–Schmidt on the first two columns of `m`, which must not be parallel; the third becomes their cross
 * product.
 */
export function orthonormalize(m: Float64Array): void {
  let ax = m[0];
  let ay = m[1];
  let az = m[2];
  let bx = m[3];
  let by = m[4];
  let bz = m[5];
  let s = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  ax *= s;
  ay *= s;
  az *= s;
  s = ax * bx + ay * by + az * bz;
  bx -= s * ax;
  by -= s * ay;
  bz -= s * az;
  s = 1 / Math.sqrt(bx * bx + by * by + bz * bz);
  bx *= s;
  by *= s;
  bz *= s;
  m[0] = ax;
  m[1] = ay;
  m[2] = az;
  m[3] = bx;
  m[4] = by;
  m[5] = bz;
  m[6] = ay * bz - az * by;
  m[7] = az * bx - ax * bz;
  m[8] = ax * by - ay * bx;
}
