/**
 * Regions of a hull's surface, seen along the normal of their first triangle, whose border is convex.
 *
 * A region grows across one edge at a time as long as both ends of that edge stay convex corners, just as
 * diagonals are removed from a triangulated polygon by S. Hertel & K. Mehlhorn, "Fast triangulation of simple
 * polygons", FCT 1983.
 */
import type { HullBuilder } from './hull-builder.ts';
import { faceOf, faceSize, nextHalfEdge, planeSize, pointSize } from './hull-layout.ts';

/** The least distance that a corner may lie beyond the line of an edge, in units of the hull's size. */
const leastDent = 1e-12;

/** Whether no corner of the loop lies beyond the line of an edge by more than rounding or the tolerance. */
export function isConvexLoop(
  planes: Float64Array,
  face: number,
  coords: Float64Array,
  loop: number[],
  tolerance: number,
): boolean {
  const count = loop.length;
  let isPlain = true;
  for (let i = 0; i < count && isPlain; i++)
    isPlain = orientation(planes, face, coords, loop[i], loop[(i + 1) % count], loop[(i + 2) % count]) >= 0;
  // A simple loop that turns one way is convex; otherwise the size of the dents decides.
  if (isPlain) return true;
  const dent = Math.max(tolerance, leastDent);
  for (let i = 0; i < count; i++) {
    const a = loop[i];
    const b = loop[(i + 1) % count];
    const limit = -dent * edgeLength(coords, a, b);
    for (const corner of loop) if (orientation(planes, face, coords, a, b, corner) < limit) return false;
  }
  return true;
}

/**
 * Rebuilds the region of `seed` from some of its `members`, convex at every step; the others then belong to
 * no region (−1 in `seedOf`). Returns a half-edge on the border.
 */
export function growConvexRegion(
  hull: HullBuilder,
  coords: Float64Array,
  seedOf: Int32Array,
  seed: number,
  members: number[],
): number {
  const { origin, planes, twin } = hull;
  const isMember = new Set(members);
  for (const face of members) seedOf[face] = -1;
  seedOf[seed] = seed;
  // The border, as half-edges of the region in order.
  const border = [faceSize * seed, faceSize * seed + 1, faceSize * seed + 2];
  for (let i = 0, misses = 0; misses < border.length; ) {
    const count = border.length;
    i %= count;
    const across = twin[border[i]];
    const face = faceOf(across);
    const first = nextHalfEdge(across);
    const second = nextHalfEdge(first);
    const a = origin[border[i]];
    const b = origin[border[(i + 1) % count]];
    const apex = origin[second];
    const before = origin[border[(i + count - 1) % count]];
    const after = origin[border[(i + 2) % count]];
    const fits =
      isMember.has(face) &&
      seedOf[face] < 0 &&
      !border.some(h => origin[h] === apex) &&
      orientation(planes, seed, coords, a, apex, b) > 0 &&
      orientation(planes, seed, coords, before, a, apex) >= 0 &&
      orientation(planes, seed, coords, apex, b, after) >= 0;
    if (fits) {
      seedOf[face] = seed;
      border.splice(i, 1, first, second);
      misses = 0;
    } else {
      i++;
      misses++;
    }
  }
  return border[0];
}

/** Twice the area of a, b, c seen along the normal of `face`; positive for a left turn. */
function orientation(
  planes: Float64Array,
  face: number,
  p: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  const at = pointSize * a;
  const ux = p[pointSize * b] - p[at];
  const uy = p[pointSize * b + 1] - p[at + 1];
  const uz = p[pointSize * b + 2] - p[at + 2];
  const vx = p[pointSize * c] - p[at];
  const vy = p[pointSize * c + 1] - p[at + 1];
  const vz = p[pointSize * c + 2] - p[at + 2];
  const plane = planeSize * face;
  return (
    planes[plane] * (uy * vz - uz * vy) +
    planes[plane + 1] * (uz * vx - ux * vz) +
    planes[plane + 2] * (ux * vy - uy * vx)
  );
}

function edgeLength(p: Float64Array, a: number, b: number): number {
  const x = p[pointSize * b] - p[pointSize * a];
  const y = p[pointSize * b + 1] - p[pointSize * a + 1];
  const z = p[pointSize * b + 2] - p[pointSize * a + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
