/** Storing capsules, and the smallest capsule along a given line around balls. */
import { type NumberArray, storeHigh } from './store.ts';

/** Stores a capsule; where an end had to be rounded, the radius grows by the larger distance an end moved. */
export function storeCapsule(
  out: NumberArray,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  radius: number,
  at = 0,
): NumberArray {
  out[at] = ax;
  out[at + 1] = ay;
  out[at + 2] = az;
  out[at + 3] = bx;
  out[at + 4] = by;
  out[at + 5] = bz;
  const a = (out[at] - ax) ** 2 + (out[at + 1] - ay) ** 2 + (out[at + 2] - az) ** 2;
  const b = (out[at + 3] - bx) ** 2 + (out[at + 4] - by) ** 2 + (out[at + 5] - bz) ** 2;
  const moved = Math.max(a, b);
  storeHigh(out, at + 6, moved === 0 ? radius : (radius + Math.sqrt(moved)) * (1 + 2 ** -50));
  return out;
}

/**
 * The shortest segment on the line through (x, y, z) with unit direction u, such that the capsule of `radius` around it
 * contains the balls x y z r … (`stride` 4) or the points x y z … (`stride` 3). A ball at the distance d from the line needs the segment to come within
 * √((radius − r)² − d²) of its foot. Writes the parameters of the ends to `out`.
 */
export function capsuleSpan(
  out: Float64Array,
  balls: ArrayLike<number>,
  stride: number,
  x: number,
  y: number,
  z: number,
  ux: number,
  uy: number,
  uz: number,
  radius: number,
): void {
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < balls.length; at += stride) {
    const px = balls[at] - x;
    const py = balls[at + 1] - y;
    const pz = balls[at + 2] - z;
    const s = px * ux + py * uy + pz * uz;
    const d2 = (px - s * ux) ** 2 + (py - s * uy) ** 2 + (pz - s * uz) ** 2;
    const room = stride === 4 ? radius - balls[at + 3] : radius;
    const reach = Math.sqrt(Math.max(0, room * room - d2));
    low = Math.min(low, s + reach);
    high = Math.max(high, s - reach);
  }
  if (low > high) low = high = 0.5 * (low + high);
  out[0] = low;
  out[1] = high;
}
