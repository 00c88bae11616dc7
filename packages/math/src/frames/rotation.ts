/**
 * Conversions between rotations as quaternions x, y, z, w and as column-major 3×3 matrices. Flat arrays with
 * offsets, so that no number is boxed and nothing is copied. Unchecked, no allocation.
 *
 * The conversion from a matrix starts with the largest of the four components: S. W. Shepperd, "Quaternion
 * from rotation matrix", J. Guidance and Control 1(3), 1978.
 */
import type { Mat3, ReadonlyNumbers } from '@colide/core';

/**
 * Writes to `out` the rotation matrix of the quaternion at `q[at]`, which must have unit length. Solvers call
 * it for every body in every step, so it accepts one kind of array only.
 */
export function rotationFromUnitQuat(out: Float64Array, q: Float64Array, at = 0): void {
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

/**
 * Writes to `out` the rotation matrix of the quaternion at `q[at]`, of any length but zero: the length is
 * divided out, so a quaternion of 32-bit floats also gives columns that are orthonormal to double precision.
 */
export function rotationFromQuat(out: Mat3, q: ReadonlyNumbers, at = 0): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[0] = 1 - s * (y * y + z * z);
  out[1] = s * (x * y + w * z);
  out[2] = s * (x * z - w * y);
  out[3] = s * (x * y - w * z);
  out[4] = 1 - s * (x * x + z * z);
  out[5] = s * (y * z + w * x);
  out[6] = s * (x * z + w * y);
  out[7] = s * (y * z - w * x);
  out[8] = 1 - s * (x * x + y * y);
}

/** Writes to `out[at]` and the three numbers after it a unit quaternion of the rotation matrix `r`. */
export function quatFromRotation(out: Float64Array, at: number, r: Float64Array): void {
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
