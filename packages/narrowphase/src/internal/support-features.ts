/**
 * Finds the faces that support hulls along a direction, and makes a manifold from two supporting features.
 */

import type { ContactManifold } from '../contacts/contact-manifold.ts';
import type { PairContact } from '../contacts/pair-contact.ts';
import {
  clipEdges,
  clipFeatures,
  type FeaturePolygon,
  polygonExtent,
  polygonFacing,
  tangentAt,
} from './clip-features.ts';
import { cornerMask } from './clip-ids.ts';
import { planeSize } from './hull-layout.ts';
import { hullMatrix, hullOf, hullPosition, type SatHull } from './sat-frame.ts';

const facingA = /* @__PURE__ */ new Float64Array(1);
const facingB = /* @__PURE__ */ new Float64Array(1);
const extentA = /* @__PURE__ */ new Float64Array(1);
const extentB = /* @__PURE__ */ new Float64Array(1);
const margin = /* @__PURE__ */ new Float64Array(1);

/** The contact's own point joins the others if it is deeper than all of them by this part of their extent. */
const depthSlack = 5e-7;
/** Points deeper than the contact by more than this part of their extent are not along its normal. */
const normalSlack = 1e-3;

/** Cosine and tangent of the tolerance angle. */
const tolerance = /* @__PURE__ */ new Float64Array(2);

/** Cosine and tangent of the angle whose tangent is `slope`, in an array that is reused. */
export function setTolerance(slope: number): Float64Array {
  tolerance[0] = 1 / Math.sqrt(1 + slope * slope);
  tolerance[tangentAt] = slope;
  return tolerance;
}

/** The face of the hull that faces most nearly along `sign` · `normal`. */
export function facingFace(hull: SatHull, normal: Float64Array, sign: number): number {
  const m = hullMatrix(hull);
  const { planes } = hullOf(hull);
  const x = sign * (m[0] * normal[0] + m[1] * normal[1] + m[2] * normal[2]);
  const y = sign * (m[3] * normal[0] + m[4] * normal[1] + m[5] * normal[2]);
  const z = sign * (m[6] * normal[0] + m[7] * normal[1] + m[8] * normal[2]);
  let face = 0;
  let most = -Infinity;
  for (let i = 0; i < planes.length; i += planeSize) {
    const along = planes[i] * x + planes[i + 1] * y + planes[i + 2] * z;
    if (along > most) {
      most = along;
      face = i / planeSize;
    }
  }
  return face;
}

/** Writes a face of the hull, in the world. */
export function writeFace(out: FeaturePolygon, hull: SatHull, face: number): void {
  const m = hullMatrix(hull);
  const t = hullPosition(hull);
  const { faceOffsets, faceVertices, vertices } = hullOf(hull);
  const { points, ids } = out;
  const first = faceOffsets[face];
  const count = Math.min(faceOffsets[face + 1] - first, ids.length);
  out.count = count;
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const id = faceVertices[first + i];
    const x = vertices[3 * id];
    const y = vertices[3 * id + 1];
    const z = vertices[3 * id + 2];
    ids[i] = id & cornerMask;
    points[at] = m[0] * x + m[3] * y + m[6] * z + t[0];
    points[at + 1] = m[1] * x + m[4] * y + m[7] * z + t[1];
    points[at + 2] = m[2] * x + m[5] * y + m[8] * z + t[2];
  }
}

/**
 * Fills the manifold from the supporting features of A and B. One that faces the normal within the angle
 * whose cosine and tangent are in `angle` is the reference, A's if both do, and the other is clipped by it;
 * two edges side by side are clipped by each other. The contact's own point is added unless another is as
 * deep: it is the only point where a corner touches, or where edges cross. Returns the number of points.
 */
export function featuresToManifold(
  out: ContactManifold,
  contact: PairContact,
  a: FeaturePolygon,
  b: FeaturePolygon,
  angle: Float64Array,
): number {
  const { normal } = out;
  for (let k = 0; k < 3; k++) normal[k] = contact.normal[k];
  out.count = 0;
  if (a.count > 1 && b.count > 1) {
    polygonExtent(extentA, a);
    polygonExtent(extentB, b);
    const extent = Math.min(extentA[0], extentB[0]);
    if (a.count === 2 && b.count === 2) clipEdges(out, a, b, angle);
    else {
      polygonFacing(facingA, a, normal, 1);
      polygonFacing(facingB, b, normal, -1);
      const referenceIsA = facingA[0] >= angle[0] || facingA[0] >= facingB[0];
      // A face tilted by less than the angle rests on the other as a whole.
      margin[0] = extent * angle[tangentAt] - contact.depth;
      if (Math.max(facingA[0], facingB[0]) >= angle[0])
        clipFeatures(out, referenceIsA ? a : b, referenceIsA ? b : a, referenceIsA, margin);
    }
    let deepest = -Infinity;
    for (let i = 0; i < out.count; i++) deepest = Math.max(deepest, out.depths[i]);
    // Nothing is deeper than the contact, unless its normal is wrong, as may be where shapes only just touch.
    if (deepest > contact.depth + normalSlack * extent) out.count = 0;
    else if (deepest >= contact.depth - depthSlack * extent) {
      if (deepest > contact.depth + depthSlack * extent) levelPoints(out, contact);
      return out.count;
    }
  }
  return addContact(out, contact);
}

/**
 * Limits the depth of the points to that of the contact: the plane through samples of a curved surface may
 * lie outside the surface.
 */
function levelPoints(out: ContactManifold, { depth }: PairContact): void {
  const { depths, normal, pointsA, pointsB } = out;
  for (let i = 0; i < out.count; i++) {
    const excess = depths[i] - depth;
    if (!(excess > 0)) continue;
    depths[i] = depth;
    for (let k = 0; k < 3; k++) {
      pointsA[3 * i + k] -= 0.5 * excess * normal[k];
      pointsB[3 * i + k] += 0.5 * excess * normal[k];
    }
  }
}

/**
 * Adds the contact's own point; where there is no room, in place of the last. Returns the number of points.
 */
function addContact(out: ContactManifold, contact: PairContact): number {
  const { depth, normal, pointA, pointB } = contact;
  const at = out.count < out.capacity ? out.count++ : out.count - 1;
  out.depths[at] = depth;
  out.ids[at] = -1;
  // EPA's depth and normal are exact; on curved surfaces, its points do not always agree with them.
  for (let k = 0; k < 3; k++) {
    const middle = 0.5 * (pointA[k] + pointB[k]);
    out.pointsA[3 * at + k] = middle + 0.5 * depth * normal[k];
    out.pointsB[3 * at + k] = middle - 0.5 * depth * normal[k];
  }
  return out.count;
}
