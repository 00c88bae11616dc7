/**
 * Squared distances of segments, stored as six numbers (the two ends of a capsule): to a point, to a segment,
 * to a box about the origin. Each is the distance of two points that really lie on the two sets, so it is
 * never below the true one by more than rounding, and close to it because the minimum is flat.
 */
import { endAt } from '../../internal/layouts.ts';

/** Squared distance from a point to the segment at `at`. Degenerate segments are points. */
export function pointSegmentSquared(
  s: ArrayLike<number>,
  at: number,
  x: number,
  y: number,
  z: number,
): number {
  const ax = s[at];
  const ay = s[at + 1];
  const az = s[at + 2];
  const ux = s[at + endAt] - ax;
  const uy = s[at + endAt + 1] - ay;
  const uz = s[at + endAt + 2] - az;
  const px = x - ax;
  const py = y - ay;
  const pz = z - az;
  const uu = ux * ux + uy * uy + uz * uz;
  const t = uu > 0 ? Math.min(1, Math.max(0, (px * ux + py * uy + pz * uz) / uu)) : 0;
  const dx = px - t * ux;
  const dy = py - t * uy;
  const dz = pz - t * uz;
  return dx * dx + dy * dy + dz * dz;
}

/** Squared distance between the segments at `pAt` of `p` and at `qAt` of `q`. */
export function segmentSegmentSquared(
  p: ArrayLike<number>,
  pAt: number,
  q: ArrayLike<number>,
  qAt: number,
): number {
  const px = p[pAt];
  const py = p[pAt + 1];
  const pz = p[pAt + 2];
  const qx = q[qAt];
  const qy = q[qAt + 1];
  const qz = q[qAt + 2];
  const ux = p[pAt + endAt] - px;
  const uy = p[pAt + endAt + 1] - py;
  const uz = p[pAt + endAt + 2] - pz;
  const vx = q[qAt + endAt] - qx;
  const vy = q[qAt + endAt + 1] - qy;
  const vz = q[qAt + endAt + 2] - qz;
  // The minimum lies at an end of one of the segments, or inside both where the lines are nearest.
  let best = pointSegmentSquared(q, qAt, px, py, pz);
  best = Math.min(best, pointSegmentSquared(q, qAt, p[pAt + endAt], p[pAt + endAt + 1], p[pAt + endAt + 2]));
  best = Math.min(best, pointSegmentSquared(p, pAt, qx, qy, qz));
  best = Math.min(best, pointSegmentSquared(p, pAt, q[qAt + endAt], q[qAt + endAt + 1], q[qAt + endAt + 2]));
  const wx = px - qx;
  const wy = py - qy;
  const wz = pz - qz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const det = uu * vv - uv * uv;
  const s = (uv * vw - vv * uw) / det;
  const t = (uu * vw - uv * uw) / det;
  if (s > 0 && s < 1 && t > 0 && t < 1) {
    const dx = wx + s * ux - t * vx;
    const dy = wy + s * uy - t * vy;
    const dz = wz + s * uz - t * vz;
    best = Math.min(best, dx * dx + dy * dy + dz * dz);
  }
  return best;
}

/** Offset of the vector to the other end in a segment for {@link segmentBoxSquared}. */
const directionAt = 3;

/**
 * Squared distance between a segment, given by one end and the vector to the other, and the box about the
 * origin with the given half extents. Along the segment the squared distance to the box is convex, and its
 * slope is linear between the at most six parameters where the segment crosses a face plane: those bracket
 * the zero of the slope without being sorted.
 */
export function segmentBoxSquared(segment: Float64Array, halves: Float64Array): number {
  let low = 0;
  let high = 1;
  let lowSlope = boxSlope(segment, halves, 0);
  let highSlope = boxSlope(segment, halves, 1);
  if (lowSlope >= 0) return boxSquared(segment, halves, 0);
  if (highSlope <= 0) return boxSquared(segment, halves, 1);
  for (let i = 0; i < 3; i++) {
    for (let side = -1; side <= 1; side += 2) {
      const t = (side * halves[i] - segment[i]) / segment[directionAt + i];
      if (!(t > low && t < high)) continue;
      const slope = boxSlope(segment, halves, t);
      if (slope < 0) {
        low = t;
        lowSlope = slope;
      } else {
        high = t;
        highSlope = slope;
      }
    }
  }
  const t = low + (high - low) * (lowSlope / (lowSlope - highSlope));
  return Math.min(
    boxSquared(segment, halves, t),
    boxSquared(segment, halves, low),
    boxSquared(segment, halves, high),
  );
}

/**
 * By how much the point at parameter `t` of the segment lies outside the box along axis `i`, with its sign.
 */
function excess(segment: Float64Array, halves: Float64Array, i: number, t: number): number {
  const x = segment[i] + t * segment[directionAt + i];
  return x > halves[i] ? x - halves[i] : x < -halves[i] ? x + halves[i] : 0;
}

/** Half the derivative of {@link boxSquared} by `t`. */
function boxSlope(segment: Float64Array, halves: Float64Array, t: number): number {
  return (
    excess(segment, halves, 0, t) * segment[directionAt] +
    excess(segment, halves, 1, t) * segment[directionAt + 1] +
    excess(segment, halves, 2, t) * segment[directionAt + 2]
  );
}

/** Squared distance from the point at parameter `t` of the segment to the box. */
function boxSquared(segment: Float64Array, halves: Float64Array, t: number): number {
  return (
    excess(segment, halves, 0, t) ** 2 +
    excess(segment, halves, 1, t) ** 2 +
    excess(segment, halves, 2, t) ** 2
  );
}
