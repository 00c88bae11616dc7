/**
 * The full contact manifold of two oriented boxes, in one frame: the faces that support them along the contact normal are
 * clipped against each other. When neither face is within the tolerance angle of the normal, edges cross, and the
 * contact's own point is the whole manifold. Up to eight points; `contactManifoldReduce` keeps four. No allocation.
 */
import type { ReadonlyObb } from '@colide/bounds';
import type { ContactManifold } from './contact-manifold.ts';
import { FeaturePolygon } from './internal/clip-features.ts';
import { featuresToManifold, obbFace, setTolerance } from './internal/support-features.ts';
import type { PairContact } from './pair-contact.ts';

const faceA = /* @__PURE__ */ new FeaturePolygon();
const faceB = /* @__PURE__ */ new FeaturePolygon();

/**
 * Fills `out` with the contact points of boxes `a` and `b` around `contact`, which `contactBoxBox` found. Returns their count.
 *
 * @param slope tangent of the tolerance angle
 */
export function manifoldObbObb(
  out: ContactManifold,
  contact: PairContact,
  a: ReadonlyObb,
  b: ReadonlyObb,
  slope = 0.05,
): number {
  obbFace(faceA, a, contact.normal, 1);
  obbFace(faceB, b, contact.normal, -1);
  return featuresToManifold(out, contact, faceA, faceB, setTolerance(slope));
}
