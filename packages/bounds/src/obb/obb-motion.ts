/**
 * Oriented boxes of moving bodies. An oriented box rotates with its body, so a pose only moves centre and
 * axes. Swept by a translation it grows along its own axes; a rotation by the angle θ is covered by a margin
 * of r · min(θ, 2), r being the distance from the pivot to the farthest point.
 */

import type { Aabb, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import {
  axesAt,
  centerAt,
  frameSize,
  halvesAt,
  obbSize,
  originAt,
  xAxisAt,
  yAxisAt,
  zAxisAt,
} from '../internal/layouts.ts';
import { poseFrame } from '../internal/rotation.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import { storeObb } from './internal/obb-store.ts';
import type { Obb, ReadonlyObb } from './obb.ts';

const frame = /* @__PURE__ */ new Float64Array(frameSize);
const moved = /* @__PURE__ */ new Float64Array(obbSize);

/** The box `local` after the rotation and then the translation of a pose. */
export function obbTransform(
  out: Obb,
  local: ReadonlyObb,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Obb {
  poseFrame(frame, position, rotation);
  obbPose(out, 0, local, 0, frame);
  return out;
}

/**
 * {@link obbTransform} of the box at `at` of `local` to `outAt` of `out`, by a frame of twelve numbers: the
 * columns of the rotation matrix, then the translation. Nothing is checked.
 */
export function obbPose(
  out: Obb,
  outAt: number,
  local: ReadonlyObb,
  at: number,
  frame: ArrayLike<number>,
): void {
  const m = frame;
  const px = frame[originAt];
  const py = frame[originAt + 1];
  const pz = frame[originAt + 2];
  for (let i = axesAt; i < obbSize; i += 3) {
    const x = local[at + i];
    const y = local[at + i + 1];
    const z = local[at + i + 2];
    moved[i] = m[0] * x + m[3] * y + m[6] * z;
    moved[i + 1] = m[1] * x + m[4] * y + m[7] * z;
    moved[i + 2] = m[2] * x + m[5] * y + m[8] * z;
  }
  const x = local[at + centerAt];
  const y = local[at + centerAt + 1];
  const z = local[at + centerAt + 2];
  const hx = local[at + halvesAt];
  const hy = local[at + halvesAt + 1];
  const hz = local[at + halvesAt + 2];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(px) + Math.abs(py) + Math.abs(pz);
  const rounding = poseMargin * (size + hx + hy + hz);
  moved[centerAt] = m[0] * x + m[3] * y + m[6] * z + px;
  moved[centerAt + 1] = m[1] * x + m[4] * y + m[7] * z + py;
  moved[centerAt + 2] = m[2] * x + m[5] * y + m[8] * z + pz;
  moved[halvesAt] = hx + rounding;
  moved[halvesAt + 1] = hy + rounding;
  moved[halvesAt + 2] = hz + rounding;
  storeObb(out, outAt, moved);
}

/** The smallest box with the same axes that contains `obb` throughout a translation. */
export function obbSweep(out: Obb, obb: ReadonlyObb, translation: ReadonlyVec3): Obb {
  return obbSweepRotating(out, obb, translation, 0, 0);
}

/**
 * A box with the axes of `obb` that contains a body throughout a translation and a simultaneous rotation by
 * up to `angle` (radians) about its moving pivot. `radius` is the distance from the pivot to the body's
 * farthest point.
 */
export function obbSweepRotating(
  out: Obb,
  obb: ReadonlyObb,
  translation: ReadonlyVec3,
  radius: number,
  angle: number,
): Obb {
  const tx = 0.5 * translation[0];
  const ty = 0.5 * translation[1];
  const tz = 0.5 * translation[2];
  const size =
    Math.abs(obb[centerAt]) +
    Math.abs(obb[centerAt + 1]) +
    Math.abs(obb[centerAt + 2]) +
    Math.abs(tx) +
    Math.abs(ty) +
    Math.abs(tz);
  const margin = radius * Math.min(Math.abs(angle), 2) + poseMargin * size;
  const x = Math.abs(tx * obb[xAxisAt] + ty * obb[xAxisAt + 1] + tz * obb[xAxisAt + 2]);
  const y = Math.abs(tx * obb[yAxisAt] + ty * obb[yAxisAt + 1] + tz * obb[yAxisAt + 2]);
  const z = Math.abs(tx * obb[zAxisAt] + ty * obb[zAxisAt + 1] + tz * obb[zAxisAt + 2]);
  moved[halvesAt] = obb[halvesAt] + x + margin;
  moved[halvesAt + 1] = obb[halvesAt + 1] + y + margin;
  moved[halvesAt + 2] = obb[halvesAt + 2] + z + margin;
  moved[centerAt] = obb[centerAt] + tx;
  moved[centerAt + 1] = obb[centerAt + 1] + ty;
  moved[centerAt + 2] = obb[centerAt + 2] + tz;
  for (let i = axesAt; i < obbSize; i++) moved[i] = obb[i];
  storeObb(out, 0, moved);
  return out;
}

/** The axis-aligned box of an oriented one. */
export function aabbFromObb(out: Aabb, obb: ReadonlyObb): Aabb {
  for (let i = 0; i < 3; i++) {
    const h =
      obb[halvesAt] * Math.abs(obb[xAxisAt + i]) +
      obb[halvesAt + 1] * Math.abs(obb[yAxisAt + i]) +
      obb[halvesAt + 2] * Math.abs(obb[zAxisAt + i]);
    const c = obb[centerAt + i];
    const rounding = poseMargin * (Math.abs(c) + obb[halvesAt] + obb[halvesAt + 1] + obb[halvesAt + 2]);
    storeLow(out, i, c - h - rounding);
    storeHigh(out, i + 3, c + h + rounding);
  }
  return out;
}
