/**
 * Capsules of things that move, and the axis-aligned box of a capsule. A capsule turns with its body; swept by a
 * translation it is no capsule any more, so the sweep is a capsule around the capsule at the start and at the end. A turn
 * by the angle θ is covered by a margin of r · min(θ, 2), r being the distance from the pivot to the farthest point.
 */
import type { Aabb, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { rotationColumns } from '../internal/rotation.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import type { Capsule, ReadonlyCapsule } from './capsule.ts';
import { capsuleUnion } from './capsule-fit.ts';
import { copyCapsule } from './internal/capsule-axis.ts';

const m = /* @__PURE__ */ new Float64Array(9);
const start = /* @__PURE__ */ new Float64Array(7);
const moved = /* @__PURE__ */ new Float64Array(7);

/** The capsule `local` after the rotation and then the translation of a pose. */
export function capsuleTransform(
  out: Capsule,
  local: ReadonlyCapsule,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Capsule {
  rotationColumns(m, rotation);
  capsulePose(out, 0, local, 0, position, 0, m);
  return out;
}

/** {@link capsuleTransform} on offsets of arrays, with the columns of the rotation matrix. Nothing is checked. */
export function capsulePose(
  out: Capsule,
  outAt: number,
  local: ReadonlyCapsule,
  at: number,
  positions: ArrayLike<number>,
  positionAt: number,
  m: ArrayLike<number>,
): void {
  const px = positions[positionAt];
  const py = positions[positionAt + 1];
  const pz = positions[positionAt + 2];
  const ax = local[at];
  const ay = local[at + 1];
  const az = local[at + 2];
  const bx = local[at + 3];
  const by = local[at + 4];
  const bz = local[at + 5];
  const r = local[at + 6];
  const size =
    Math.max(Math.abs(ax), Math.abs(bx)) +
    Math.max(Math.abs(ay), Math.abs(by)) +
    Math.max(Math.abs(az), Math.abs(bz));
  const rounding = poseMargin * (size + Math.abs(px) + Math.abs(py) + Math.abs(pz) + r);
  moved[0] = m[0] * ax + m[3] * ay + m[6] * az + px;
  moved[1] = m[1] * ax + m[4] * ay + m[7] * az + py;
  moved[2] = m[2] * ax + m[5] * ay + m[8] * az + pz;
  moved[3] = m[0] * bx + m[3] * by + m[6] * bz + px;
  moved[4] = m[1] * bx + m[4] * by + m[7] * bz + py;
  moved[5] = m[2] * bx + m[5] * by + m[8] * bz + pz;
  moved[6] = r < 0 ? r : r + rounding;
  copyCapsule(out, outAt, moved);
}

/** A capsule that contains `capsule` all along a translation. */
export function capsuleSweep(out: Capsule, capsule: ReadonlyCapsule, translation: ReadonlyVec3): Capsule {
  return capsuleSweepRotating(out, capsule, translation, 0, 0);
}

/**
 * A capsule that contains a body all along a translation and a simultaneous turn by up to `angle` (radians) about its
 * moving pivot. `capsule` is the body's at the start, `radius` the distance from the pivot to its farthest point.
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
  for (let i = 0; i < 6; i++) {
    const t = translation[i % 3];
    start[i] = capsule[i];
    moved[i] = capsule[i] + t;
    size = Math.max(size, Math.abs(capsule[i]) + Math.abs(t));
  }
  start[6] = moved[6] = capsule[6] < 0 ? -1 : capsule[6] + margin + poseMargin * size;
  return capsuleUnion(out, start, moved);
}

/** The smallest axis-aligned box around a capsule that is not empty. */
export function aabbFromCapsule(out: Aabb, capsule: ReadonlyCapsule): Aabb {
  const r = capsule[6];
  for (let i = 0; i < 3; i++) {
    const a = capsule[i];
    const b = capsule[i + 3];
    storeLow(out, i, Math.min(a, b) - r);
    storeHigh(out, i + 3, Math.max(a, b) + r);
  }
  return out;
}
