/** Operations on 3×3 inertia tensors (column-major, symmetric). */
import type { Mat3 } from '@colide/core';

/** Writes a diagonal tensor. */
export function inertiaDiagonal(out: Mat3, x: number, y: number, z: number): Mat3 {
  out[0] = x;
  out[1] = 0;
  out[2] = 0;
  out[3] = 0;
  out[4] = y;
  out[5] = 0;
  out[6] = 0;
  out[7] = 0;
  out[8] = z;
  return out;
}

/** Adds the inertia of a point mass at (x, y, z): the parallel-axis term m (|r|² 1 − r rᵀ). */
export function inertiaAddPoint(out: Mat3, mass: number, x: number, y: number, z: number): Mat3 {
  const xy = -mass * x * y;
  const xz = -mass * x * z;
  const yz = -mass * y * z;
  out[0] += mass * (y * y + z * z);
  out[1] += xy;
  out[2] += xz;
  out[3] += xy;
  out[4] += mass * (x * x + z * z);
  out[5] += yz;
  out[6] += xz;
  out[7] += yz;
  out[8] += mass * (x * x + y * y);
  return out;
}

/** Writes R · tensor · Rᵀ, with `rotation` a column-major 3×3 rotation; `out` may be `tensor`. */
export function inertiaRotate(out: Mat3, tensor: ArrayLike<number>, rotation: ArrayLike<number>): Mat3 {
  const xx = tensor[0];
  const xy = tensor[1];
  const xz = tensor[2];
  const yy = tensor[4];
  const yz = tensor[5];
  const zz = tensor[8];
  for (let column = 0; column < 3; column++) {
    const rx = rotation[column];
    const ry = rotation[column + 3];
    const rz = rotation[column + 6];
    const tx = xx * rx + xy * ry + xz * rz;
    const ty = xy * rx + yy * ry + yz * rz;
    const tz = xz * rx + yz * ry + zz * rz;
    for (let row = 0; row < 3; row++) {
      out[3 * column + row] = rotation[row] * tx + rotation[row + 3] * ty + rotation[row + 6] * tz;
    }
  }
  return out;
}
