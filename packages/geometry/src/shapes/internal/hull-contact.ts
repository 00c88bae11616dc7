/**
 * From the axis along which two hulls are farthest apart to the points where they meet, for `hullSeparation`.
 * Where hulls overlap, the gap along it is minus their depth. Where they are apart, it is their distance only
 * if the features of the axis face each other.
 */
import { positionAt } from '../../internal/pose-layout.ts';
import { type HullFeatures, leftFaceAt, planeSize, rightFaceAt } from './hull-features.ts';
import type { HullMemory } from './hull-memory.ts';
import { axisAt, faceOfA, gapAt, type HullPair, rotateRow, rotateVector, twoEdges } from './hull-pair.ts';

/** The result of `hullSeparation`. */
export interface HullSeparation {
  /** The distance along {@link normal}; negative where the hulls overlap. */
  distance: number;
  /** Minus the distance. */
  depth: number;
  /** Unit vector from A to B along which the hulls are farthest apart. */
  readonly normal: Float64Array;
  /** The witness points. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /**
   * The faces of A and of B there that are most nearly perpendicular to the normal; −1 where edges cross and
   * neither face is perpendicular to it within a slope of 1 : 20.
   */
  readonly faces: Int32Array;
  /**
   * The features that decided, three numbers; the first is −1 where none did. If they are kept from one call
   * to the next for the same pair, they make it faster. They never change its result.
   */
  readonly features: Int32Array;
  /** The features of pairs that `HullShape.separate` was asked about. @internal */
  readonly memory: HullMemory;
}

/** A point counts as over a face or an edge if it is outside by no more than this fraction of its size. */
const rim = 1e-9;
/** Cosine of the angle with the slope 1 : 20: a face tilted by less is perpendicular to the normal. */
const levelCosine = 0.9987523388778445;

/**
 * Fills `out` from the best axis of a pair. Returns whether the gap along it is the distance or minus the
 * depth.
 */
export function writeContact(
  out: HullSeparation,
  pair: HullPair,
  a: HullFeatures,
  poseA: Float64Array,
  b: HullFeatures,
  poseB: Float64Array,
): boolean {
  const gap = pair.best[gapAt];
  out.distance = gap;
  out.depth = -gap;
  if (pair.found[0] === twoEdges) return writeEdges(out, pair, a, poseA, b, poseB);
  return pair.found[0] === faceOfA
    ? writeFace(out, pair, a, poseA, b, poseB)
    : writeFace(out, pair, b, poseB, a, poseA);
}

/** The axis is the normal of a face of `own`, and a vertex of `other` is nearest to it. */
function writeFace(
  out: HullSeparation,
  pair: HullPair,
  own: HullFeatures,
  pose: Float64Array,
  other: HullFeatures,
  otherPose: Float64Array,
): boolean {
  const { best, found, point, direction } = pair;
  const ofB = found[0];
  const gap = best[gapAt];
  const face = found[1 + ofB];
  const vertex = found[2 - ofB];
  const x = own.planes[planeSize * face];
  const y = own.planes[planeSize * face + 1];
  const z = own.planes[planeSize * face + 2];
  const { vertices } = other;
  if (gap > 0) {
    const m = ofB ? pair.toB : pair.toA;
    rotateRow(point, m, vertices, vertex);
    point[0] += m[positionAt] - gap * x;
    point[1] += m[positionAt + 1] - gap * y;
    point[2] += m[positionAt + 2] - gap * z;
    if (!isOver(point, own, face)) return false;
  }
  const { normal, faces } = out;
  rotateVector(normal, pose, x, y, z);
  rotateVector(direction, ofB ? pair.toA : pair.toB, -x, -y, -z);
  faces[ofB] = face;
  faces[1 - ofB] = facingAtVertex(direction, other, vertex);
  const onOwn = ofB ? out.pointB : out.pointA;
  const onOther = ofB ? out.pointA : out.pointB;
  rotateRow(onOther, otherPose, vertices, vertex);
  for (let k = 0; k < 3; k++) {
    onOther[k] += otherPose[positionAt + k];
    onOwn[k] = onOther[k] - gap * normal[k];
    if (ofB) normal[k] = -normal[k];
  }
  return true;
}

/** The axis is perpendicular to two edges, which cross. */
function writeEdges(
  out: HullSeparation,
  pair: HullPair,
  a: HullFeatures,
  poseA: Float64Array,
  b: HullFeatures,
  poseB: Float64Array,
): boolean {
  const { best, found, direction } = pair;
  const { normal, pointA, pointB, faces } = out;
  rotateRow(normal, poseB, best, axisAt);
  writeEdge(pointA, direction, a, poseA, found[1]);
  writeEdge(pointB, pair.point, b, poseB, found[2]);
  if (!crossEdges(pair, pointA, pointB) && best[gapAt] > 0) return false;
  for (let k = 0; k < 3; k++) pointB[k] = pointA[k] + best[gapAt] * normal[k];
  rotateRow(direction, pair.toA, best, axisAt);
  const faceA = facingAtEdge(direction, a, found[1]);
  const isLevelA = isLevel(direction, a, faceA);
  for (let k = 0; k < 3; k++) direction[k] = -best[axisAt + k];
  const faceB = facingAtEdge(direction, b, found[2]);
  const isResting = isLevelA || isLevel(direction, b, faceB);
  faces[0] = isResting ? faceA : -1;
  faces[1] = isResting ? faceB : -1;
  return true;
}

/** Writes the first vertex of an edge, and the vector along it, in the world. */
function writeEdge(
  start: Float64Array,
  vector: Float64Array,
  { edges, vertices }: HullFeatures,
  pose: Float64Array,
  edge: number,
): void {
  const p = 3 * edges[edge];
  const q = 3 * edges[edge + 1];
  rotateRow(start, pose, vertices, p);
  for (let k = 0; k < 3; k++) start[k] += pose[positionAt + k];
  for (let k = 0; k < 3; k++) vector[k] = vertices[q + k] - vertices[p + k];
  rotateRow(vector, pose, vector, 0);
}

/**
 * Moves `start`, where the edge along `direction` begins, to the point of that edge nearest the line of the
 * edge that begins at `other` and runs along `point`. Returns whether the lines are nearest within both
 * edges.
 */
function crossEdges({ direction: u, point: v }: HullPair, start: Float64Array, other: Float64Array): boolean {
  const wx = other[0] - start[0];
  const wy = other[1] - start[1];
  const wz = other[2] - start[2];
  const uu = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  const vv = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
  const uv = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
  const uw = u[0] * wx + u[1] * wy + u[2] * wz;
  const vw = v[0] * wx + v[1] * wy + v[2] * wz;
  const x = u[1] * v[2] - u[2] * v[1];
  const y = u[2] * v[0] - u[0] * v[2];
  const z = u[0] * v[1] - u[1] * v[0];
  const squared = x * x + y * y + z * z;
  const s = (vv * uw - uv * vw) / squared;
  const t = (uv * uw - uu * vw) / squared;
  const share = Math.max(0, Math.min(1, s));
  for (let k = 0; k < 3; k++) start[k] += share * u[k];
  return s > -rim && s < 1 + rim && t > -rim && t < 1 + rim;
}

/** The face at an edge whose normal is nearer to a direction. */
function facingAtEdge(direction: Float64Array, { planes, edges }: HullFeatures, edge: number): number {
  const l = planeSize * edges[edge + leftFaceAt];
  const r = planeSize * edges[edge + rightFaceAt];
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const left = planes[l] * x + planes[l + 1] * y + planes[l + 2] * z;
  const right = planes[r] * x + planes[r + 1] * y + planes[r + 2] * z;
  return (left >= right ? l : r) / planeSize;
}

/** Whether a face is perpendicular to a unit vector, up to the slope of {@link levelCosine}. */
function isLevel(direction: Float64Array, { planes }: HullFeatures, face: number): boolean {
  const at = planeSize * face;
  const along = planes[at] * direction[0] + planes[at + 1] * direction[1] + planes[at + 2] * direction[2];
  return along >= levelCosine;
}

/** Of the faces at the vertex that begins at `vertex`, the one whose normal is nearest to a direction. */
function facingAtVertex(direction: Float64Array, hull: HullFeatures, vertex: number): number {
  const { planes, vertexOffsets, vertexFaces } = hull;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const id = (vertex / 3) | 0;
  const end = vertexOffsets[id + 1];
  let most = -Infinity;
  let face = 0;
  for (let k = vertexOffsets[id]; k < end; k++) {
    const at = planeSize * vertexFaces[k];
    const along = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z;
    if (along > most) {
      most = along;
      face = vertexFaces[k];
    }
  }
  return face;
}

/** Whether a point in the plane of a face of the hull, in its frame, lies in the face. */
function isOver(point: Float64Array, hull: HullFeatures, face: number): boolean {
  const { faceOffsets, faceVertices, vertices, planes } = hull;
  const end = faceOffsets[face + 1];
  const nx = planes[planeSize * face];
  const ny = planes[planeSize * face + 1];
  const nz = planes[planeSize * face + 2];
  let p = 3 * faceVertices[end - 1];
  for (let i = faceOffsets[face]; i < end; i++) {
    const q = 3 * faceVertices[i];
    const ex = vertices[q] - vertices[p];
    const ey = vertices[q + 1] - vertices[p + 1];
    const ez = vertices[q + 2] - vertices[p + 2];
    const x = point[0] - vertices[p];
    const y = point[1] - vertices[p + 1];
    const z = point[2] - vertices[p + 2];
    const area = nx * (ey * z - ez * y) + ny * (ez * x - ex * z) + nz * (ex * y - ey * x);
    if (!(area >= -rim * (ex * ex + ey * ey + ez * ez))) return false;
    p = q;
  }
  return true;
}
