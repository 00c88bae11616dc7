/**
 * The full contact manifold of two hulls, in one frame: the faces most nearly perpendicular to the contact
 * normal are clipped against each other. When neither is within the tolerance angle of the normal, edges
 * cross, and the contact's own point is the whole manifold. O(faces), no allocation; faces of more than 64
 * corners are cut short.
 */

import { FeaturePolygon } from '../internal/clip-features.ts';
import type { SatHull } from '../internal/sat-frame.ts';
import { facingFace, featuresToManifold, setTolerance, writeFace } from '../internal/support-features.ts';
import type { ContactManifold } from './contact-manifold.ts';
import type { PairContact } from './pair-contact.ts';

const faceA = /* @__PURE__ */ new FeaturePolygon();
const faceB = /* @__PURE__ */ new FeaturePolygon();

/**
 * Fills `out` with the contact points of hulls `a` and `b` around `contact`, which `penetration` or
 * `hullSeparation` found. Returns their count.
 *
 * @param faces the faces of A and of B most nearly perpendicular to the normal, if they are known; −1 if
 * neither is within the tolerance angle
 * @param slope tangent of the tolerance angle
 */
export function manifoldHullHull(
  out: ContactManifold,
  contact: PairContact,
  a: SatHull,
  b: SatHull,
  faces?: Int32Array,
  slope = 0.05,
): number {
  const { normal } = contact;
  faceA.count = 0;
  if (!(faces !== undefined && faces[0] < 0)) {
    writeFace(faceA, a, faces === undefined ? facingFace(a, normal, 1) : faces[0]);
    writeFace(faceB, b, faces === undefined ? facingFace(b, normal, -1) : faces[1]);
  }
  return featuresToManifold(out, contact, faceA, faceB, setTolerance(slope));
}
