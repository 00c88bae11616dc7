/**
 * Contacts of oriented boxes (fifteen numbers) with boxes and planes. Depth and normal of two boxes come from the
 * separating axes (`sat-obb-obb.ts`); the witness point is the middle of the deepest part of the clipped faces, or the
 * nearest point of the two edges that cross. No allocation, nothing checked. Touching counts, up to rounding.
 */
import type { ReadonlyObb } from '@colide/bounds';
import type { ReadonlyVec4 } from '@colide/core';
import { candidatesClear, offerEdgeEdge } from '../internal/closest-features.ts';
import { satObbObb } from '../sat/sat-obb-obb.ts';
import { createSatResult, satAxis } from '../sat/sat-result.ts';
import { createContactManifold } from './contact-manifold.ts';
import { clipFeatures, FeaturePolygon } from './internal/clip-features.ts';
import { obbFace } from './internal/support-features.ts';
import type { PairContact } from './pair-contact.ts';

const sat = /* @__PURE__ */ createSatResult();
const faceA = /* @__PURE__ */ new FeaturePolygon();
const faceB = /* @__PURE__ */ new FeaturePolygon();
const clipped = /* @__PURE__ */ createContactManifold(16);
const margin = /* @__PURE__ */ new Float64Array(1);
const edges = /* @__PURE__ */ new Float64Array(12);
const candidates = { best: /* @__PURE__ */ new Float64Array(7) };

/** Contact of boxes `a` and `b`; whether they overlap or touch. */
export function contactBoxBox(out: PairContact, a: ReadonlyObb, b: ReadonlyObb): boolean {
  if (!satObbObb(sat, a, b)) return false;
  const { normal, pointA, pointB } = out;
  const depth = Math.max(0, sat.depth);
  out.depth = depth;
  for (let k = 0; k < 3; k++) normal[k] = sat.normal[k];
  if (sat.kind === satAxis.edges) {
    supportEdge(0, a, sat.featureA, 1);
    supportEdge(6, b, sat.featureB, -1);
    candidatesClear(candidates);
    offerEdgeEdge(candidates, edges, 0, 1, 2, 3);
    for (let k = 0; k < 3; k++) pointA[k] = candidates.best[1 + k];
  } else {
    obbFace(faceA, a, normal, 1);
    obbFace(faceB, b, normal, -1);
    deepestOfClip(pointA, sat.kind === satAxis.faceA);
  }
  for (let k = 0; k < 3; k++) pointB[k] = pointA[k] - depth * normal[k];
  return true;
}

/** Writes the middle of the deepest points of the clipped faces, on A. */
function deepestOfClip(out: Float64Array, referenceIsA: boolean): void {
  for (let k = 0; k < 3; k++) clipped.normal[k] = sat.normal[k];
  margin[0] = Infinity;
  const reference = referenceIsA ? faceA : faceB;
  const incident = referenceIsA ? faceB : faceA;
  clipFeatures(clipped, reference, incident, referenceIsA, margin);
  let deepest = -Infinity;
  for (let i = 0; i < clipped.count; i++) deepest = Math.max(deepest, clipped.depths[i]);
  let count = 0;
  for (let i = 0; i < clipped.count; i++) {
    if (!(clipped.depths[i] >= deepest - 1e-9 * (1 + Math.abs(deepest)))) continue;
    count++;
    for (let k = 0; k < 3; k++) {
      const x = clipped.pointsA[3 * i + k];
      out[k] = count === 1 ? x : out[k] + (x - out[k]) / count;
    }
  }
  // Only rounding can leave nothing: then the corner of B that reaches deepest serves.
  if (count === 0)
    for (let k = 0; k < 3; k++) out[k] = faceB.points[k] + Math.max(0, sat.depth) * sat.normal[k];
}

/** Writes the edge of the box along `axis` that supports it along `sign` · normal. */
function supportEdge(at: number, obb: ReadonlyObb, axis: number, sign: number): void {
  const n = sat.normal;
  for (let k = 0; k < 3; k++) edges[at + k] = edges[at + 3 + k] = obb[k];
  for (let i = 0; i < 3; i++) {
    const p = 6 + 3 * i;
    const along = sign * (n[0] * obb[p] + n[1] * obb[p + 1] + n[2] * obb[p + 2]);
    const h = obb[3 + i] * (i === axis || along < 0 ? -1 : 1);
    for (let k = 0; k < 3; k++) {
      edges[at + k] += h * obb[p + k];
      edges[at + 3 + k] += (i === axis ? -h : h) * obb[p + k];
    }
  }
}

/**
 * Contact of box `a` and the half-space n · x + w ≤ 0 below plane `b`, at the lowest corner, or at the middle of an edge or
 * face that lies level; whether they overlap or touch.
 */
export function contactBoxPlane(out: PairContact, a: ReadonlyObb, b: ReadonlyVec4): boolean {
  const { normal, pointA, pointB } = out;
  const x = b[0];
  const y = b[1];
  const z = b[2];
  let height = a[0] * x + a[1] * y + a[2] * z + b[3];
  const size = Math.abs(height) + a[3] + a[4] + a[5];
  for (let k = 0; k < 3; k++) pointA[k] = a[k];
  for (let i = 0; i < 3; i++) {
    const at = 6 + 3 * i;
    const slope = a[at] * x + a[at + 1] * y + a[at + 2] * z;
    const h = a[3 + i];
    height -= h * Math.abs(slope);
    if (Math.abs(slope) < 1e-14) continue;
    for (let k = 0; k < 3; k++) pointA[k] += (slope > 0 ? -h : h) * a[at + k];
  }
  if (!(height <= 2 ** -44 * (size + Math.abs(b[3])))) return false;
  for (let k = 0; k < 3; k++) {
    normal[k] = -b[k];
    pointB[k] = pointA[k] - height * b[k];
  }
  out.depth = Math.max(0, -height);
  return true;
}
