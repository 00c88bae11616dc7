/**
 * Closest points of edges and faces whose corners lie in one flat array. Candidates are offered by index to a
 * record that keeps the best, so that no fractional number is passed as an argument, which V8 would box.
 *
 * | from | what |
 * | ---: | --- |
 * | 0 | squared distance |
 * | 1 | the point of A |
 * | 4 | the point of B |
 */
export const squaredAt = 0;
export const pointAAt = 1;
export const pointBAt = 4;
const candidateSize = 7;

/** The best pair of points so far. */
export interface ClosestCandidates {
  /** Squared distance, the point of A, the point of B. */
  readonly best: Float64Array;
}

/** A record for the best candidate, to be reused. */
export function createClosestCandidates(): ClosestCandidates {
  return { best: new Float64Array(candidateSize) };
}

/** Nothing offered yet. */
export function candidatesClear(out: ClosestCandidates): void {
  out.best[squaredAt] = Infinity;
}

/**
 * Offers the closest points of the segments i j (of A) and k l (of B), given by the indices of their ends in
 * `p`.
 */
export function offerEdgeEdge(
  out: ClosestCandidates,
  p: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
): void {
  const { best } = out;
  const px = p[3 * i];
  const py = p[3 * i + 1];
  const pz = p[3 * i + 2];
  const qx = p[3 * k];
  const qy = p[3 * k + 1];
  const qz = p[3 * k + 2];
  const ux = p[3 * j] - px;
  const uy = p[3 * j + 1] - py;
  const uz = p[3 * j + 2] - pz;
  const vx = p[3 * l] - qx;
  const vy = p[3 * l + 1] - qy;
  const vz = p[3 * l + 2] - qz;
  const wx = px - qx;
  const wy = py - qy;
  const wz = pz - qz;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  // The minimum lies where the lines are nearest, if that is inside both segments, or at an end of one of
  // them.
  const determinant = uu * vv - uv * uv;
  for (let candidate = 0; candidate < 5; candidate++) {
    let s = 0;
    let t = 0;
    if (candidate < 2) {
      s = candidate;
      t = onSegment((vw + s * uv) / vv);
    } else if (candidate < 4) {
      t = candidate - 2;
      s = onSegment((t * uv - uw) / uu);
    } else {
      s = (uv * vw - vv * uw) / determinant;
      t = (uu * vw - uv * uw) / determinant;
      if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
    }
    const dx = wx + s * ux - t * vx;
    const dy = wy + s * uy - t * vy;
    const dz = wz + s * uz - t * vz;
    const squared = dx * dx + dy * dy + dz * dz;
    if (!(squared < best[squaredAt])) continue;
    best[squaredAt] = squared;
    best[pointAAt] = px + s * ux;
    best[pointAAt + 1] = py + s * uy;
    best[pointAAt + 2] = pz + s * uz;
    best[pointBAt] = qx + t * vx;
    best[pointBAt + 1] = qy + t * vy;
    best[pointBAt + 2] = qz + t * vz;
  }
}

/** The parameter from 0 to 1 nearest to `t`; 0 for NaN, which a segment without length gives. */
function onSegment(t: number): number {
  return t > 0 ? Math.min(t, 1) : 0;
}

/**
 * Offers vertex `v` of A and its projection on the triangle i j k of B, if that lies inside; edges are not
 * considered. Returns whether this is the best candidate so far.
 */
export function offerVertexFace(
  out: ClosestCandidates,
  p: Float64Array,
  v: number,
  i: number,
  j: number,
  k: number,
): boolean {
  const x = p[3 * v];
  const y = p[3 * v + 1];
  const z = p[3 * v + 2];
  const px = x - p[3 * i];
  const py = y - p[3 * i + 1];
  const pz = z - p[3 * i + 2];
  const ux = p[3 * j] - p[3 * i];
  const uy = p[3 * j + 1] - p[3 * i + 1];
  const uz = p[3 * j + 2] - p[3 * i + 2];
  const vx = p[3 * k] - p[3 * i];
  const vy = p[3 * k + 1] - p[3 * i + 1];
  const vz = p[3 * k + 2] - p[3 * i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = nx * nx + ny * ny + nz * nz;
  const partJ = (py * vz - pz * vy) * nx + (pz * vx - px * vz) * ny + (px * vy - py * vx) * nz;
  const partK = (uy * pz - uz * py) * nx + (uz * px - ux * pz) * ny + (ux * py - uy * px) * nz;
  if (!(area > 0 && partJ >= 0 && partK >= 0 && partJ + partK <= area)) return false;
  const height = (px * nx + py * ny + pz * nz) / area;
  const squared = height * height * area;
  const { best } = out;
  if (!(squared < best[squaredAt])) return false;
  best[squaredAt] = squared;
  best[pointAAt] = x;
  best[pointAAt + 1] = y;
  best[pointAAt + 2] = z;
  best[pointBAt] = x - height * nx;
  best[pointBAt + 1] = y - height * ny;
  best[pointBAt + 2] = z - height * nz;
  return true;
}

/** As {@link offerVertexFace}, of vertex `v` of B and the triangle i j k of A. */
export function offerFaceVertex(
  out: ClosestCandidates,
  p: Float64Array,
  v: number,
  i: number,
  j: number,
  k: number,
): void {
  if (!offerVertexFace(out, p, v, i, j, k)) return;
  const { best } = out;
  for (let n = 0; n < 3; n++) {
    const onB = best[pointAAt + n];
    best[pointAAt + n] = best[pointBAt + n];
    best[pointBAt + n] = onB;
  }
}
