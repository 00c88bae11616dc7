/**
 * Storing oriented boxes and fitting them along given axes.
 *
 * A record holds centre, half extents and three axes, all possibly rounded to 32-bit floats when stored. Half extents
 * are therefore computed last, against centre and axes as they read back.
 */
import { type NumberArray, storeHigh } from '../../internal/store.ts';

/** How far the axes of a box stored in 32-bit floats may be from orthonormal, relative to its size. */
const floatAxes = 2 ** -21;

/**
 * Stores the box with centre c, half extents h and the three axes in `axes`; the stored box contains it. `axes` may not
 * be the output.
 */
export function storeObb(
  out: NumberArray,
  at: number,
  cx: number,
  cy: number,
  cz: number,
  hx: number,
  hy: number,
  hz: number,
  axes: ArrayLike<number>,
): void {
  storeFrame(out, at, cx, cy, cz, axes);
  const dx = cx - out[at];
  const dy = cy - out[at + 1];
  const dz = cz - out[at + 2];
  if (dx === 0 && dy === 0 && dz === 0 && axesKept(out, at, axes)) {
    storeHigh(out, at + 3, hx);
    storeHigh(out, at + 4, hy);
    storeHigh(out, at + 5, hz);
    return;
  }
  const moved = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
  const slack = moved + floatAxes * (hx + hy + hz);
  storeHigh(out, at + 3, hx + slack);
  storeHigh(out, at + 4, hy + slack);
  storeHigh(out, at + 5, hz + slack);
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
  storeFrame(out, at, cx, cy, cz, axes);
  const kept = axesKept(out, at, axes);
  cx = out[at];
  cy = out[at + 1];
  cz = out[at + 2];
  let sum = 0;
  for (let i = 0; i < 3; i++) {
    const ax = out[at + 6 + 3 * i];
    const ay = out[at + 7 + 3 * i];
    const az = out[at + 8 + 3 * i];
    let half = 0;
    for (let p = 3 * from; p < 3 * to; p += 3) {
      const s = (points[p] - cx) * ax + (points[p + 1] - cy) * ay + (points[p + 2] - cz) * az;
      half = Math.max(half, Math.abs(s));
    }
    storeHigh(out, at + 3 + i, half);
    sum += half;
  }
  if (!kept) for (let i = 3; i < 6; i++) storeHigh(out, at + i, out[at + i] + floatAxes * sum);
  return sum < Infinity;
}

function storeFrame(
  out: NumberArray,
  at: number,
  cx: number,
  cy: number,
  cz: number,
  axes: ArrayLike<number>,
): void {
  out[at] = cx;
  out[at + 1] = cy;
  out[at + 2] = cz;
  for (let i = 0; i < 9; i++) out[at + 6 + i] = axes[i];
}

function axesKept(out: NumberArray, at: number, axes: ArrayLike<number>): boolean {
  for (let i = 0; i < 9; i++) if (out[at + 6 + i] !== axes[i]) return false;
  return true;
}
