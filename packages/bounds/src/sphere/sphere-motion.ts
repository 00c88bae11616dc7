/**
 * Balls of moving bodies. A ball does not change under rotation about its centre, which makes it a common
 * choice for spinning bodies. Swept by a translation it becomes a capsule, exactly.
 */

import type { ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import type { Capsule } from '../capsule/capsule.ts';
import { radiusAt } from '../internal/layouts.ts';
import { rotationColumns } from '../internal/rotation.ts';
import { storeBall } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import type { ReadonlySphere, Sphere } from './sphere.ts';

const m = /* @__PURE__ */ new Float64Array(9);

/** The ball `local` after the rotation and then the translation of a pose. */
export function sphereTransform(
  out: Sphere,
  local: ReadonlySphere,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Sphere {
  rotationColumns(m, rotation);
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const px = position[0];
  const py = position[1];
  const pz = position[2];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(z) + Math.abs(px) + Math.abs(py) + Math.abs(pz);
  storeBall(
    out,
    0,
    m[0] * x + m[3] * y + m[6] * z + px,
    m[1] * x + m[4] * y + m[7] * z + py,
    m[2] * x + m[5] * y + m[8] * z + pz,
    local[radiusAt] < 0 ? local[radiusAt] : local[radiusAt] + (size + local[radiusAt]) * poseMargin,
  );
  return out;
}

/** The capsule that the ball covers during a translation. */
export function sphereSweep(out: Capsule, sphere: ReadonlySphere, translation: ReadonlyVec3): Capsule {
  const x = sphere[0];
  const y = sphere[1];
  const z = sphere[2];
  const r = sphere[radiusAt];
  const ex = x + translation[0];
  const ey = y + translation[1];
  const ez = z + translation[2];
  out[0] = x;
  out[1] = y;
  out[2] = z;
  storeBall(out, 3, ex, ey, ez, r);
  const moved = Math.hypot(out[0] - x, out[1] - y, out[2] - z);
  if (moved > 0) storeBall(out, 3, ex, ey, ez, r + moved);
  return out;
}

/**
 * A ball that contains a body throughout a translation, however it rotates about its centre meanwhile: the
 * smallest ball around the balls at the start and at the end.
 */
export function sphereSweepSphere(out: Sphere, sphere: ReadonlySphere, translation: ReadonlyVec3): Sphere {
  const tx = 0.5 * translation[0];
  const ty = 0.5 * translation[1];
  const tz = 0.5 * translation[2];
  const radius = (sphere[radiusAt] + Math.sqrt(tx * tx + ty * ty + tz * tz)) * (1 + 2 ** -50);
  storeBall(out, 0, sphere[0] + tx, sphere[1] + ty, sphere[2] + tz, radius);
  return out;
}
