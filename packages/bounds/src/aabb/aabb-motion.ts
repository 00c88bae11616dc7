/**
 * Axis-aligned boxes of moving bodies.
 *
 * Under rotation the box of a body is recomputed from its *original* local box, never from its previous box,
 * which would grow with every step. The new half extents are |R| h (Arvo, "Transforming axis-aligned bounding
 * boxes", Graphics Gems, 1990). The result is widened by a few units in the last place, so that a contained
 * point, posed with the usual rounding, is still contained.
 *
 * Swept boxes contain a body at every instant between two poses. A rotation by the angle θ moves no point
 * within the distance r of the pivot by more than r · min(θ, 2): so the box swept by the translation alone,
 * widened by that much, is enough. No trigonometric function is needed, hence the results agree between
 * engines.
 */
import type { Aabb, ReadonlyAabb, ReadonlyMat4, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { rotationColumns } from '../internal/rotation.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import { aabbEmpty, aabbIsEmpty } from './aabb.ts';

/** Offset of the translation in a 4×4 matrix. */
const translationAt = 12;

const columns = /* @__PURE__ */ new Float64Array(9);
const half = /* @__PURE__ */ new Float64Array(3);
const middle = /* @__PURE__ */ new Float64Array(3);

/** The box of `local` after the rotation and then the translation of a pose. */
export function aabbTransform(
  out: Aabb,
  local: ReadonlyAabb,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Aabb {
  rotationColumns(columns, rotation);
  return transform(out, local, columns, 3, position, 0);
}

/** The box of `local` under an affine column-major 4×4 matrix (three.js `matrixWorld.elements`). */
export function aabbTransformMat4(out: Aabb, local: ReadonlyAabb, matrix: ReadonlyMat4): Aabb {
  return transform(out, local, matrix, 4, matrix, translationAt);
}

/** The box of `local` under a matrix whose columns begin every `stride` numbers, and a translation. */
function transform(
  out: Aabb,
  local: ReadonlyAabb,
  m: ArrayLike<number>,
  stride: number,
  translation: ArrayLike<number>,
  at: number,
): Aabb {
  if (aabbIsEmpty(local)) return aabbEmpty(out);
  for (let j = 0; j < 3; j++) {
    middle[j] = 0.5 * local[j] + 0.5 * local[j + 3];
    half[j] = 0.5 * local[j + 3] - 0.5 * local[j];
  }
  for (let i = 0; i < 3; i++) {
    const p = translation[at + i];
    let c = p;
    let h = 0;
    let size = Math.abs(p);
    for (let j = 0; j < 3; j++) {
      const r = m[j * stride + i];
      const s = Math.abs(r);
      c += r * middle[j];
      h += s * half[j];
      size += s * (Math.abs(middle[j]) + half[j]);
    }
    h += size * poseMargin;
    storeLow(out, i, c - h);
    storeHigh(out, i + 3, c + h);
  }
  return out;
}

/** The smallest box that contains `box` throughout a translation. */
export function aabbSweep(out: Aabb, box: ReadonlyAabb, translation: ReadonlyVec3): Aabb {
  for (let i = 0; i < 3; i++) {
    const t = translation[i];
    const high = box[i + 3] + Math.max(t, 0);
    storeLow(out, i, box[i] + Math.min(t, 0));
    storeHigh(out, i + 3, high);
  }
  return out;
}

/**
 * A box that contains a body throughout a translation and a simultaneous rotation by up to `angle` (radians)
 * about its moving pivot. `box` is the body's box at the start, `radius` the distance from the pivot to its
 * farthest point.
 */
export function aabbSweepRotating(
  out: Aabb,
  box: ReadonlyAabb,
  translation: ReadonlyVec3,
  radius: number,
  angle: number,
): Aabb {
  const margin = radius * Math.min(Math.abs(angle), 2);
  for (let i = 0; i < 3; i++) {
    const t = translation[i];
    const high = box[i + 3] + Math.max(t, 0) + margin;
    storeLow(out, i, box[i] + Math.min(t, 0) - margin);
    storeHigh(out, i + 3, high);
  }
  return out;
}
