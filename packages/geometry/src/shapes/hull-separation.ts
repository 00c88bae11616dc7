/**
 * Finds the axis along which two solid hulls are farthest apart; where they overlap, the separation along it
 * is minus their penetration depth. This is the separating-axis test, with almost all axes ruled out by a
 * bound.
 *
 * The axes are the face normals of both hulls and the cross products of those edges whose arcs cross on the
 * Gauss map (`gauss-map.ts`): together the normals of the faces of A ⊖ B. Let c be the centre of B and r the
 * radius of a ball around c inside B. Along the normal of a face of A, the hulls are no farther apart than
 * the height of c above the face, less r. Along any axis between the normals of two faces that share an edge
 * they are no farther apart than the greatest height of c above that edge, less r; and where θ is the angle
 * between those normals, that height is at most 1 / cos(θ / 2) times the greater height above the two faces.
 * So one height is measured per face, and the other hull is projected on the normal of the best one. Few
 * other faces and edges can then beat it: for two icosahedra that touch, one face and three to five edges of
 * each. The features of the last call for the same pair are tried first (`internal/hull-guess.ts`), without
 * any influence on the result.
 *
 * Cost O(faces), and a few support mappings. Large, thin hulls are left undecided, because too many of their
 * edges would remain. No allocation once the features of a hull are known.
 *
 * Gregorius, "The separating axis test between convex polyhedra", GDC 2013, for the arcs; the bound is ours.
 */

import { positionAt } from '../internal/pose-layout.ts';
import { offerEdges, offerFaces } from './internal/hull-axes.ts';
import { type HullSeparation, writeContact } from './internal/hull-contact.ts';
import {
  edgeSize,
  type HullFeatures,
  outerAt,
  planeOffsetAt,
  planeSize,
  roundnessAt,
} from './internal/hull-features.ts';
import { isStillAbove, isStillBest } from './internal/hull-guess.ts';
import { HullMemory } from './internal/hull-memory.ts';
import {
  apartAt,
  gapAt,
  HullPair,
  mostFaces,
  overFaceOfA,
  overFaceOfB,
  twoEdges,
} from './internal/hull-pair.ts';

export type { HullSeparation } from './internal/hull-contact.ts';

/** The part of a solid `HullShape` that is read. */
export interface SolidHull {
  /** Faces, edges and vertices with their neighbours. @internal */
  readonly features: HullFeatures;
}

/** An empty record, to be filled again and again. */
export function createHullSeparation(): HullSeparation {
  return {
    distance: 0,
    depth: 0,
    normal: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    faces: new Int32Array(2),
    features: new Int32Array(3).fill(-1),
    memory: new HullMemory(),
  };
}

/**
 * Pairs with more pairs of edges are tried only if both hulls are round: the product of the ratios of their
 * inner and outer balls is at least this. Of thin hulls, all edges would remain.
 */
const mostPairs = 1024;
const leastRoundness = 0.3;

const pair = /* @__PURE__ */ new HullPair();

/**
 * Finds the axis along which hulls `a` and `b` are farthest apart. A pose is twelve numbers: a column-major
 * rotation matrix, then the position. Returns 1 if they overlap or their distance is at most `margin[0]`,
 * with `out` filled; 0 if they are farther apart; −1 if they are within the margin but axes do not give their
 * distance, because a corner is nearest, or if the search would take too long. Both hulls must be solid.
 */
export function hullSeparation(
  out: HullSeparation,
  a: SolidHull,
  poseA: Float64Array,
  b: SolidHull,
  poseB: Float64Array,
  margin: Float64Array,
): number {
  const own = a.features;
  const other = b.features;
  if (isSlow(own, other)) return -1;
  const { features } = out;
  const { best, found } = pair;
  best[gapAt] = -Infinity;
  best[apartAt] = margin[0];
  if (!relateCenters(own, poseA, other, poseB) || isStillAbove(pair, own, other, features)) return 0;
  relateFrames(own, poseA, other, poseB);
  if (!isStillBest(pair, own, other, features) && !search(own, other, features)) return 0;
  features[0] = found[0];
  features[1] = found[0] === twoEdges ? (found[1] / edgeSize) | 0 : found[1 + found[0]];
  features[2] = found[0] === twoEdges ? (found[2] / edgeSize) | 0 : 0;
  if (best[gapAt] > margin[0]) return 0;
  return writeContact(out, pair, own, poseA, other, poseB) ? 1 : -1;
}

/**
 * Finds the best axis. Returns false if a ball and a face are farther apart than the margin; notes that face.
 */
function search(a: HullFeatures, b: HullFeatures, features: Int32Array): boolean {
  const { best, heightsA, heightsB, top } = pair;
  const apart = best[apartAt];
  features[0] = overFaceOfA;
  measureHeights(a, 0);
  features[1] = top[0];
  if (heightsA[top[0]] > apart + b.ball[outerAt]) return false;
  features[0] = overFaceOfB;
  measureHeights(b, 1);
  features[1] = top[1];
  if (heightsB[top[1]] > apart + a.ball[outerAt]) return false;
  offerFaces(pair, a, b, 0);
  if (best[gapAt] > apart) return true;
  offerFaces(pair, b, a, 1);
  if (best[gapAt] <= apart) offerEdges(pair, a, b);
  return true;
}

/** Whether too many axes would remain. */
function isSlow(a: HullFeatures, b: HullFeatures): boolean {
  if (a.planes.length > planeSize * mostFaces || b.planes.length > planeSize * mostFaces) return true;
  const isMany = a.arcReach.length * b.arcReach.length > mostPairs;
  return isMany && a.ball[roundnessAt] * b.ball[roundnessAt] < leastRoundness;
}

/**
 * Writes the centre of each hull in the frame of the other. Returns false if balls around the hulls are
 * farther apart than the margin.
 */
function relateCenters(a: HullFeatures, m: Float64Array, b: HullFeatures, n: Float64Array): boolean {
  const { best, center } = pair;
  const { ball: p } = a;
  const { ball: q } = b;
  // From the centre of A to that of B, in the world.
  const dx =
    n[positionAt] -
    m[positionAt] +
    (n[0] * q[0] + n[3] * q[1] + n[6] * q[2] - (m[0] * p[0] + m[3] * p[1] + m[6] * p[2]));
  const dy =
    n[positionAt + 1] -
    m[positionAt + 1] +
    (n[1] * q[0] + n[4] * q[1] + n[7] * q[2] - (m[1] * p[0] + m[4] * p[1] + m[7] * p[2]));
  const dz =
    n[positionAt + 2] -
    m[positionAt + 2] +
    (n[2] * q[0] + n[5] * q[1] + n[8] * q[2] - (m[2] * p[0] + m[5] * p[1] + m[8] * p[2]));
  const reach = p[outerAt] + q[outerAt] + best[apartAt];
  if (!(dx * dx + dy * dy + dz * dz <= reach * reach)) return false;
  center[0] = m[0] * dx + m[1] * dy + m[2] * dz + p[0];
  center[1] = m[3] * dx + m[4] * dy + m[5] * dz + p[1];
  center[2] = m[6] * dx + m[7] * dy + m[8] * dz + p[2];
  center[3] = q[0] - (n[0] * dx + n[1] * dy + n[2] * dz);
  center[4] = q[1] - (n[3] * dx + n[4] * dy + n[5] * dz);
  center[5] = q[2] - (n[6] * dx + n[7] * dy + n[8] * dz);
  return true;
}

/** Sets the transforms between the frames. */
function relateFrames(a: HullFeatures, m: Float64Array, b: HullFeatures, n: Float64Array): void {
  const { center, toA, toB } = pair;
  const { ball: p } = a;
  const { ball: q } = b;
  for (let row = 0; row < 3; row++) {
    const x = m[3 * row];
    const y = m[3 * row + 1];
    const z = m[3 * row + 2];
    toA[row] = toB[3 * row] = x * n[0] + y * n[1] + z * n[2];
    toA[3 + row] = toB[3 * row + 1] = x * n[3] + y * n[4] + z * n[5];
    toA[6 + row] = toB[3 * row + 2] = x * n[6] + y * n[7] + z * n[8];
  }
  for (let k = 0; k < 3; k++) {
    toA[positionAt + k] = center[k] - (toA[k] * q[0] + toA[3 + k] * q[1] + toA[6 + k] * q[2]);
    toB[positionAt + k] = center[3 + k] - (toB[k] * p[0] + toB[3 + k] * p[1] + toB[6 + k] * p[2]);
  }
}

/**
 * Measures the heights of the other's centre above the faces of a hull, B if `ofB` is 1; notes the highest.
 */
function measureHeights({ planes }: HullFeatures, ofB: number): void {
  const { center, top } = pair;
  const heights = ofB ? pair.heightsB : pair.heightsA;
  const x = center[3 * ofB];
  const y = center[3 * ofB + 1];
  const z = center[3 * ofB + 2];
  let highest = -Infinity;
  let face = 0;
  for (let at = 0, f = 0; at < planes.length; at += planeSize, f++) {
    const height = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + planeOffsetAt];
    heights[f] = height;
    if (height > highest) {
      highest = height;
      face = f;
    }
  }
  top[ofB] = face;
}
