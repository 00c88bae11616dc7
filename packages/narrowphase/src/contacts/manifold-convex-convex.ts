/**
 * The full contact manifold of any two convex sets, in one frame. The feature that supports each set within a
 * tolerance angle of the contact normal (a corner, an edge or a face) comes from its kind or from support
 * calls around the normal (`internal/shape-features.ts`). The features of both sets are then clipped against
 * each other. After van den Bergen's "Collision Detection in Interactive 3D Environments", 2003, and the
 * practice of engines that know no faces.
 *
 * One of the points is always as deep as the contact: where the features do not have it, the contact's own
 * point is added. At most two times `samples` support calls, no allocation. Rounded shapes have the features
 * of their cores: a ball has one point, a capsule an edge, and two parallel edges give two points. Directions
 * are made with square roots only, so they are the same bits on every engine.
 */
import type { Convex } from '@colide/core';
import { FeaturePolygon } from '../internal/clip-features.ts';
import { FeatureSearch } from '../internal/feature-search.ts';
import { supportFeature } from '../internal/shape-features.ts';
import { featuresToManifold, setTolerance } from '../internal/support-features.ts';
import type { ContactManifold } from './contact-manifold.ts';
import type { PairContact } from './pair-contact.ts';

const featureA = /* @__PURE__ */ new FeaturePolygon();
const featureB = /* @__PURE__ */ new FeaturePolygon();
const search = /* @__PURE__ */ new FeatureSearch();

/**
 * Fills `out` with the contact points of `a` and `b` around `contact`, which `penetration` found. Returns
 * their count.
 *
 * @param slope tangent of the tolerance angle
 * @param samples corners of a round face, and directions around the normal: 4, 8, 16 or 32; other numbers are
 *   rounded up
 */
export function manifoldConvexConvex(
  out: ContactManifold,
  contact: PairContact,
  a: Convex,
  b: Convex,
  slope = 0.05,
  samples = 8,
): number {
  search.set(contact.normal, slope, samples);
  search.sign = 1;
  supportFeature(featureA, a, search);
  search.sign = -1;
  // A point meets anything in one point.
  if (featureA.count > 1) supportFeature(featureB, b, search);
  return featuresToManifold(out, contact, featureA, featureB, setTolerance(slope));
}
