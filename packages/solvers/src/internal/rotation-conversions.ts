/** Unit quaternions and column-major rotation matrices, through arrays with offsets: nothing is boxed. */

/** Writes the rotation matrix of the unit quaternion at `q[at…]` to `out[0…8]`. */
export function rotationOfQuat(out: Float64Array, q: Float64Array, at: number): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  out[0] = 1 - 2 * (y * y + z * z);
  out[1] = 2 * (x * y + z * w);
  out[2] = 2 * (x * z - y * w);
  out[3] = 2 * (x * y - z * w);
  out[4] = 1 - 2 * (x * x + z * z);
  out[5] = 2 * (y * z + x * w);
  out[6] = 2 * (x * z + y * w);
  out[7] = 2 * (y * z - x * w);
  out[8] = 1 - 2 * (x * x + y * y);
}

/** Writes a unit quaternion of the rotation matrix `r` to `out[at…]`, by the largest of its four components (Shepperd). */
export function quatOfRotation(out: Float64Array, at: number, r: Float64Array): void {
  const xx = 1 + r[0] - r[4] - r[8];
  const yy = 1 - r[0] + r[4] - r[8];
  const zz = 1 - r[0] - r[4] + r[8];
  const ww = 1 + r[0] + r[4] + r[8];
  let x = r[5] - r[7];
  let y = r[6] - r[2];
  let z = r[1] - r[3];
  let w = ww;
  if (xx > ww && xx >= yy && xx >= zz) {
    w = x;
    x = xx;
    y = r[1] + r[3];
    z = r[2] + r[6];
  } else if (yy > ww && yy >= zz) {
    w = y;
    x = r[1] + r[3];
    y = yy;
    z = r[5] + r[7];
  } else if (zz > ww) {
    w = z;
    x = r[2] + r[6];
    y = r[5] + r[7];
    z = zz;
  }
  const s = 1 / Math.sqrt(x * x + y * y + z * z + w * w);
  out[at] = x * s;
  out[at + 1] = y * s;
  out[at + 2] = z * s;
  out[at + 3] = w * s;
}
