/**
 * The contact of two oriented boxes at edges that cross, and the numbers that tell pairs of features apart.
 */
import { obbAxesAt, obbHalfAt } from '../../internal/layouts.ts';
import type { ContactManifold } from '../contact-manifold.ts';

/** Bits of the corner's code in the id of a point. */
export const cornerBits = 6;
/** Two faces per axis. */
export const facesPerBox = 6;
/**
 * Ids of pairs of edges come after those of faces: twelve of both boxes as the reference, times six of the
 * other.
 */
const firstEdgeId = 2 * facesPerBox * facesPerBox;
/** Ids of corners come after the nine pairs of edges. */
export const firstCornerId = firstEdgeId + 9;

/**
 * Fills `out`, whose normal must be set, with the point where edge k of the box at `aAt` and edge l of the
 * box at `bAt` are nearest, `edges` = 3k + l. Returns 1, or 0 for edges that are apart and beside each other.
 */
export function edgeContact(
  out: ContactManifold,
  obbs: Float64Array,
  aAt: number,
  bAt: number,
  edges: number,
): number {
  const k = (edges / 3) | 0;
  const l = edges - 3 * k;
  const p = aAt + obbAxesAt + 3 * k;
  const q = bAt + obbAxesAt + 3 * l;
  const { normal, pointsA, pointsB } = out;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  // From the middle of A's edge that faces along the normal to the middle of B's edge that faces against it.
  let x = obbs[bAt] - obbs[aAt];
  let y = obbs[bAt + 1] - obbs[aAt + 1];
  let z = obbs[bAt + 2] - obbs[aAt + 2];
  let ax = obbs[aAt];
  let ay = obbs[aAt + 1];
  let az = obbs[aAt + 2];
  for (let i = 0; i < 3; i++) {
    const c = aAt + obbAxesAt + 3 * i;
    const d = bAt + obbAxesAt + 3 * i;
    if (i !== k) {
      const h = obbs[aAt + obbHalfAt + i] * (nx * obbs[c] + ny * obbs[c + 1] + nz * obbs[c + 2] < 0 ? -1 : 1);
      ax += h * obbs[c];
      ay += h * obbs[c + 1];
      az += h * obbs[c + 2];
      x -= h * obbs[c];
      y -= h * obbs[c + 1];
      z -= h * obbs[c + 2];
    }
    if (i !== l) {
      const h = obbs[bAt + obbHalfAt + i] * (nx * obbs[d] + ny * obbs[d + 1] + nz * obbs[d + 2] < 0 ? 1 : -1);
      x += h * obbs[d];
      y += h * obbs[d + 1];
      z += h * obbs[d + 2];
    }
  }
  const gap = x * nx + y * ny + z * nz;
  const cosine = obbs[p] * obbs[q] + obbs[p + 1] * obbs[q + 1] + obbs[p + 2] * obbs[q + 2];
  const alongA = x * obbs[p] + y * obbs[p + 1] + z * obbs[p + 2];
  const alongB = x * obbs[q] + y * obbs[q + 1] + z * obbs[q + 2];
  const step = (alongA - cosine * alongB) / (1 - cosine * cosine);
  // The nearest points of the lines may lie beyond the ends of edges that do not overlap.
  if (gap > 0) {
    const stepB = (cosine * alongA - alongB) / (1 - cosine * cosine);
    if (Math.abs(step) > obbs[aAt + obbHalfAt + k] || Math.abs(stepB) > obbs[bAt + obbHalfAt + l]) return 0;
  }
  pointsA[0] = ax + step * obbs[p];
  pointsA[1] = ay + step * obbs[p + 1];
  pointsA[2] = az + step * obbs[p + 2];
  for (let i = 0; i < 3; i++) pointsB[i] = pointsA[i] + gap * normal[i];
  out.depths[0] = -gap;
  out.ids[0] = (firstEdgeId + edges) << cornerBits;
  out.count = 1;
  return 1;
}
