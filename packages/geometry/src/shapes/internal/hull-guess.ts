/**
 * Decides for `hullSeparation` whether the best axis of two hulls in the last step still is the best. A guess
 * is taken only if a proof holds that the whole search would end at the same axis, so that results do not
 * depend on what was remembered.
 *
 * Let K = A ⊖ B, h its support function and d = h(n) the depth along the normal n of a face F of K. If the
 * projection of the origin on the plane of F lies inside F, at least ρ from its boundary, then K holds a
 * disc: at an angle θ from n, h is at least d cos θ + ρ sin θ. That is more than d for all θ if d ≤ 0, and
 * for θ < 90° if d ≤ ρ. K also holds balls. A ball of radius R around a point below F makes h exceed d for θ
 * ≥ 90° if R − d is more than the distance of that point from the line through the origin along n. One such
 * ball is the sum of the inner balls of both hulls. Another is the inner ball of B alone, around any point of
 * A: if the centre of B is above a face of A, around a point on that line. Faces of K that are almost
 * parallel to F are left to the search, which has an order of preference among axes that are equal up to
 * rounding.
 *
 * Van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §4.3, for temporal coherence;
 * the bound is ours.
 */
import { positionAt } from '../../internal/pose-layout.ts';
import { leftAt, offerCross, offerFace, placeEdge, rightAt, startAt } from './hull-axes.ts';
import {
  edgeSize,
  type HullFeatures,
  innerAt,
  leftFaceAt,
  outerAt,
  planeOffsetAt,
  planeSize,
  rightFaceAt,
} from './hull-features.ts';
import {
  apartAt,
  axisAt,
  faceOfA,
  faceOfB,
  gapAt,
  type HullPair,
  overFaceOfA,
  overFaceOfB,
  rotateVector,
  twoEdges,
} from './hull-pair.ts';

/** The least ρ, as a share of the length of the edges around. */
const leastInside = 1e-4;
/** Share of the radii of inner balls that counts: no other axis may come close. */
const lessThanAll = 0.999;
/** The least sine between the axis and the border of its features on the Gauss map, squared. */
const leastAngle = 1e-10;
/** The least sine between two edges, squared. */
const leastCross = 1e-4;

/** Whether the other's centre is still too high above the face that ruled out a contact last time. */
export function isStillAbove(pair: HullPair, a: HullFeatures, b: HullFeatures, guess: Int32Array): boolean {
  const kind = guess[0];
  if (kind !== overFaceOfA && kind !== overFaceOfB) return false;
  const ofB = kind - overFaceOfA;
  const { planes } = ofB ? b : a;
  const at = planeSize * guess[1];
  if (at >= planes.length) return false;
  const { center, best } = pair;
  const height =
    planes[at] * center[3 * ofB] +
    planes[at + 1] * center[3 * ofB + 1] +
    planes[at + 2] * center[3 * ofB + 2] -
    planes[at + planeOffsetAt];
  return height > best[apartAt] + (ofB ? a : b).ball[outerAt];
}

/**
 * Makes the axis of the last call the best of `pair` and returns true if it is certain that the search would
 * end there, or that the hulls are farther apart than the margin.
 */
export function isStillBest(pair: HullPair, a: HullFeatures, b: HullFeatures, guess: Int32Array): boolean {
  const kind = guess[0];
  if (kind < 0 || kind > twoEdges) return false;
  const { best } = pair;
  const isProven =
    kind === twoEdges
      ? offersEdges(pair, a, b, guess)
      : kind === faceOfB
        ? offersFace(pair, b, a, guess[1], 1)
        : offersFace(pair, a, b, guess[1], 0);
  if (best[gapAt] > best[apartAt] || (isProven && isShallow(pair, a, b, kind))) return true;
  best[gapAt] = -Infinity;
  return false;
}

/** Whether no direction opposite to the axis, which is of this kind, can beat it. */
function isShallow(pair: HullPair, a: HullFeatures, b: HullFeatures, kind: number): boolean {
  const { best, center, found, point } = pair;
  const depth = -best[gapAt];
  if (depth <= 0) return true;
  const own = kind === faceOfA ? a : b;
  const at = kind === faceOfA ? 0 : 3;
  const normals = kind === twoEdges ? best : own.planes;
  const n = kind === twoEdges ? axisAt : planeSize * found[1 + kind];
  const x = center[at] - own.ball[0];
  const y = center[at + 1] - own.ball[1];
  const z = center[at + 2] - own.ball[2];
  const along = x * normals[n] + y * normals[n + 1] + z * normals[n + 2];
  const room = lessThanAll * (a.ball[innerAt] + b.ball[innerAt]) - depth;
  if (room > 0 && x * x + y * y + z * z - along * along < room * room) return true;
  if (kind === twoEdges || lessThanAll * (kind === faceOfA ? b : a).ball[innerAt] <= depth) return false;
  for (let k = 0; k < 3; k++) point[k] = center[at + k];
  return isInside(pair, own, found[1 + kind]);
}

/**
 * Offers the normal of a face of `own`, B if `ofB` is 1. Returns whether a single vertex of the other hull is
 * nearest to it, and well inside of it.
 */
function offersFace(
  pair: HullPair,
  own: HullFeatures,
  other: HullFeatures,
  face: number,
  ofB: number,
): boolean {
  if (planeSize * face >= own.planes.length) return false;
  offerFace(pair, own, face, other, ofB);
  const { best, found, point } = pair;
  const gap = best[gapAt];
  const v = found[2 - ofB];
  if (!(gap <= best[apartAt]) || !isTip(pair, other, v)) return false;
  const m = ofB ? pair.toB : pair.toA;
  rotateVector(point, m, other.vertices[v], other.vertices[v + 1], other.vertices[v + 2]);
  for (let k = 0; k < 3; k++) point[k] += m[positionAt + k];
  return isInside(pair, own, face);
}

/** Whether all neighbours of a vertex lie well behind it, along the direction in which it was searched. */
function isTip({ direction }: HullPair, hull: HullFeatures, vertex: number): boolean {
  const { vertices, neighbourOffsets, neighbours } = hull;
  const id = (vertex / 3) | 0;
  const end = neighbourOffsets[id + 1];
  for (let k = neighbourOffsets[id]; k < end; k++) {
    const w = 3 * neighbours[k];
    const x = vertices[vertex] - vertices[w];
    const y = vertices[vertex + 1] - vertices[w + 1];
    const z = vertices[vertex + 2] - vertices[w + 2];
    const ahead = x * direction[0] + y * direction[1] + z * direction[2];
    if (!(ahead > 0 && ahead * ahead > leastAngle * (x * x + y * y + z * z))) return false;
  }
  return true;
}

/**
 * Whether `point`, in the frame of the hull, is over one of its faces, and farther from its rim than the best
 * axis is deep.
 */
function isInside({ best, point }: HullPair, hull: HullFeatures, face: number): boolean {
  const { planes, faceOffsets, faceVertices, vertices } = hull;
  const depth = Math.max(0, -best[gapAt]);
  const nx = planes[planeSize * face];
  const ny = planes[planeSize * face + 1];
  const nz = planes[planeSize * face + 2];
  const end = faceOffsets[face + 1];
  let p = 3 * faceVertices[end - 1];
  for (let i = faceOffsets[face]; i < end; i++) {
    const q = 3 * faceVertices[i];
    const ex = vertices[q] - vertices[p];
    const ey = vertices[q + 1] - vertices[p + 1];
    const ez = vertices[q + 2] - vertices[p + 2];
    const x = point[0] - vertices[p];
    const y = point[1] - vertices[p + 1];
    const z = point[2] - vertices[p + 2];
    // Twice the area of the triangle over the edge: distance times length.
    const area = nx * (ey * z - ez * y) + ny * (ez * x - ex * z) + nz * (ex * y - ey * x);
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    if (!(area > length * (leastInside * length + depth))) return false;
    p = q;
  }
  return true;
}

/** Offers the cross product of two edges. Returns whether they cross, well inside of both. */
function offersEdges(pair: HullPair, a: HullFeatures, b: HullFeatures, guess: Int32Array): boolean {
  const edgeA = edgeSize * guess[1];
  const edgeB = edgeSize * guess[2];
  const { edges, planes, vertices } = b;
  if (edgeA >= a.edges.length || edgeB >= edges.length) return false;
  placeEdge(pair, a, edgeA);
  const { edge, best } = pair;
  const ux = edge[0];
  const uy = edge[1];
  const uz = edge[2];
  const q = 3 * edges[edgeB];
  const s = 3 * edges[edgeB + 1];
  const vx = vertices[s] - vertices[q];
  const vy = vertices[s + 1] - vertices[q + 1];
  const vz = vertices[s + 2] - vertices[q + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const squared = uu * vv - uv * uv;
  if (!(squared > leastCross * uu * vv)) return false;
  const l = planeSize * edges[edgeB + leftFaceAt];
  const r = planeSize * edges[edgeB + rightFaceAt];
  const c = ux * planes[l] + uy * planes[l + 1] + uz * planes[l + 2];
  const d = ux * planes[r] + uy * planes[r + 1] + uz * planes[r + 2];
  const e = edge[leftAt] * vx + edge[leftAt + 1] * vy + edge[leftAt + 2] * vz;
  const f = edge[rightAt] * vx + edge[rightAt + 1] * vy + edge[rightAt + 2] * vz;
  if (!(c * d < 0 && e * f < 0 && e * c > 0)) return false;
  if (!(Math.min(c * c, d * d) > leastAngle * uu && Math.min(e * e, f * f) > leastAngle * vv)) return false;
  offerCross(pair, a, b, edgeA, edgeB);
  const wx = vertices[q] - edge[startAt];
  const wy = vertices[q + 1] - edge[startAt + 1];
  const wz = vertices[q + 2] - edge[startAt + 2];
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const alongA = (vv * uw - uv * vw) / squared;
  const alongB = (uv * uw - uu * vw) / squared;
  // The parallelogram of both edges is a face of K: squared distances from its sides.
  const insideA = Math.min(alongA, 1 - alongA);
  const insideB = Math.min(alongB, 1 - alongB);
  if (!(insideA > 0 && insideB > 0)) return false;
  const inside = squared * Math.min((insideA * insideA) / vv, (insideB * insideB) / uu);
  const least = leastInside * Math.sqrt(Math.min(uu, vv)) + Math.max(-best[gapAt], 0);
  return inside > least * least;
}
