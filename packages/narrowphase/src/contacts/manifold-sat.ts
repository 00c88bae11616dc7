/**
 * The separating-axis test as a narrow phase: hulls that overlap get depth and normal from the least of all
 * axes and their points from clipped faces, or from the two edges that cross; hulls farther apart than the
 * margin along a separating axis have no points. Hulls that are apart by less, and shapes that are not solid
 * hulls, are left to GJK and EPA.
 *
 * A plug-in for `ColliderSet`: `new ColliderSet(margin, manifoldSat)`, and for a world: `new World({
 * narrowPhase: manifoldSat })`. The depth of SAT is exact for deep overlap too, at a cost that grows with
 * faces and edges: for hulls of a dozen faces.
 */

import type { HullShape, Posed } from '@colide/geometry';
import { featureSlope } from '../internal/feature-slope.ts';
import { namePoints } from '../internal/name-points.ts';
import { satPoints } from '../internal/sat-points.ts';
import { satHullHull } from '../sat/sat-hull-hull.ts';
import { createSatResult } from '../sat/sat-result.ts';
import { type ContactManifold, contactManifoldReduce } from './contact-manifold.ts';
import { manifoldHullHull } from './manifold-hull-hull.ts';
import { createPairContact } from './pair-contact.ts';

const axis = /* @__PURE__ */ createSatResult();
const contact = /* @__PURE__ */ createPairContact();

/**
 * Fills `out` with the contact points of two posed hulls, at most four, and returns their count; −1 to leave
 * the pair to another test.
 *
 * @param margin one number: how far apart surfaces may be and still give points
 */
export function manifoldSat(out: ContactManifold, a: Posed, b: Posed, margin: Float64Array): number {
  if (!isSolidHull(a) || !isSolidHull(b)) return -1;
  const overlap = satHullHull(axis, a, b);
  out.count = 0;
  if (!overlap) return -axis.depth > margin[0] ? 0 : -1;
  satPoints(contact, axis, a, b);
  manifoldHullHull(out, contact, a, b, undefined, featureSlope(margin, a, b));
  contactManifoldReduce(out);
  namePoints(out);
  return out.count;
}

function isSolidHull(posed: Posed): posed is Posed<HullShape> {
  return posed.shape.kind === 'hull' && (posed.shape as HullShape).dimension === 3;
}
