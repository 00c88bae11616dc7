/**
 * The axes of two hulls that may beat the best so far, for `hullSeparation`: normals of faces, and cross
 * products of edges whose arcs cross on the Gauss map. The ends of an arc are face normals and its great
 * circle lies across the edge, so the test is four signs of edge against normal.
 */
import { positionAt } from '../../internal/pose-layout.ts';
import { supportCellsFind } from '../support-cells.ts';
import {
  type HullFeatures,
  innerAt,
  leftFaceAt,
  planeOffsetAt,
  planeSize,
  reachAt,
  rightFaceAt,
} from './hull-features.ts';
import { axisAt, gapAt, type HullPair, rotateVector, twoEdges } from './hull-pair.ts';

/** Squared sine below which edges are parallel and make no axis. */
const parallel = 1e-20;
/** Squared sine below which rounding may tilt an axis so far that both hulls are projected on it in full. */
const doubtful = 1e-8;

/** Offsets into `HullPair.edge`. */
export const leftAt = 3;
export const rightAt = 6;
export const startAt = 9;

/**
 * Offers the normals of those faces of `own`, B if `ofB` is 1, that may beat the best axis so far, the face
 * below the other's centre first; lists the faces that may do so themselves or by an edge.
 */
export function offerFaces(pair: HullPair, own: HullFeatures, other: HullFeatures, ofB: number): void {
  const { best, counts } = pair;
  const heights = ofB ? pair.heightsB : pair.heightsA;
  const list = ofB ? pair.facesB : pair.facesA;
  const radius = other.ball[innerAt];
  const reach = own.ball[reachAt];
  const top = pair.top[ofB];
  if (heights[top] - radius > best[gapAt]) offerFace(pair, own, top, other, ofB);
  const faces = own.planes.length / planeSize;
  const limit = best[gapAt] + radius;
  let count = 0;
  for (let f = 0; f < faces; f++) {
    const height = heights[f];
    if ((height > 0 ? height * reach : height) > limit) list[count++] = f;
  }
  counts[ofB] = count;
  for (let i = 0; i < count; i++)
    if (heights[list[i]] - radius > best[gapAt] && list[i] !== top) offerFace(pair, own, list[i], other, ofB);
}

/** Offers the normal of one face: the other hull is projected on it. */
export function offerFace(
  pair: HullPair,
  { planes }: HullFeatures,
  face: number,
  other: HullFeatures,
  ofB: number,
): void {
  const { best, found, direction } = pair;
  const m = ofB ? pair.toB : pair.toA;
  const at = planeSize * face;
  const x = planes[at];
  const y = planes[at + 1];
  const z = planes[at + 2];
  const dx = m[0] * x + m[1] * y + m[2] * z;
  const dy = m[3] * x + m[4] * y + m[5] * z;
  const dz = m[6] * x + m[7] * y + m[8] * z;
  direction[0] = -dx;
  direction[1] = -dy;
  direction[2] = -dz;
  const { vertices } = other;
  const vertex = supportCellsFind(other.cells, vertices, direction, 0);
  const gap =
    dx * vertices[vertex] +
    dy * vertices[vertex + 1] +
    dz * vertices[vertex + 2] +
    (x * m[positionAt] + y * m[positionAt + 1] + z * m[positionAt + 2] - planes[at + planeOffsetAt]);
  if (!(gap > best[gapAt])) return;
  best[gapAt] = gap;
  found[0] = ofB;
  found[1 + ofB] = face;
  found[2 - ofB] = vertex;
}

/** Offers the cross products of edges at the listed faces that may beat the best axis so far. */
export function offerEdges(pair: HullPair, a: HullFeatures, b: HullFeatures): void {
  const { edgesA } = pair;
  const countA = listEdges(pair, a, b, 0);
  const countB = listEdges(pair, b, a, 1);
  if (countB === 0) return;
  for (let i = 0; i < countA; i++) {
    placeEdge(pair, a, edgesA[i]);
    offerEdgesWith(pair, a, b, edgesA[i], countB);
  }
}

/**
 * Lists the edges at the listed faces of `own`, B if `ofB` is 1, that may make a better axis than the best so
 * far with some edge of the other hull. Returns their count.
 */
function listEdges(pair: HullPair, own: HullFeatures, other: HullFeatures, ofB: number): number {
  const { faceOffsets, faceEdges, edges, arcReach } = own;
  const heights = ofB ? pair.heightsB : pair.heightsA;
  const faces = ofB ? pair.facesB : pair.facesA;
  const list = ofB ? pair.edgesB : pair.edgesA;
  const limit = pair.best[gapAt] + other.ball[innerAt];
  const faceCount = pair.counts[ofB];
  let count = 0;
  for (let i = 0; i < faceCount; i++) {
    const face = faces[i];
    const height = heights[face];
    const end = faceOffsets[face + 1];
    for (let k = faceOffsets[face]; k < end; k++) {
      const e = faceEdges[k];
      if (!((height > 0 ? height * arcReach[e >> 2] : height) > limit)) continue;
      // An edge belongs to the higher of its faces.
      const left = edges[e + leftFaceAt];
      const beyond = left === face ? edges[e + rightFaceAt] : left;
      if (heights[beyond] > height || (heights[beyond] === height && beyond < face)) continue;
      list[count++] = e;
    }
  }
  return count;
}

/** Brings an edge of A into B's frame. */
export function placeEdge(
  { edge, toB }: HullPair,
  { edges, vertices, planes }: HullFeatures,
  at: number,
): void {
  const p = 3 * edges[at];
  const q = 3 * edges[at + 1];
  const left = planeSize * edges[at + leftFaceAt];
  const right = planeSize * edges[at + rightFaceAt];
  const px = vertices[p];
  const py = vertices[p + 1];
  const pz = vertices[p + 2];
  const ux = vertices[q] - px;
  const uy = vertices[q + 1] - py;
  const uz = vertices[q + 2] - pz;
  for (let k = 0; k < 3; k++) {
    const x = toB[k];
    const y = toB[3 + k];
    const z = toB[6 + k];
    edge[k] = x * ux + y * uy + z * uz;
    edge[leftAt + k] = x * planes[left] + y * planes[left + 1] + z * planes[left + 2];
    edge[rightAt + k] = x * planes[right] + y * planes[right + 1] + z * planes[right + 2];
    edge[startAt + k] = x * px + y * py + z * pz + toB[positionAt + k];
  }
}

/** Offers the cross products of the placed edge of A, which begins at `edgeA`, with the listed edges of B. */
function offerEdgesWith(
  pair: HullPair,
  a: HullFeatures,
  b: HullFeatures,
  edgeA: number,
  count: number,
): void {
  const { edge, edgesB } = pair;
  const { planes, edges, vertices } = b;
  const ux = edge[0];
  const uy = edge[1];
  const uz = edge[2];
  const ax = edge[leftAt];
  const ay = edge[leftAt + 1];
  const az = edge[leftAt + 2];
  const bx = edge[rightAt];
  const by = edge[rightAt + 1];
  const bz = edge[rightAt + 2];
  for (let i = 0; i < count; i++) {
    const e = edgesB[i];
    // The ends of B's arc, reversed, on different sides of the great circle of A's arc.
    const l = planeSize * edges[e + leftFaceAt];
    const r = planeSize * edges[e + rightFaceAt];
    const c = ux * planes[l] + uy * planes[l + 1] + uz * planes[l + 2];
    const d = ux * planes[r] + uy * planes[r + 1] + uz * planes[r + 2];
    if (!(c * d < 0)) continue;
    // The ends of A's arc on different sides of that of B, in the same hemisphere.
    const q = 3 * edges[e];
    const s = 3 * edges[e + 1];
    const vx = vertices[s] - vertices[q];
    const vy = vertices[s + 1] - vertices[q + 1];
    const vz = vertices[s + 2] - vertices[q + 2];
    const f = ax * vx + ay * vy + az * vz;
    if (!(f * c > 0) || !((bx * vx + by * vy + bz * vz) * f < 0)) continue;
    offerCross(pair, a, b, edgeA, e);
  }
}

/** Offers the cross product of the placed edge of A and the edge of B that begins at `edgeB`. */
export function offerCross(
  pair: HullPair,
  a: HullFeatures,
  b: HullFeatures,
  edgeA: number,
  edgeB: number,
): void {
  const { edge, best, found, point } = pair;
  const { edges, vertices } = b;
  const q = 3 * edges[edgeB];
  const s = 3 * edges[edgeB + 1];
  const ux = edge[0];
  const uy = edge[1];
  const uz = edge[2];
  const vx = vertices[s] - vertices[q];
  const vy = vertices[s + 1] - vertices[q + 1];
  const vz = vertices[s + 2] - vertices[q + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const squared = x * x + y * y + z * z;
  const lengths = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (!(squared > parallel * lengths)) return;
  // The axis points out of A: it lies between the normals of the faces at the edge.
  const outward =
    x * (edge[leftAt] + edge[rightAt]) +
    y * (edge[leftAt + 1] + edge[rightAt + 1]) +
    z * (edge[leftAt + 2] + edge[rightAt + 2]);
  const scale = (outward < 0 ? -1 : 1) / Math.sqrt(squared);
  const gap =
    scale *
    (x * (vertices[q] - edge[startAt]) +
      y * (vertices[q + 1] - edge[startAt + 1]) +
      z * (vertices[q + 2] - edge[startAt + 2]));
  if (!(gap > best[gapAt])) return;
  point[0] = x * scale;
  point[1] = y * scale;
  point[2] = z * scale;
  if (!(squared < doubtful * lengths)) best[gapAt] = gap;
  else if (!projectInFull(pair, a, b)) return;
  for (let k = 0; k < 3; k++) best[axisAt + k] = point[k];
  found[0] = twoEdges;
  found[1] = edgeA;
  found[2] = edgeB;
}

/**
 * Projects both hulls on the axis in `point`, in B's frame. Returns whether it beats the best so far, and
 * takes its gap if it does.
 */
function projectInFull(
  { best, direction, point, toA, toB }: HullPair,
  a: HullFeatures,
  b: HullFeatures,
): boolean {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  rotateVector(direction, toA, x, y, z);
  const p = a.vertices;
  const i = supportCellsFind(a.cells, p, direction, 0);
  const height = direction[0] * p[i] + direction[1] * p[i + 1] + direction[2] * p[i + 2];
  direction[0] = -x;
  direction[1] = -y;
  direction[2] = -z;
  const q = b.vertices;
  const j = supportCellsFind(b.cells, q, direction, 0);
  const gap =
    x * (q[j] - toB[positionAt]) +
    y * (q[j + 1] - toB[positionAt + 1]) +
    z * (q[j + 2] - toB[positionAt + 2]) -
    height;
  if (!(gap > best[gapAt])) return false;
  best[gapAt] = gap;
  return true;
}
