/**
 * Oriented boxes of things that move. An oriented box turns with its body, so a pose only moves centre and axes. Swept
 * by a translation it grows along its own axes; a turn by the angle θ is covered by a margin of r · min(θ, 2), r being
 * the distance from the pivot to the farthest point.
 */
import type { Aabb, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { rotationColumns } from '../internal/rotation.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import { storeObb } from './internal/obb-store.ts';
import type { Obb, ReadonlyObb } from './obb.ts';

const m = /* @__PURE__ */ new Float64Array(9);
const axes = /* @__PURE__ */ new Float64Array(9);

/** The box `local` after the rotation and then the translation of a pose. */
export function obbTransform(
  out: Obb,
  local: ReadonlyObb,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Obb {
  rotationColumns(m, rotation);
  obbPose(out, 0, local, 0, position, 0, m);
  return out;
}

/** {@link obbTransform} on offsets of arrays, with the columns of the rotation matrix. Nothing is checked. */
export function obbPose(
  out: Obb,
  outAt: number,
  local: ReadonlyObb,
  at: number,
  positions: ArrayLike<number>,
  positionAt: number,
  m: ArrayLike<number>,
): void {
  const px = positions[positionAt];
  const py = positions[positionAt + 1];
  const pz = positions[positionAt + 2];
  for (let i = 0; i < 9; i += 3) {
    const x = local[at + 6 + i];
    const y = local[at + 7 + i];
    const z = local[at + 8 + i];
    axes[i] = m[0] * x + m[3] * y + m[6] * z;
    axes[i + 1] = m[1] * x + m[4] * y + m[7] * z;
    axes[i + 2] = m[2] * x + m[5] * y + m[8] * z;
  }
  const x = local[at];
  const y = local[at + 1];
  const z = local[at + 2];
  const hx = local[at + 3];
  const hy = local[at + 4];
  const hz = local[at + 5];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(px) + Math.abs(py) + Math.abs(pz);
  const rounding = poseMargin * (size + hx + hy + hz);
  storeObb(
    out,
    outAt,
    m[0] * x + m[3] * y + m[6] * z + px,
    m[1] * x + m[4] * y + m[7] * z + py,
    m[2] * x + m[5] * y + m[8] * z + pz,
    hx + rounding,
    hy + rounding,
    hz + rounding,
    axes,
  );
}

/** The smallest box with the same axes that contains `obb` all along a translation. */
export function obbSweep(out: Obb, obb: ReadonlyObb, translation: ReadonlyVec3): Obb {
  return obbSweepRotating(out, obb, translation, 0, 0);
}

/**
 * A box with the axes of `obb` that contains a body all along a translation and a simultaneous turn by up to `angle`
 * (radians) about its moving pivot. `radius` is the distance from the pivot to the body's farthest point.
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
  for (let i = 0; i < 9; i++) axes[i] = obb[6 + i];
  const size =
    Math.abs(obb[0]) + Math.abs(obb[1]) + Math.abs(obb[2]) + Math.abs(tx) + Math.abs(ty) + Math.abs(tz);
  const margin = radius * Math.min(Math.abs(angle), 2) + poseMargin * size;
  const hx = obb[3] + Math.abs(tx * axes[0] + ty * axes[1] + tz * axes[2]) + margin;
  const hy = obb[4] + Math.abs(tx * axes[3] + ty * axes[4] + tz * axes[5]) + margin;
  const hz = obb[5] + Math.abs(tx * axes[6] + ty * axes[7] + tz * axes[8]) + margin;
  storeObb(out, 0, obb[0] + tx, obb[1] + ty, obb[2] + tz, hx, hy, hz, axes);
  return out;
}

/** The axis-aligned box of an oriented one. */
export function aabbFromObb(out: Aabb, obb: ReadonlyObb): Aabb {
  for (let i = 0; i < 3; i++) {
    const h = obb[3] * Math.abs(obb[6 + i]) + obb[4] * Math.abs(obb[9 + i]) + obb[5] * Math.abs(obb[12 + i]);
    const c = obb[i];
    const rounding = poseMargin * (Math.abs(c) + obb[3] + obb[4] + obb[5]);
    storeLow(out, i, c - h - rounding);
    storeHigh(out, i + 3, c + h + rounding);
  }
  return out;
}
