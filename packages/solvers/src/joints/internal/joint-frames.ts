/** Frames of new joints: converts world points and directions to the frames of the bodies. */
import type { ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { poseCompose, quatFromRotation } from '@colide/math';
import { frameRotationAt, frameSideSize } from '../../internal/joint-data.ts';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';

const axes = /* @__PURE__ */ new Float64Array(9);
/** World rotation of the frame of a new joint. */
const frameRotation = /* @__PURE__ */ new Float64Array(4);
const pose = /* @__PURE__ */ new Float64Array(7);

/**
 * Sets the world rotation of the frame of a new joint. Its first axis is `axis`; its second is the part of
 * `normal` perpendicular to it, or arbitrary (Duff et al. 2017).
 */
export function setFrameRotation(axis: ReadonlyVec3, normal?: ReadonlyVec3): void {
  const length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const x = axis[0] / length;
  const y = axis[1] / length;
  const z = axis[2] / length;
  axes[0] = x;
  axes[1] = y;
  axes[2] = z;
  if (normal) {
    const along = normal[0] * x + normal[1] * y + normal[2] * z;
    const u = normal[0] - along * x;
    const v = normal[1] - along * y;
    const w = normal[2] - along * z;
    const size = Math.sqrt(u * u + v * v + w * w);
    axes[3] = u / size;
    axes[4] = v / size;
    axes[5] = w / size;
    axes[6] = y * axes[5] - z * axes[4];
    axes[7] = z * axes[3] - x * axes[5];
    axes[8] = x * axes[4] - y * axes[3];
  } else {
    const sign = z < 0 ? -1 : 1;
    const a = -1 / (sign + z);
    const b = x * y * a;
    axes[3] = 1 + sign * x * x * a;
    axes[4] = sign * b;
    axes[5] = -sign * x;
    axes[6] = b;
    axes[7] = sign + y * y * a;
    axes[8] = -y;
  }
  quatFromRotation(frameRotation, 0, axes);
}

/**
 * Writes the world point `anchor` and the rotation of {@link setFrameRotation} in the frame of a body, or of
 * the world if `body` is negative.
 */
export function writeFrame(
  frames: Float64Array,
  at: number,
  bodies: RigidBodies,
  body: number,
  anchor: ReadonlyVec3,
): void {
  pose.fill(0)[6] = 1;
  for (let k = 0; k < 3 && body >= 0; k++) pose[k] = bodies.positions[3 * body + k];
  for (let k = 0; k < 4 && body >= 0; k++) pose[3 + k] = bodies.rotations[4 * body + k];
  const x = -pose[3];
  const y = -pose[4];
  const z = -pose[5];
  const w = pose[6];
  const dx = anchor[0] - pose[0];
  const dy = anchor[1] - pose[1];
  const dz = anchor[2] - pose[2];
  const tx = 2 * (y * dz - z * dy);
  const ty = 2 * (z * dx - x * dz);
  const tz = 2 * (x * dy - y * dx);
  frames[at] = dx + w * tx + y * tz - z * ty;
  frames[at + 1] = dy + w * ty + z * tx - x * tz;
  frames[at + 2] = dz + w * tz + x * ty - y * tx;
  const [u, v, s, r] = frameRotation;
  frames[at + frameRotationAt] = w * u + x * r + y * s - z * v;
  frames[at + frameRotationAt + 1] = w * v + y * r + z * u - x * s;
  frames[at + frameRotationAt + 2] = w * s + z * r + x * v - y * u;
  frames[at + frameRotationAt + 3] = w * r - x * u - y * v - z * s;
}

/** Moves the frame at `at` by a motion of the axes that it is written in. */
export function moveFrame(
  frames: Float64Array,
  at: number,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): void {
  const rotationAt = at + frameRotationAt;
  const anchor = frames.subarray(at, rotationAt);
  const axes = frames.subarray(rotationAt, at + frameSideSize);
  poseCompose(anchor, axes, position, rotation, anchor, axes);
}
