/**
 * Oriented boxes as fifteen numbers: centre x, y, z; half extents along the three axes; then the axes, x y z
 * each, which are the columns of a rotation matrix. The axes are stored, not a quaternion, because every test
 * needs them: 40 more bytes per box, but no conversion in inner loops. Boxes are closed; half extents may be
 * 0. There is no empty box.
 *
 * A box contains a point p if |(p − centre) · axisᵢ| ≤ halfᵢ for all three axes. Records are not checked.
 */

import type { Convex, ReadonlyAabb, ReadonlyQuat, ReadonlyVec3 } from '@colide/core';
import { axesAt, centerAt, halvesAt, obbSize, xAxisAt, yAxisAt, zAxisAt } from '../internal/layouts.ts';
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
/** A box in doubles, before it is stored. */
const exact = /* @__PURE__ */ new Float64Array(obbSize);
const point = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);
const corners = /* @__PURE__ */ new Float64Array(48);
const samples = /* @__PURE__ */ new Float64Array(78);
const trial = /* @__PURE__ */ new Float64Array(obbSize);
const best = /* @__PURE__ */ new Float64Array(obbSize);

/** A box that is the single point 0, along the coordinate axes. */
export function createObb(): Float64Array {
  const obb = new Float64Array(obbSize);
  obb[xAxisAt] = obb[yAxisAt + 1] = obb[zAxisAt + 2] = 1;
  return obb;
}

/** The box with the given centre, half extents and rotation. */
export function obbFromBox(
  out: Obb,
  center: ReadonlyVec3,
  halfExtents: ReadonlyVec3,
  rotation: ReadonlyQuat,
): Obb {
  for (let i = 0; i < 3; i++) {
    exact[centerAt + i] = center[i];
    exact[halvesAt + i] = halfExtents[i];
  }
  rotationColumns(axes, rotation);
  exact.set(axes, axesAt);
  storeObb(out, 0, exact);
  return out;
}

/** An axis-aligned box as an oriented one. The box must not be empty. */
export function obbFromAabb(out: Obb, box: ReadonlyAabb): Obb {
  for (let i = 0; i < 3; i++) {
    const center = 0.5 * box[i] + 0.5 * box[i + 3];
    exact[centerAt + i] = center;
    exact[halvesAt + i] = Math.max(box[i + 3] - center, center - box[i]);
  }
  exact.set(identity, axesAt);
  storeObb(out, 0, exact);
  return out;
}

/**
 * A box around a convex shape of which only the support mapping is known. The axes are the better of the
 * coordinate axes and the principal axes of 26 support points; along them the box is exact: 32 support calls.
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
  storeObb(out, 0, comparableVolume(trial) < comparableVolume(best) ? trial : best);
  return out;
}

/**
 * A number to compare boxes by: the volume, but the area for flat boxes and the length for boxes without
 * width.
 */
function comparableVolume(obb: Float64Array): number {
  const x = obb[halvesAt];
  const y = obb[halvesAt + 1];
  const z = obb[halvesAt + 2];
  const floor = 1e-6 * (x + y + z);
  return (x + floor) * (y + floor) * (z + floor);
}

/** The smallest box around a convex core and its margin with axes `along`: six support calls. */
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
    out[centerAt] += middle * ax;
    out[centerAt + 1] += middle * ay;
    out[centerAt + 2] += middle * az;
    const rounding = poseMargin * (Math.abs(low) + Math.abs(high));
    out[halvesAt + i] = 0.5 * (high - low) + margin + rounding;
    out.set(direction, axesAt + 3 * i);
  }
  const rounding =
    poseMargin * (Math.abs(out[centerAt]) + Math.abs(out[centerAt + 1]) + Math.abs(out[centerAt + 2]));
  for (let i = halvesAt; i < axesAt; i++) out[i] += rounding;
}

/** Writes the eight corners, x y z each, to `out` from index `at` on. */
export function obbCorners(out: Obb, obb: ReadonlyObb, at = 0): Obb {
  for (let corner = 0; corner < 8; corner++) {
    const u = corner & 1 ? obb[halvesAt] : -obb[halvesAt];
    const v = corner & 2 ? obb[halvesAt + 1] : -obb[halvesAt + 1];
    const w = corner & 4 ? obb[halvesAt + 2] : -obb[halvesAt + 2];
    for (let i = 0; i < 3; i++)
      out[at + 3 * corner + i] =
        obb[centerAt + i] + u * obb[xAxisAt + i] + v * obb[yAxisAt + i] + w * obb[zAxisAt + i];
  }
  return out;
}

/**
 * A box that contains `a` and `b`: the smallest along the axes of `a`, of `b` and the principal axes of all
 * corners.
 */
export function obbUnion(out: Obb, a: ReadonlyObb, b: ReadonlyObb): Obb {
  obbCorners(corners, a, 0);
  obbCorners(corners, b, 24);
  let rounding = 0;
  for (let i = 0; i < 48; i++) rounding = Math.max(rounding, Math.abs(corners[i]));
  rounding *= 4 * poseMargin;
  let least = Infinity;
  for (let choice = 0; choice < 3; choice++) {
    if (choice === 2) pointAxes(axes, corners, 0, 16);
    else for (let i = 0; i < 9; i++) axes[i] = (choice === 0 ? a : b)[axesAt + i];
    fitObb(trial, 0, corners, 0, 16, axes);
    const volume = comparableVolume(trial);
    if (volume < least) {
      least = volume;
      best.set(trial);
    }
  }
  for (let i = halvesAt; i < axesAt; i++) best[i] += rounding;
  storeObb(out, 0, best);
  return out;
}

/** `obb` with its half extents changed by `margin`, not below 0. */
export function obbExpand(out: Obb, obb: ReadonlyObb, margin: number): Obb {
  for (let i = 0; i < obbSize; i++) exact[i] = obb[i];
  for (let i = halvesAt; i < axesAt; i++) exact[i] = Math.max(0, exact[i] + margin);
  storeObb(out, 0, exact);
  return out;
}

/** Volume. */
export function obbVolume(obb: ReadonlyObb): number {
  return 8 * obb[halvesAt] * obb[halvesAt + 1] * obb[halvesAt + 2];
}

/** Area of the surface. */
export function obbArea(obb: ReadonlyObb): number {
  return (
    8 *
    (obb[halvesAt] * obb[halvesAt + 1] +
      obb[halvesAt + 1] * obb[halvesAt + 2] +
      obb[halvesAt + 2] * obb[halvesAt])
  );
}
