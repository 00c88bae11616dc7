/** Storing capsules, and the smallest capsule along a given line around balls. */
import { capsuleRadiusAt, endAt, radiusAt, sphereSize } from '../../internal/layouts.ts';
import { type NumberArray, storeHigh } from '../../internal/store.ts';

/**
 * Stores `capsule`, which must not be the output, at `at`; if an end had to be rounded, the radius grows by
 * the larger distance that an end moved.
 */
export function storeCapsule(out: NumberArray, at: number, capsule: Float64Array): void {
  for (let i = 0; i < capsuleRadiusAt; i++) out[at + i] = capsule[i];
  let moved = 0;
  for (let end = 0; end <= endAt; end += endAt) {
    const dx = out[at + end] - capsule[end];
    const dy = out[at + end + 1] - capsule[end + 1];
    const dz = out[at + end + 2] - capsule[end + 2];
    moved = Math.max(moved, dx * dx + dy * dy + dz * dz);
  }
  const radius = capsule[capsuleRadiusAt];
  const stored = moved === 0 ? radius : (radius + Math.sqrt(moved)) * (1 + 2 ** -50);
  storeHigh(out, at + capsuleRadiusAt, stored);
}

/**
 * The shortest capsule along a unit `direction` that contains the balls x y z r … (`stride` 4) or the points
 * x y z … (`stride` 3), with its axis through the centre of `disc` and with the radius of `disc`, the
 * smallest ball around the projections along the direction. A ball at the distance d from the axis needs the
 * segment to come within √((radius − r)² − d²) of its foot point. Writes ends and radius to `out`; returns
 * the volume divided by π.
 */
export function capsuleAlong(
  out: Float64Array,
  balls: ArrayLike<number>,
  stride: number,
  disc: Float64Array,
  direction: Float64Array,
): number {
  const x = disc[0];
  const y = disc[1];
  const z = disc[2];
  const radius = disc[radiusAt];
  const ux = direction[0];
  const uy = direction[1];
  const uz = direction[2];
  let low = Infinity;
  let high = -Infinity;
  for (let at = 0; at < balls.length; at += stride) {
    const px = balls[at] - x;
    const py = balls[at + 1] - y;
    const pz = balls[at + 2] - z;
    const s = px * ux + py * uy + pz * uz;
    const d2 = (px - s * ux) ** 2 + (py - s * uy) ** 2 + (pz - s * uz) ** 2;
    const room = stride === sphereSize ? radius - balls[at + radiusAt] : radius;
    const overhang = Math.sqrt(Math.max(0, room * room - d2));
    low = Math.min(low, s + overhang);
    high = Math.max(high, s - overhang);
  }
  if (low > high) low = high = 0.5 * (low + high);
  out[0] = x + low * ux;
  out[1] = y + low * uy;
  out[2] = z + low * uz;
  out[endAt] = x + high * ux;
  out[endAt + 1] = y + high * uy;
  out[endAt + 2] = z + high * uz;
  out[capsuleRadiusAt] = radius;
  return radius * radius * (high - low + (4 / 3) * radius);
}
