/**
 * Closest points of edges and faces whose corners lie in one flat array. Candidates are offered by number to a record that
 * keeps the best, so that no fractional number crosses a call.
 */

/** The best pair of points so far. */
export interface ClosestCandidates {
  /** Squared distance at 0, the point of A from 1, the point of B from 4 on. */
  readonly best: Float64Array;
}

/** Nothing offered yet. */
export function candidatesClear(out: ClosestCandidates): void {
  out.best[0] = Infinity;
}

/** Offers the closest points of the segments i j (of A) and k l (of B), given by the numbers of their ends in `p`. */
export function offerEdgeEdge(
  out: ClosestCandidates,
  p: Float64Array,
  i: number,
  j: number,
  k: number,
  l: number,
): void {
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
  // The minimum lies inside both segments where the lines are nearest, or at an end of one of them.
  const determinant = uu * vv - uv * uv;
  for (let candidate = 0; candidate < 5; candidate++) {
    let s: number;
    let t: number;
    if (candidate < 2) {
      s = candidate;
      t = (vw + s * uv) / vv;
      t = t > 0 ? Math.min(t, 1) : 0;
    } else if (candidate < 4) {
      t = candidate - 2;
      s = (t * uv - uw) / uu;
      s = s > 0 ? Math.min(s, 1) : 0;
    } else {
      s = (uv * vw - vv * uw) / determinant;
      t = (uu * vw - uv * uw) / determinant;
      if (!(s > 0 && s < 1 && t > 0 && t < 1)) return;
    }
    const dx = wx + s * ux - t * vx;
    const dy = wy + s * uy - t * vy;
    const dz = wz + s * uz - t * vz;
    const squared = dx * dx + dy * dy + dz * dz;
    const { best } = out;
    if (!(squared < best[0])) continue;
    best[0] = squared;
    best[1] = px + s * ux;
    best[2] = py + s * uy;
    best[3] = pz + s * uz;
    best[4] = qx + t * vx;
    best[5] = qy + t * vy;
    best[6] = qz + t * vz;
  }
}

/**
 * Offers vertex `v` and its projection on the triangle of the numbers i, j, k, where that lies inside; edges are not
 * considered. `vertexOfA` says whether the vertex belongs to A or the triangle does.
 */
export function offerVertexFace(
  out: ClosestCandidates,
  p: Float64Array,
  v: number,
  i: number,
  j: number,
  k: number,
  vertexOfA: boolean,
): void {
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
  if (!(area > 0 && partJ >= 0 && partK >= 0 && partJ + partK <= area)) return;
  const height = (px * nx + py * ny + pz * nz) / area;
  const squared = height * height * area;
  const { best } = out;
  if (!(squared < best[0])) return;
  const vertexAt = vertexOfA ? 1 : 4;
  const faceAt = 5 - vertexAt;
  best[0] = squared;
  best[vertexAt] = x;
  best[vertexAt + 1] = y;
  best[vertexAt + 2] = z;
  best[faceAt] = x - height * nx;
  best[faceAt + 1] = y - height * ny;
  best[faceAt + 2] = z - height * nz;
}
