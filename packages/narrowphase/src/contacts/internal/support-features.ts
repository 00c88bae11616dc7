/** The faces of hulls that support them along a direction, and how a manifold is made of two supporting features. */
import { hullMatrix, hullOf, hullPosition, type SatHull } from '../../internal/sat-frame.ts';
import type { ContactManifold } from '../contact-manifold.ts';
import type { PairContact } from '../pair-contact.ts';
import { clipFeatures, type FeaturePolygon, polygonExtent, polygonFacing } from './clip-features.ts';

const facingA = /* @__PURE__ */ new Float64Array(1);
const facingB = /* @__PURE__ */ new Float64Array(1);
const margin = /* @__PURE__ */ new Float64Array(1);

/** Cosine and tangent of the tolerance angle. */
const tolerance = /* @__PURE__ */ new Float64Array(2);

/** Cosine and tangent of the angle with this tangent, in an array that is used again. */
export function setTolerance(slope: number): Float64Array {
  tolerance[0] = 1 / Math.sqrt(1 + slope * slope);
  tolerance[1] = slope;
  return tolerance;
}

/** Writes the face of the hull that looks most along `sign` · `normal`, in the world. */
export function hullFace(out: FeaturePolygon, hull: SatHull, normal: Float64Array, sign: number): void {
  const shape = hullOf(hull);
  const m = hullMatrix(hull);
  const t = hullPosition(hull);
  const { planes, faceOffsets, faceVertices, vertices } = shape;
  const x = sign * (m[0] * normal[0] + m[1] * normal[1] + m[2] * normal[2]);
  const y = sign * (m[3] * normal[0] + m[4] * normal[1] + m[5] * normal[2]);
  const z = sign * (m[6] * normal[0] + m[7] * normal[1] + m[8] * normal[2]);
  let face = 0;
  let most = -Infinity;
  for (let i = 0; i < planes.length; i += 4) {
    const along = planes[i] * x + planes[i + 1] * y + planes[i + 2] * z;
    if (along > most) {
      most = along;
      face = i >> 2;
    }
  }
  const first = faceOffsets[face];
  out.count = Math.min(faceOffsets[face + 1] - first, out.ids.length);
  for (let i = 0; i < out.count; i++) {
    const id = faceVertices[first + i];
    const px = vertices[3 * id];
    const py = vertices[3 * id + 1];
    const pz = vertices[3 * id + 2];
    out.ids[i] = id & 0x3ff;
    for (let k = 0; k < 3; k++) out.points[3 * i + k] = m[k] * px + m[k + 3] * py + m[k + 6] * pz + t[k];
  }
}

/**
 * Fills the manifold from the supporting features of A and B: the one that faces the normal better is the reference. When
 * neither faces it within the angle whose cosine and tangent are in `angle`, edges meet, and the contact's own point is
 * the manifold. Returns the number of points.
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
  polygonFacing(facingA, a, normal, 1);
  polygonFacing(facingB, b, normal, -1);
  const referenceIsA = facingA[0] >= facingB[0] * (1 - 1e-6);
  out.count = 0;
  if (Math.max(facingA[0], facingB[0]) >= angle[0]) {
    const reference = referenceIsA ? a : b;
    // A face tilted by less than the angle rests on the other as a whole.
    polygonExtent(margin, reference);
    margin[0] = margin[0] * angle[1];
    clipFeatures(out, reference, referenceIsA ? b : a, referenceIsA, margin);
  }
  if (out.count === 0) {
    out.count = 1;
    out.depths[0] = contact.depth;
    out.ids[0] = -1;
    for (let k = 0; k < 3; k++) {
      out.pointsA[k] = contact.pointA[k];
      out.pointsB[k] = contact.pointB[k];
    }
  }
  return out.count;
}
