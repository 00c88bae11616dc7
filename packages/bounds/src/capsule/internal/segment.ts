/**
 * Squared distances of segments, stored as six numbers at an offset: to a point, to a segment, to a box about the
 * origin. Each is the distance of two points that really lie on the two sets, so it is never below the true one by
 * more than rounding, and close to it because the minimum is flat.
 */

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
  const ux = s[at + 3] - ax;
  const uy = s[at + 4] - ay;
  const uz = s[at + 5] - az;
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
  const ux = p[pAt + 3] - px;
  const uy = p[pAt + 4] - py;
  const uz = p[pAt + 5] - pz;
  const vx = q[qAt + 3] - qx;
  const vy = q[qAt + 4] - qy;
  const vz = q[qAt + 5] - qz;
  // The minimum lies at an end of one of the segments, or inside both where the lines are nearest.
  let best = pointSegmentSquared(q, qAt, px, py, pz);
  best = Math.min(best, pointSegmentSquared(q, qAt, p[pAt + 3], p[pAt + 4], p[pAt + 5]));
  best = Math.min(best, pointSegmentSquared(p, pAt, qx, qy, qz));
  best = Math.min(best, pointSegmentSquared(p, pAt, q[qAt + 3], q[qAt + 4], q[qAt + 5]));
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

const from = /* @__PURE__ */ new Float64Array(3);
const along = /* @__PURE__ */ new Float64Array(3);
const halves = /* @__PURE__ */ new Float64Array(3);

/**
 * Squared distance between the segment a–b and the box |x| ≤ hx, |y| ≤ hy, |z| ≤ hz. Along the segment the squared
 * distance to the box is convex, and its slope is linear between the at most six parameters where the segment
 * crosses a face plane: those bracket the zero of the slope without being sorted.
 */
export function segmentBoxSquared(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  hx: number,
  hy: number,
  hz: number,
): number {
  from[0] = ax;
  from[1] = ay;
  from[2] = az;
  along[0] = bx - ax;
  along[1] = by - ay;
  along[2] = bz - az;
  halves[0] = hx;
  halves[1] = hy;
  halves[2] = hz;
  let low = 0;
  let high = 1;
  let lowSlope = slopeAt(0);
  let highSlope = slopeAt(1);
  if (lowSlope >= 0) return squaredAt(0);
  if (highSlope <= 0) return squaredAt(1);
  for (let i = 0; i < 3; i++) {
    for (let side = -1; side <= 1; side += 2) {
      const t = (side * halves[i] - from[i]) / along[i];
      if (!(t > low && t < high)) continue;
      const slope = slopeAt(t);
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
  return Math.min(squaredAt(t), squaredAt(low), squaredAt(high));
}

function excess(i: number, t: number): number {
  const x = from[i] + t * along[i];
  return x > halves[i] ? x - halves[i] : x < -halves[i] ? x + halves[i] : 0;
}

function slopeAt(t: number): number {
  return excess(0, t) * along[0] + excess(1, t) * along[1] + excess(2, t) * along[2];
}

function squaredAt(t: number): number {
  return excess(0, t) ** 2 + excess(1, t) ** 2 + excess(2, t) ** 2;
}
