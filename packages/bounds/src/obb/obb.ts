/**
 * Oriented boxes as fifteen numbers: centre x, y, z; half extents along the three axes; then the axes, x y z each,
 * which are the columns of a rotation matrix. The axes are stored, not a quaternion, because every test needs them:
 * 40 bytes more a box, and no conversion in inner loops. Boxes are closed; half extents may be 0. There is no empty box.
 *
 * A box contains a point p where |(p − centre) · axisᵢ| ≤ halfᵢ for all three axes. Records are not checked.
 */
import type { Convex, ReadonlyAabb, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { pointAxes } from '../internal/point-axes.ts';
import { rotationColumns } from '../internal/rotation.ts';
import { poseMargin } from '../internal/tolerance.ts';
import { fitObb, storeObb } from './internal/obb-store.ts';

/** An oriented box as fifteen numbers: centre, half extents, three axes. Any array kind will do. */
export type ReadonlyObb = ArrayLike<number>;

/** A writable oriented box as fifteen numbers: centre, half extents, three axes. */
export interface Obb {
  readonly length: number;
  [index: number]: number;
}

const identity = /* @__PURE__ */ Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
const axes = /* @__PURE__ */ new Float64Array(9);
const point = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
const corners = /* @__PURE__ */ new Float64Array(48);
const samples = /* @__PURE__ */ new Float64Array(78);
const trial = /* @__PURE__ */ new Float64Array(15);
const best = /* @__PURE__ */ new Float64Array(15);

/** A box that is the single point 0, along the coordinate axes. */
export function createObb(): Float64Array {
  const obb = new Float64Array(15);
  obb[6] = obb[10] = obb[14] = 1;
  return obb;
}

/** The box with the given centre, half extents and orientation. */
export function obbFromBox(
  out: Obb,
  center: ReadonlyVec3,
  halfExtents: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Obb {
  rotationColumns(axes, rotation);
  storeObb(out, 0, center[0], center[1], center[2], halfExtents[0], halfExtents[1], halfExtents[2], axes);
  return out;
}

/** An axis-aligned box as an oriented one. The box must not be empty. */
export function obbFromAabb(out: Obb, box: ReadonlyAabb): Obb {
  const x = 0.5 * box[0] + 0.5 * box[3];
  const y = 0.5 * box[1] + 0.5 * box[4];
  const z = 0.5 * box[2] + 0.5 * box[5];
  const hx = Math.max(box[3] - x, x - box[0]);
  const hy = Math.max(box[4] - y, y - box[1]);
  const hz = Math.max(box[5] - z, z - box[2]);
  storeObb(out, 0, x, y, z, hx, hy, hz, identity);
  return out;
}

/**
 * A box around a convex shape of which only the support mapping is known. The axes are the better of the coordinate
 * axes and the principal axes of 26 support points; along them the box is exact: 32 support calls.
 */
export function obbFromConvex(out: Obb, shape: Convex): Obb {
  const core = shape.core ?? shape;
  const margin = shape.core ? (shape.margin ?? 0) : 0;
  for (let i = 0, at = 0; i < 27; i++) {
    if (i === 13) continue;
    direction[0] = (i % 3) - 1;
    direction[1] = (Math.floor(i / 3) % 3) - 1;
    direction[2] = Math.floor(i / 9) - 1;
    core.support(point, direction);
    samples.set(point, at);
    at += 3;
  }
  pointAxes(axes, samples, 0, 26);
  supportBox(best, core, margin, identity);
  supportBox(trial, core, margin, axes);
  const chosen = supportSize(trial) < supportSize(best) ? trial : best;
  axes.set(chosen.subarray(6, 15));
  storeObb(out, 0, chosen[0], chosen[1], chosen[2], chosen[3], chosen[4], chosen[5], axes);
  return out;
}

/** Compares boxes also where they are flat: volume first, surface and length where it vanishes. */
function supportSize(box: Float64Array): number {
  const floor = 1e-6 * (box[3] + box[4] + box[5]);
  return (box[3] + floor) * (box[4] + floor) * (box[5] + floor);
}

function supportBox(out: Float64Array, core: Convex, margin: number, along: ArrayLike<number>): void {
  out.fill(0);
  for (let i = 0; i < 3; i++) {
    const ax = along[3 * i];
    const ay = along[3 * i + 1];
    const az = along[3 * i + 2];
    direction[0] = -ax;
    direction[1] = -ay;
    direction[2] = -az;
    core.support(point, direction);
    const low = point[0] * ax + point[1] * ay + point[2] * az;
    direction[0] = ax;
    direction[1] = ay;
    direction[2] = az;
    core.support(point, direction);
    const high = point[0] * ax + point[1] * ay + point[2] * az;
    const middle = 0.5 * (low + high);
    out[0] += middle * ax;
    out[1] += middle * ay;
    out[2] += middle * az;
    const rounding = poseMargin * (Math.abs(low) + Math.abs(high));
    out[3 + i] = 0.5 * (high - low) + margin + rounding;
    out.set(direction, 6 + 3 * i);
  }
  const rounding = poseMargin * (Math.abs(out[0]) + Math.abs(out[1]) + Math.abs(out[2]));
  for (let i = 3; i < 6; i++) out[i] += rounding;
}

/** Writes the eight corners, x y z each, to `out` from index `at` on. */
export function obbCorners(out: Obb, obb: ReadonlyObb, at = 0): Obb {
  for (let corner = 0; corner < 8; corner++) {
    const u = corner & 1 ? obb[3] : -obb[3];
    const v = corner & 2 ? obb[4] : -obb[4];
    const w = corner & 4 ? obb[5] : -obb[5];
    for (let i = 0; i < 3; i++)
      out[at + 3 * corner + i] = obb[i] + u * obb[6 + i] + v * obb[9 + i] + w * obb[12 + i];
  }
  return out;
}

/** A box that contains `a` and `b`: the smallest along the axes of `a`, of `b` and the principal axes of all corners. */
export function obbUnion(out: Obb, a: ReadonlyObb, b: ReadonlyObb): Obb {
  obbCorners(corners, a, 0);
  obbCorners(corners, b, 24);
  let rounding = 0;
  for (let i = 0; i < 48; i++) rounding = Math.max(rounding, Math.abs(corners[i]));
  rounding *= 4 * poseMargin;
  let least = Infinity;
  for (let choice = 0; choice < 3; choice++) {
    if (choice === 2) pointAxes(axes, corners, 0, 16);
    else for (let i = 0; i < 9; i++) axes[i] = (choice === 0 ? a : b)[6 + i];
    fitObb(trial, 0, corners, 0, 16, axes);
    const size = supportSize(trial);
    if (size < least) {
      least = size;
      best.set(trial);
    }
  }
  axes.set(best.subarray(6, 15));
  storeObb(
    out,
    0,
    best[0],
    best[1],
    best[2],
    best[3] + rounding,
    best[4] + rounding,
    best[5] + rounding,
    axes,
  );
  return out;
}

/** `obb` with its half extents changed by `margin`, not below 0. */
export function obbExpand(out: Obb, obb: ReadonlyObb, margin: number): Obb {
  for (let i = 0; i < 9; i++) axes[i] = obb[6 + i];
  const hx = Math.max(0, obb[3] + margin);
  const hy = Math.max(0, obb[4] + margin);
  const hz = Math.max(0, obb[5] + margin);
  storeObb(out, 0, obb[0], obb[1], obb[2], hx, hy, hz, axes);
  return out;
}

/** Volume. */
export function obbVolume(obb: ReadonlyObb): number {
  return 8 * obb[3] * obb[4] * obb[5];
}

/** Area of the surface. */
export function obbArea(obb: ReadonlyObb): number {
  return 8 * (obb[3] * obb[4] + obb[4] * obb[5] + obb[5] * obb[3]);
}
