/**
 * The contact of two oriented boxes that are apart, where a corner of one is nearest: to a face, an edge or a
 * corner of the other. (Two edges that are nearest between their ends have a common perpendicular, which is
 * another case.) Sixteen corners, each clamped to the other box, give the distance.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { obbAxesAt, obbHalfAt } from '../../internal/layouts.ts';
import type { ContactManifold } from '../contact-manifold.ts';
import { cornerBits, firstCornerId } from './obb-edges.ts';

/** Two points closer than this fraction of their coordinates have no direction between them but rounding. */
const touching = 1e-9;

/** The centre of a box and its three half edges, in the frame of the other. */
const seen = /* @__PURE__ */ plainDoubles(12);
/** The square of the least distance. */
const least = /* @__PURE__ */ plainDoubles(1);

/**
 * Fills `out` with the nearest points of the boxes at `aAt` and `bAt`, and its normal with the direction
 * between them, unless they touch: then the normal stays. Returns 1, or 0 when they are more than `margin[0]`
 * apart.
 */
export function cornerContact(
  out: ContactManifold,
  obbs: Float64Array,
  aAt: number,
  bAt: number,
  margin: Float64Array,
): number {
  least[0] = Infinity;
  out.count = 0;
  const cornerA = nearestCorner(least, obbs, aAt, bAt);
  const squaredA = least[0];
  const cornerB = nearestCorner(least, obbs, bAt, aAt);
  const ofB = least[0] < squaredA;
  const distance = Math.sqrt(least[0]);
  if (!(distance <= margin[0])) return 0;
  const { normal, pointsA, pointsB } = out;
  const corner = ofB ? cornerB : cornerA;
  writeCorner(ofB ? pointsB : pointsA, obbs, ofB ? bAt : aAt, corner);
  writeClamped(ofB ? pointsA : pointsB, ofB ? pointsB : pointsA, obbs, ofB ? aAt : bAt);
  let size = 0;
  for (let k = 0; k < 3; k++) size += Math.abs(pointsA[k]);
  if (distance > touching * size)
    for (let k = 0; k < 3; k++) normal[k] = (pointsB[k] - pointsA[k]) / distance;
  for (let k = 0; k < 3; k++)
    if (ofB) pointsA[k] = pointsB[k] - distance * normal[k];
    else pointsB[k] = pointsA[k] + distance * normal[k];
  out.depths[0] = -distance;
  out.ids[0] = (firstCornerId + (ofB ? 8 : 0) + corner) << cornerBits;
  out.count = 1;
  return 1;
}

/**
 * The corner of the box at `at` nearest the box at `other`; lowers the square in `least` to that of their
 * distance.
 */
function nearestCorner(least: Doubles, obbs: Float64Array, at: number, other: number): number {
  for (let k = 0; k < 3; k++) {
    const axisAt = other + obbAxesAt + 3 * k;
    const x = obbs[axisAt];
    const y = obbs[axisAt + 1];
    const z = obbs[axisAt + 2];
    seen[k] =
      (obbs[at] - obbs[other]) * x +
      (obbs[at + 1] - obbs[other + 1]) * y +
      (obbs[at + 2] - obbs[other + 2]) * z;
    for (let i = 0; i < 3; i++) {
      const edgeAt = at + obbAxesAt + 3 * i;
      seen[3 + 3 * i + k] =
        obbs[at + obbHalfAt + i] * (obbs[edgeAt] * x + obbs[edgeAt + 1] * y + obbs[edgeAt + 2] * z);
    }
  }
  let nearest = 0;
  for (let c = 0; c < 8; c++) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const along =
        seen[k] +
        (c & 1 ? seen[3 + k] : -seen[3 + k]) +
        (c & 2 ? seen[6 + k] : -seen[6 + k]) +
        (c & 4 ? seen[9 + k] : -seen[9 + k]);
      const beyond = Math.abs(along) - obbs[other + obbHalfAt + k];
      if (beyond > 0) squared += beyond * beyond;
    }
    if (squared >= least[0]) continue;
    least[0] = squared;
    nearest = c;
  }
  return nearest;
}

/** Writes corner `corner` of the box at `at` to the first point. */
function writeCorner(points: Float64Array, obbs: Float64Array, at: number, corner: number): void {
  for (let k = 0; k < 3; k++) {
    let x = obbs[at + k];
    for (let i = 0; i < 3; i++)
      x += ((corner >> i) & 1 ? 1 : -1) * obbs[at + obbHalfAt + i] * obbs[at + obbAxesAt + 3 * i + k];
    points[k] = x;
  }
}

/** Writes the point of the box at `at` nearest the first point of `from`. */
function writeClamped(points: Float64Array, from: Float64Array, obbs: Float64Array, at: number): void {
  const x = from[0] - obbs[at];
  const y = from[1] - obbs[at + 1];
  const z = from[2] - obbs[at + 2];
  for (let k = 0; k < 3; k++) points[k] = obbs[at + k];
  for (let i = 0; i < 3; i++) {
    const axisAt = at + obbAxesAt + 3 * i;
    const half = obbs[at + obbHalfAt + i];
    const along = x * obbs[axisAt] + y * obbs[axisAt + 1] + z * obbs[axisAt + 2];
    const clamped = Math.min(half, Math.max(-half, along));
    for (let k = 0; k < 3; k++) points[k] += clamped * obbs[axisAt + k];
  }
}

/**
 * Fills `out`, whose normal must be set, with the corner of the box at `at` that lies deepest in the other:
 * A's if `sign` is 1, B's if it is −1. `distance` has the distance of the boxes along the normal. Returns 1.
 */
export function deepestCorner(
  out: ContactManifold,
  obbs: Float64Array,
  at: number,
  sign: number,
  distance: Doubles,
): number {
  const { normal, pointsA, pointsB } = out;
  let corner = 0;
  for (let i = 0; i < 3; i++) {
    const axisAt = at + obbAxesAt + 3 * i;
    const along = normal[0] * obbs[axisAt] + normal[1] * obbs[axisAt + 1] + normal[2] * obbs[axisAt + 2];
    if (sign * along > 0) corner |= 1 << i;
  }
  const own = sign > 0 ? pointsA : pointsB;
  const other = sign > 0 ? pointsB : pointsA;
  writeCorner(own, obbs, at, corner);
  for (let k = 0; k < 3; k++) other[k] = own[k] + sign * distance[0] * normal[k];
  out.depths[0] = -distance[0];
  out.ids[0] = (firstCornerId + (sign > 0 ? 0 : 8) + corner) << cornerBits;
  out.count = 1;
  return 1;
}
