/** A bound on how fast two moving bodies approach along a direction. */
import type { Sweep } from '../sweep.ts';

/**
 * The largest speed at which points of the bodies can approach along the unit vector `normal`, from A to B:
 * the exact speed of the origins, plus what rotation can add.
 */
export function approachSpeed(normal: Float64Array, a: Sweep, b: Sweep): number {
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const p = a.linear;
  const q = b.linear;
  const origins = x * (p[0] - q[0]) + y * (p[1] - q[1]) + z * (p[2] - q[2]);
  let rotating = 0;
  for (let k = 0; k < 2; k++) {
    const { angular: w, radius } = k === 0 ? a : b;
    const cx = y * w[2] - z * w[1];
    const cy = z * w[0] - x * w[2];
    const cz = x * w[1] - y * w[0];
    rotating += radius * Math.sqrt(cx * cx + cy * cy + cz * cz);
  }
  return origins + rotating;
}
