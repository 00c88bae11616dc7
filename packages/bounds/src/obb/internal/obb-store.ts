/**
 * Storing oriented boxes and fitting them along given axes.
 *
 * A record holds centre, half extents and three axes, all of which may be rounded to 32-bit floats when they
 * are stored. Half extents are therefore computed last, against centre and axes as they read back.
 */
import { axesAt, centerAt, halvesAt } from '../../internal/layouts.ts';
import { type NumberArray, storeHigh } from '../../internal/store.ts';

/** How far the axes of a box stored in 32-bit floats may be from orthonormal, relative to its size. */
const floatAxes = 2 ** -21;

/** Stores the box `obb` at `at`; the stored box contains it. `obb` must not be the output. */
export function storeObb(out: NumberArray, at: number, obb: Float64Array): void {
  for (let i = 0; i < 3; i++) out[at + centerAt + i] = obb[centerAt + i];
  for (let i = 0; i < 9; i++) out[at + axesAt + i] = obb[axesAt + i];
  const dx = obb[centerAt] - out[at + centerAt];
  const dy = obb[centerAt + 1] - out[at + centerAt + 1];
  const dz = obb[centerAt + 2] - out[at + centerAt + 2];
  let slack = 0;
  if (dx !== 0 || dy !== 0 || dz !== 0 || !axesKept(out, at, obb, axesAt)) {
    const moved = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    slack = moved + floatAxes * (obb[halvesAt] + obb[halvesAt + 1] + obb[halvesAt + 2]);
  }
  for (let i = 0; i < 3; i++) storeHigh(out, at + halvesAt + i, obb[halvesAt + i] + slack);
}

/** Fits the box along `axes` to points `from` ≤ i < `to`; returns false when a coordinate is not finite. */
export function fitObb(
  out: NumberArray,
  at: number,
  points: ArrayLike<number>,
  from: number,
  to: number,
  axes: ArrayLike<number>,
): boolean {
  let cx = 0;
  let cy = 0;
  let cz = 0;
  for (let i = 0; i < 9; i += 3) {
    const ax = axes[i];
    const ay = axes[i + 1];
    const az = axes[i + 2];
    let low = Infinity;
    let high = -Infinity;
    for (let p = 3 * from; p < 3 * to; p += 3) {
      const s = points[p] * ax + points[p + 1] * ay + points[p + 2] * az;
      low = Math.min(low, s);
      high = Math.max(high, s);
    }
    const middle = 0.5 * low + 0.5 * high;
    cx += middle * ax;
    cy += middle * ay;
    cz += middle * az;
  }
  out[at + centerAt] = cx;
  out[at + centerAt + 1] = cy;
  out[at + centerAt + 2] = cz;
  for (let i = 0; i < 9; i++) out[at + axesAt + i] = axes[i];
  return fitHalves(out, at, points, from, to, axesKept(out, at, axes, 0));
}

/**
 * Fits the half extents of the box at `at` to points `from` ≤ i < `to`, with centre and axes as they are
 * stored; `exact` means that the axes were not rounded. Returns false when a coordinate is not finite.
 */
function fitHalves(
  out: NumberArray,
  at: number,
  points: ArrayLike<number>,
  from: number,
  to: number,
  exact: boolean,
): boolean {
  const cx = out[at + centerAt];
  const cy = out[at + centerAt + 1];
  const cz = out[at + centerAt + 2];
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const axis = at + axesAt + 3 * i;
    const ax = out[axis];
    const ay = out[axis + 1];
    const az = out[axis + 2];
    let half = 0;
    for (let p = 3 * from; p < 3 * to; p += 3) {
      const s = (points[p] - cx) * ax + (points[p + 1] - cy) * ay + (points[p + 2] - cz) * az;
      half = Math.max(half, Math.abs(s));
    }
    storeHigh(out, at + halvesAt + i, half);
    sum += half;
  }
  if (!exact) for (let i = at + halvesAt; i < at + axesAt; i++) storeHigh(out, i, out[i] + floatAxes * sum);
  return sum < Infinity;
}

/** Whether the axes of the box at `at` equal those at `axesFrom` of `axes`, that is, nothing was rounded. */
function axesKept(out: NumberArray, at: number, axes: ArrayLike<number>, axesFrom: number): boolean {
  for (let i = 0; i < 9; i++) if (out[at + axesAt + i] !== axes[axesFrom + i]) return false;
  return true;
}
