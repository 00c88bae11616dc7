/**
 * Rotation matrices and frames from quaternions. The quaternion need not have exact unit length (one stored
 * as 32-bit floats does not): its length is divided out, so the columns are orthonormal to double precision.
 */

import type { ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { originAt } from './layouts.ts';

/** Writes the frame of a pose to `out`: the columns of the rotation matrix, then the translation. */
export function poseFrame(out: Float64Array, position: ReadonlyVec3, rotation: ReadonlyQuat): void {
  rotationColumns(out, rotation);
  out[originAt] = position[0];
  out[originAt + 1] = position[1];
  out[originAt + 2] = position[2];
}

/**
 * {@link poseFrame} of pose i of many: three numbers per position, four per rotation. A function of its own,
 * so that bulk arrays of another kind do not slow down single poses.
 */
export function poseFrameOf(
  out: Float64Array,
  i: number,
  positions: ArrayLike<number>,
  rotations: ArrayLike<number>,
): void {
  rotationColumns(out, rotations, 4 * i);
  out[originAt] = positions[3 * i];
  out[originAt + 1] = positions[3 * i + 1];
  out[originAt + 2] = positions[3 * i + 2];
}

/**
 * Writes the columns of the rotation matrix of `q` to `out`: image of x, image of y, image of z. The formula
 * is that of `rotationFromQuat` in @colide/math, but with the factor multiplied in first. The last bits
 * therefore differ, and the bits of volumes must not change.
 */
export function rotationColumns(out: Float64Array, q: ReadonlyQuat | ArrayLike<number>, at = 0): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  const w = q[at + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  const xs = x * s;
  const ys = y * s;
  const zs = z * s;
  out[0] = 1 - (y * ys + z * zs);
  out[1] = x * ys + w * zs;
  out[2] = x * zs - w * ys;
  out[3] = x * ys - w * zs;
  out[4] = 1 - (x * xs + z * zs);
  out[5] = y * zs + w * xs;
  out[6] = x * zs + w * ys;
  out[7] = y * zs - w * xs;
  out[8] = 1 - (x * xs + y * ys);
}
