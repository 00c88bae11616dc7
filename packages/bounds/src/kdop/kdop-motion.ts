/**
 * k-DOPs of moving bodies. The directions stay fixed in the world while the body rotates, so its k-DOP has to
 * be recomputed. There are two ways:
 * - from the vertices of the body's convex hull, which is tightest. The directions are rotated into the
 *   body's frame instead of the vertices into the world's: 3 multiplications per vertex and direction.
 * - from the corners of the body's *original* k-DOP, found once by `kdopCorners`: looser, but their number
 *   does not depend on the body.
 * Both are {@link kdopFromPosedPoints}. Never derive a k-DOP from the previous one; it would grow with every
 * step.
 */

import type { ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { frameSize, originAt } from '../internal/layouts.ts';
import { countPoints, rejectPoints } from '../internal/points.ts';
import { poseFrame } from '../internal/rotation.ts';
import { storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';
import type { Kdop, ReadonlyKdop } from './kdop.ts';
import type { KdopDirections } from './kdop-directions.ts';

const frame = /* @__PURE__ */ new Float64Array(frameSize);
const range: PointRange = { from: 0, to: 0 };

/** The points `from` ≤ i < `to` of an array. */
export interface PointRange {
  from: number;
  to: number;
}

/**
 * The k-DOP of local points (hull vertices, or corners from `kdopCorners`) after the rotation and then the
 * translation of a pose. Widened by a few units in the last place against rounding.
 */
export function kdopFromPosedPoints(
  out: Kdop,
  directions: KdopDirections,
  points: ArrayLike<number>,
  position: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Kdop {
  range.from = 0;
  range.to = countPoints(points);
  poseFrame(frame, position, rotation);
  if (!kdopFitPosedRange(out, 0, directions, points, range, frame)) rejectPoints(points);
  return out;
}

/**
 * {@link kdopFromPosedPoints} for a range of the points and a frame of twelve numbers: the columns of the
 * rotation matrix, then the translation. Written to `out` from index `at` on. Nothing is checked; returns
 * false when the result is not finite.
 */
export function kdopFitPosedRange(
  out: Kdop,
  at: number,
  directions: KdopDirections,
  points: ArrayLike<number>,
  range: PointRange,
  frame: ArrayLike<number>,
): boolean {
  const m = frame;
  const px = frame[originAt];
  const py = frame[originAt + 1];
  const pz = frame[originAt + 2];
  const { from, to } = range;
  const { count, vectors } = directions;
  let sound = true;
  for (let i = 0; i < count; i++) {
    const dx = vectors[3 * i];
    const dy = vectors[3 * i + 1];
    const dz = vectors[3 * i + 2];
    const lx = m[0] * dx + m[1] * dy + m[2] * dz;
    const ly = m[3] * dx + m[4] * dy + m[5] * dz;
    const lz = m[6] * dx + m[7] * dy + m[8] * dz;
    let low = Infinity;
    let high = -Infinity;
    let size = 0;
    for (let p = 3 * from; p < 3 * to; p += 3) {
      const x = points[p];
      const y = points[p + 1];
      const z = points[p + 2];
      const s = x * lx + y * ly + z * lz;
      low = Math.min(low, s);
      high = Math.max(high, s);
      size = Math.max(size, Math.abs(x) + Math.abs(y) + Math.abs(z));
    }
    const u = px * dx;
    const v = py * dy;
    const w = pz * dz;
    const length = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    const rounding = poseMargin * (Math.abs(u) + Math.abs(v) + Math.abs(w) + length * size);
    const offset = u + v + w;
    storeLow(out, at + i, low + offset - rounding);
    storeHigh(out, at + count + i, high + offset + rounding);
    sound = sound && high - low + offset < Infinity;
  }
  return sound;
}

/** The smallest k-DOP that contains `kdop` throughout a translation. */
export function kdopSweep(
  out: Kdop,
  directions: KdopDirections,
  kdop: ReadonlyKdop,
  translation: ReadonlyVec3,
): Kdop {
  return kdopSweepRotating(out, directions, kdop, translation, 0, 0);
}

/**
 * A k-DOP that contains a body throughout a translation and a simultaneous rotation by up to `angle`
 * (radians) about its moving pivot. `kdop` is the body's at the start, `radius` the distance from the pivot
 * to its farthest point.
 */
export function kdopSweepRotating(
  out: Kdop,
  directions: KdopDirections,
  kdop: ReadonlyKdop,
  translation: ReadonlyVec3,
  radius: number,
  angle: number,
): Kdop {
  const { count, vectors, lengths } = directions;
  const margin = radius * Math.min(Math.abs(angle), 2);
  const tx = translation[0];
  const ty = translation[1];
  const tz = translation[2];
  for (let i = 0; i < count; i++) {
    const u = tx * vectors[3 * i];
    const v = ty * vectors[3 * i + 1];
    const w = tz * vectors[3 * i + 2];
    const s = u + v + w;
    const low = kdop[i];
    const high = kdop[count + i];
    const size = Math.abs(u) + Math.abs(v) + Math.abs(w) + Math.max(Math.abs(low), Math.abs(high));
    const wide = margin * lengths[i] + poseMargin * size;
    storeLow(out, i, low + Math.min(s, 0) - wide);
    storeHigh(out, count + i, high + Math.max(s, 0) + wide);
  }
  return out;
}
