/**
 * Capsules of moving bodies, and the axis-aligned box of a capsule. A capsule rotates with its body; swept by
 * a translation it is no longer a capsule, so the sweep is a capsule around those at the start and at the
 * end. A rotation by the angle θ is covered by a margin of r · min(θ, 2), r being the distance from the pivot
 * to the farthest point.
 */

import type { Aabb, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { capsuleRadiusAt, capsuleSize, endAt, frameSize, originAt } from '../internal/layouts.ts';
import { poseFrame } from '../internal/rotation.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import type { Capsule, ReadonlyCapsule } from './capsule.ts';
import { capsuleUnion } from './capsule-fit.ts';
import { storeCapsule } from './internal/capsule-axis.ts';

const frame = /* @__PURE__ */ new Float64Array(frameSize);
const start = /* @__PURE__ */ new Float64Array(capsuleSize);
const moved = /* @__PURE__ */ new Float64Array(capsuleSize);

/** The capsule `local` after the rotation and then the translation of a pose. */
export function capsuleTransform(
  out: Capsule,
  local: ReadonlyCapsule,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Capsule {
  poseFrame(frame, position, rotation);
  capsulePose(out, 0, local, 0, frame);
  return out;
}

/**
 * {@link capsuleTransform} of the capsule at `at` of `local` to `outAt` of `out`, by a frame of twelve
 * numbers: the columns of the rotation matrix, then the translation. Nothing is checked.
 */
export function capsulePose(
  out: Capsule,
  outAt: number,
  local: ReadonlyCapsule,
  at: number,
  frame: ArrayLike<number>,
): void {
  const m = frame;
  const px = frame[originAt];
  const py = frame[originAt + 1];
  const pz = frame[originAt + 2];
  const ax = local[at];
  const ay = local[at + 1];
  const az = local[at + 2];
  const bx = local[at + endAt];
  const by = local[at + endAt + 1];
  const bz = local[at + endAt + 2];
  const r = local[at + capsuleRadiusAt];
  const size =
    Math.max(Math.abs(ax), Math.abs(bx)) +
    Math.max(Math.abs(ay), Math.abs(by)) +
    Math.max(Math.abs(az), Math.abs(bz));
  const rounding = poseMargin * (size + Math.abs(px) + Math.abs(py) + Math.abs(pz) + r);
  moved[0] = m[0] * ax + m[3] * ay + m[6] * az + px;
  moved[1] = m[1] * ax + m[4] * ay + m[7] * az + py;
  moved[2] = m[2] * ax + m[5] * ay + m[8] * az + pz;
  moved[endAt] = m[0] * bx + m[3] * by + m[6] * bz + px;
  moved[endAt + 1] = m[1] * bx + m[4] * by + m[7] * bz + py;
  moved[endAt + 2] = m[2] * bx + m[5] * by + m[8] * bz + pz;
  moved[capsuleRadiusAt] = r < 0 ? r : r + rounding;
  storeCapsule(out, outAt, moved);
}

/** A capsule that contains `capsule` throughout a translation. */
export function capsuleSweep(out: Capsule, capsule: ReadonlyCapsule, translation: ReadonlyVec3): Capsule {
  return capsuleSweepRotating(out, capsule, translation, 0, 0);
}

/**
 * A capsule that contains a body throughout a translation and a simultaneous rotation by up to `angle`
 * (radians) about its moving pivot. `capsule` is the body's at the start, `radius` the distance from the
 * pivot to its farthest point.
 */
export function capsuleSweepRotating(
  out: Capsule,
  capsule: ReadonlyCapsule,
  translation: ReadonlyVec3,
  radius: number,
  angle: number,
): Capsule {
  const margin = radius * Math.min(Math.abs(angle), 2);
  let size = 0;
  for (let i = 0; i < capsuleRadiusAt; i++) {
    const t = translation[i % 3];
    start[i] = capsule[i];
    moved[i] = capsule[i] + t;
    size = Math.max(size, Math.abs(capsule[i]) + Math.abs(t));
  }
  start[capsuleRadiusAt] = moved[capsuleRadiusAt] =
    capsule[capsuleRadiusAt] < 0 ? -1 : capsule[capsuleRadiusAt] + margin + poseMargin * size;
  return capsuleUnion(out, start, moved);
}

/** The smallest axis-aligned box around a capsule that is not empty. */
export function aabbFromCapsule(out: Aabb, capsule: ReadonlyCapsule): Aabb {
  const r = capsule[capsuleRadiusAt];
  for (let i = 0; i < 3; i++) {
    const a = capsule[i];
    const b = capsule[endAt + i];
    storeLow(out, i, Math.min(a, b) - r);
    storeHigh(out, i + 3, Math.max(a, b) + r);
  }
  return out;
}
