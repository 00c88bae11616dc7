/**
 * Gram–Schmidt on the first two columns of `m`; the third becomes their cross product, whatever it was. Where a column
 * vanishes (or its square would be denormal) or hardly differs from the one before, some direction across is taken.
 * The result is a rotation always.
 */
export function orthonormalize(m: Float64Array): void {
  let ax = m[0]!;
  let ay = m[1]!;
  let az = m[2]!;
  let bx = m[3]!;
  let by = m[4]!;
  let bz = m[5]!;
  let s = ax * ax + ay * ay + az * az;
  if (s > 0) {
    s = 1 / Math.sqrt(s);
    ax *= s;
    ay *= s;
    az *= s;
  } else ax = 1;
  const before = bx * bx + by * by + bz * bz;
  const along = ax * bx + ay * by + az * bz;
  bx -= along * ax;
  by -= along * ay;
  bz -= along * az;
  s = bx * bx + by * by + bz * bz;
  if (!(s > 0.25 * before && s > 1e-290)) {
    const flat = Math.abs(ax) > 0.7;
    bx = flat ? ay : 0;
    by = flat ? -ax : az;
    bz = flat ? 0 : -ay;
    s = bx * bx + by * by + bz * bz;
  }
  s = 1 / Math.sqrt(s);
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
