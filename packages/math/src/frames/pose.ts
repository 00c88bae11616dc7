/**
 * Rigid motions x ↦ R x + p as a position and a unit quaternion x, y, z, w: composed and inverted. gl-matrix
 * offers them only as 4×4 matrices and dual quaternions. Unchecked, no allocation; outputs may be the inputs.
 */
import type { Quat, ReadonlyQuat, ReadonlyVec3, Vec3 } from '@colide/core';

/**
 * The motion (`positionB`, `rotationB`) followed by (`positionA`, `rotationA`): turns a pose relative to A
 * into a pose in the frame in which A is given.
 */
export function poseCompose(
  outPosition: Vec3,
  outRotation: Quat,
  positionA: ReadonlyVec3,
  rotationA: ReadonlyQuat,
  positionB: ReadonlyVec3,
  rotationB: ReadonlyQuat,
): void {
  const x = rotationA[0];
  const y = rotationA[1];
  const z = rotationA[2];
  const w = rotationA[3];
  const px = positionB[0];
  const py = positionB[1];
  const pz = positionB[2];
  // Rotation of p by a quaternion with vector part v: p + 2w (v × p) + 2 v × (v × p).
  const cx = 2 * (y * pz - z * py);
  const cy = 2 * (z * px - x * pz);
  const cz = 2 * (x * py - y * px);
  const tx = px + w * cx + y * cz - z * cy;
  const ty = py + w * cy + z * cx - x * cz;
  const tz = pz + w * cz + x * cy - y * cx;
  outPosition[0] = positionA[0] + tx;
  outPosition[1] = positionA[1] + ty;
  outPosition[2] = positionA[2] + tz;
  const bx = rotationB[0];
  const by = rotationB[1];
  const bz = rotationB[2];
  const bw = rotationB[3];
  outRotation[0] = w * bx + x * bw + y * bz - z * by;
  outRotation[1] = w * by + y * bw + z * bx - x * bz;
  outRotation[2] = w * bz + z * bw + x * by - y * bx;
  outRotation[3] = w * bw - x * bx - y * by - z * bz;
}

/** The motion that undoes (`position`, `rotation`). */
export function poseInvert(
  outPosition: Vec3,
  outRotation: Quat,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): void {
  const x = -rotation[0];
  const y = -rotation[1];
  const z = -rotation[2];
  const w = rotation[3];
  const px = position[0];
  const py = position[1];
  const pz = position[2];
  const cx = 2 * (y * pz - z * py);
  const cy = 2 * (z * px - x * pz);
  const cz = 2 * (x * py - y * px);
  outPosition[0] = -(px + w * cx + y * cz - z * cy);
  outPosition[1] = -(py + w * cy + z * cx - x * cz);
  outPosition[2] = -(pz + w * cz + x * cy - y * cx);
  outRotation[0] = x;
  outRotation[1] = y;
  outRotation[2] = z;
  outRotation[3] = w;
}
