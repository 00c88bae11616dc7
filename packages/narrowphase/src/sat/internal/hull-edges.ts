/**
 * Cross products of edges as separating axes of two hulls. Of the |E_A| · |E_B| pairs, only those that make a
 * face of A ⊖ B matter: the arcs of the two edges must cross on the Gauss map (`gauss-map.ts` in
 * @colide/geometry). The ends of an arc are face normals and its great circle is perpendicular to the edge,
 * so the test is four signs of dot products between an edge and a normal. The products of one edge of A with
 * all normals of B are computed once, and most pairs are ruled out after two comparisons.
 *
 * Before that, most edges are ruled out individually. Take a ball inside B, and an edge of A with its two
 * faces. Along any axis between the normals of those faces, the ball's centre lies at least as deep below the
 * edge as below the shallower face. If that is deeper than the best axis so far, no edge of B makes a better
 * axis with this one; and likewise with the roles swapped.
 *
 * Gregorius, "The separating axis test between convex polyhedra", GDC 2013.
 */
import type { HullShape } from '@colide/geometry';
import { axisAt, gapAt } from '../../internal/axis-layout.ts';
import {
  edgeSize,
  leftFaceAt,
  offsetAt,
  planeSize,
  rightFaceAt,
  secondVertexAt,
} from '../../internal/hull-layout.ts';
import { type SatResult, satAxis } from '../sat-result.ts';
import { type HullTrial, keepIfBetter, projectInFull } from './hull-trial.ts';

/** Squared sine below which edges are parallel and make no axis. */
const parallel = 1e-20;
/**
 * Squared sine below which rounding may tilt an axis so far that both hulls have to be projected on it in
 * full.
 */
const doubtful = 1e-8;

/** A ball inside one hull, in the frame of the other: its centre, then its radius. */
const ball = /* @__PURE__ */ new Float64Array(4);
const radiusAt = 3;

/** Tries the cross products of edges. Returns whether one of them separates. */
export function tryEdges(trial: HullTrial, out: SatResult, a: HullShape, b: HullShape): boolean {
  const { frame, center } = trial;
  frame.setFeatures(a, b);
  const { rotation: m, translation: t, listA, listB } = frame;
  b.centerOfMass(ball);
  measureRadius(b, ball);
  const x = ball[0];
  const y = ball[1];
  const z = ball[2];
  ball[0] = m[0] * x + m[3] * y + m[6] * z + t[0];
  ball[1] = m[1] * x + m[4] * y + m[7] * z + t[1];
  ball[2] = m[2] * x + m[5] * y + m[8] * z + t[2];
  const countA = listEdges(listA, trial, a);
  measureRadius(a, center);
  const dx = center[0] - t[0];
  const dy = center[1] - t[1];
  const dz = center[2] - t[2];
  ball[0] = m[0] * dx + m[1] * dy + m[2] * dz;
  ball[1] = m[3] * dx + m[4] * dy + m[5] * dz;
  ball[2] = m[6] * dx + m[7] * dy + m[8] * dz;
  const countB = listEdges(listB, trial, b);
  for (let i = 0; i < countA; i++) if (tryEdgesWith(trial, out, a, b, listA[i], countB)) return true;
  return false;
}

/** Sets the ball's radius to the distance of `middle` from the nearest face of the hull around it. */
function measureRadius({ planes }: HullShape, middle: Float64Array): void {
  let radius = Infinity;
  for (let at = 0; at < planes.length; at += planeSize) {
    const depth =
      planes[at + offsetAt] -
      planes[at] * middle[0] -
      planes[at + 1] * middle[1] -
      planes[at + 2] * middle[2];
    if (depth < radius) radius = depth;
  }
  ball[radiusAt] = Math.max(radius, 0);
}

/**
 * Lists the edges of a hull that may make a better axis than the best so far with some edge of the hull
 * around the ball.
 */
function listEdges(list: Int32Array, { frame, best }: HullTrial, { planes, edges }: HullShape): number {
  const { heights } = frame;
  for (let at = 0; at < planes.length; at += planeSize)
    heights[at / planeSize] =
      planes[at] * ball[0] + planes[at + 1] * ball[1] + planes[at + 2] * ball[2] - planes[at + offsetAt];
  const limit = Math.min(0, best[gapAt] + ball[radiusAt]);
  let count = 0;
  for (let e = 0; e < edges.length; e += edgeSize)
    if (!(heights[edges[e + leftFaceAt]] < limit && heights[edges[e + rightFaceAt]] < limit))
      list[count++] = e / edgeSize;
  return count;
}

/** Computes the dot products of an edge of A with all face normals of B. */
function dotNormals({ frame }: HullTrial, b: HullShape, edge: number): void {
  const { normals, dots, edgesA } = frame;
  const faces = b.faceCount;
  const ux = edgesA[3 * edge];
  const uy = edgesA[3 * edge + 1];
  const uz = edgesA[3 * edge + 2];
  for (let f = 0; f < faces; f++)
    dots[f] = ux * normals[3 * f] + uy * normals[3 * f + 1] + uz * normals[3 * f + 2];
}

/**
 * Tries the listed edges of B with one of A. Returns whether an axis separates. In one piece, because it is
 * the inner loop of the whole test: with the pair of edges in a function of its own, which reads the thirteen
 * numbers of A's edge from an array, `satHullHull` took 1.15 times as long (Node 20).
 */
function tryEdgesWith(
  trial: HullTrial,
  out: SatResult,
  a: HullShape,
  b: HullShape,
  edge: number,
  countB: number,
): boolean {
  dotNormals(trial, b, edge);
  const { best, tried } = trial;
  const { dots, edges: vectorsB, edgesA, vertices, listB } = trial.frame;
  const { planes, edges } = a;
  const edgesB = b.edges;
  const ux = edgesA[3 * edge];
  const uy = edgesA[3 * edge + 1];
  const uz = edgesA[3 * edge + 2];
  const left = planeSize * edges[edgeSize * edge + leftFaceAt];
  const right = planeSize * edges[edgeSize * edge + rightFaceAt];
  const ax = planes[left];
  const ay = planes[left + 1];
  const az = planes[left + 2];
  const bx = planes[right];
  const by = planes[right + 1];
  const bz = planes[right + 2];
  const p = 3 * edges[edgeSize * edge];
  const px = a.vertices[p];
  const py = a.vertices[p + 1];
  const pz = a.vertices[p + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  let most = best[gapAt];
  for (let i = 0; i < countB; i++) {
    const at = edgeSize * listB[i];
    // The ends of B's arc, reversed, on different sides of the great circle of A's arc.
    const c = dots[edgesB[at + leftFaceAt]];
    const d = dots[edgesB[at + rightFaceAt]];
    if (!(c * d < 0)) continue;
    // The ends of A's arc on different sides of that of B, in the same hemisphere.
    const vx = vectorsB[3 * listB[i]];
    const vy = vectorsB[3 * listB[i] + 1];
    const vz = vectorsB[3 * listB[i] + 2];
    const e = ax * vx + ay * vy + az * vz;
    if (!(e * c > 0)) continue;
    if (!((bx * vx + by * vy + bz * vz) * e < 0)) continue;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const squared = x * x + y * y + z * z;
    const lengths = uu * (vx * vx + vy * vy + vz * vz);
    if (!(squared > parallel * lengths)) continue;
    out.steps++;
    // The axis points out of A: it lies between the normals of the faces at the edge.
    const outward = x * (ax + bx) + y * (ay + by) + z * (az + bz) < 0 ? -1 : 1;
    const q = 3 * edgesB[at];
    const raw = outward * (x * (vertices[q] - px) + y * (vertices[q + 1] - py) + z * (vertices[q + 2] - pz));
    // raw / √squared is the gap: overlaps are compared as squares, so only a better axis needs the root.
    if (raw <= 0 && raw * raw >= most * most * squared) continue;
    const gap = raw / Math.sqrt(squared);
    if (!(gap > most)) continue;
    const scale = outward / Math.sqrt(squared);
    tried[gapAt] = gap;
    tried[axisAt] = x * scale;
    tried[axisAt + 1] = y * scale;
    tried[axisAt + 2] = z * scale;
    const apart =
      squared < doubtful * lengths
        ? projectInFull(trial, out, a, b, edge, listB[i])
        : keepIfBetter(trial, out, satAxis.edges, edge, listB[i]);
    if (apart) return true;
    most = best[gapAt];
  }
  return false;
}

/** Vectors of an edge of A and of one of B. */
const pair = /* @__PURE__ */ new Float64Array(6);
const ofBAt = 3;

/**
 * Tries the cross product of one edge of A and one of B. They may no longer make a face of A ⊖ B, but a full
 * projection is a fair test of any axis. Returns whether it separates.
 */
export function tryEdgePair(
  trial: HullTrial,
  out: SatResult,
  a: HullShape,
  b: HullShape,
  edgeA: number,
  edgeB: number,
): boolean {
  edgeVector(0, a.edges, a.vertices, edgeA);
  edgeVector(ofBAt, b.edges, trial.frame.vertices, edgeB);
  crossPair(trial);
  return projectInFull(trial, out, a, b, edgeA, edgeB);
}

function edgeVector(at: number, edges: Uint32Array, vertices: Float64Array, edge: number): void {
  const i = 3 * edges[edgeSize * edge];
  const j = 3 * edges[edgeSize * edge + secondVertexAt];
  for (let k = 0; k < 3; k++) pair[at + k] = vertices[j + k] - vertices[i + k];
}

/**
 * Puts the unit axis perpendicular to both edges of `pair` on trial, from A's centre towards B's frame; zero
 * for parallel edges.
 */
function crossPair({ frame, center, tried }: HullTrial): void {
  const x = pair[1] * pair[ofBAt + 2] - pair[2] * pair[ofBAt + 1];
  const y = pair[2] * pair[ofBAt] - pair[0] * pair[ofBAt + 2];
  const z = pair[0] * pair[ofBAt + 1] - pair[1] * pair[ofBAt];
  const length = Math.sqrt(x * x + y * y + z * z);
  const t = frame.translation;
  const side = x * (t[0] - center[0]) + y * (t[1] - center[1]) + z * (t[2] - center[2]);
  const scale = length > 0 ? (side < 0 ? -1 : 1) / length : 0;
  tried[axisAt] = x * scale;
  tried[axisAt + 1] = y * scale;
  tried[axisAt + 2] = z * scale;
}
