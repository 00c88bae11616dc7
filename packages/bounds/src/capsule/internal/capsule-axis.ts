/** Storing capsules, and the smallest capsule along a given line around balls. */
import { type NumberArray, storeHigh } from '../../internal/store.ts';

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
  given[0] = ax;
  given[1] = ay;
  given[2] = az;
  given[3] = bx;
  given[4] = by;
  given[5] = bz;
  given[6] = radius;
  copyCapsule(out, at, given);
  return out;
}

const given = /* @__PURE__ */ new Float64Array(7);

/** As {@link storeCapsule} for seven numbers in an array that is not the output. */
export function copyCapsule(out: NumberArray, at: number, capsule: Float64Array): void {
  for (let i = 0; i < 6; i++) out[at + i] = capsule[i];
  let moved = 0;
  for (let end = 0; end < 6; end += 3) {
    const dx = out[at + end] - capsule[end];
    const dy = out[at + end + 1] - capsule[end + 1];
    const dz = out[at + end + 2] - capsule[end + 2];
    moved = Math.max(moved, dx * dx + dy * dy + dz * dz);
  }
  const radius = capsule[6];
  storeHigh(out, at + 6, moved === 0 ? radius : (radius + Math.sqrt(moved)) * (1 + 2 ** -50));
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
