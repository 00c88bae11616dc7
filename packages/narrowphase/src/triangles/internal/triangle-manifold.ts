/**
 * The manifold of a convex set and a triangle: `manifoldConvexConvex` with the same result. Its support calls
 * around the normal ask for one of three corners each, which follows from two numbers per corner and tangent.
 */
import type { Convex } from '@colide/core';
import type { ContactManifold } from '../../contacts/contact-manifold.ts';
import { FeaturePolygon } from '../../contacts/internal/clip-features.ts';
import { FeatureSearch } from '../../contacts/internal/feature-search.ts';
import { sameCorner, supportFeature } from '../../contacts/internal/shape-features.ts';
import { featuresToManifold, setTolerance } from '../../contacts/internal/support-features.ts';
import type { PairContact } from '../../contacts/pair-contact.ts';

/** Directions around the normal. */
const samples = 8;

const featureA = /* @__PURE__ */ new FeaturePolygon();
const featureB = /* @__PURE__ */ new FeaturePolygon();
const search = /* @__PURE__ */ new FeatureSearch();
/** How far the second and the third corner are from the first along normal and tangents. */
const seen = /* @__PURE__ */ new Float64Array(6);

/**
 * Fills `out` with the contact points of `convex` and the triangle with these nine coordinates around
 * `contact`; `slope` is the tangent of the tolerance angle. Returns their count.
 */
export function manifoldConvexTriangle(
  out: ContactManifold,
  contact: PairContact,
  convex: Convex,
  corners: Float64Array,
  slope: number,
): number {
  search.set(contact.normal, slope, samples);
  search.sign = 1;
  supportFeature(featureA, convex, search);
  triangleFeature(featureB, corners);
  return featuresToManifold(out, contact, featureA, featureB, setTolerance(slope));
}

/** The corners that support the triangle against the normal. */
function triangleFeature(out: FeaturePolygon, corners: Float64Array): void {
  const { normal, tangents, slope } = search;
  for (let k = 0; k < 2; k++) {
    const x = corners[3 * k + 3] - corners[0];
    const y = corners[3 * k + 4] - corners[1];
    const z = corners[3 * k + 5] - corners[2];
    seen[3 * k] = -(x * normal[0] + y * normal[1] + z * normal[2]);
    seen[3 * k + 1] = slope * (x * tangents[0] + y * tangents[1] + z * tangents[2]);
    seen[3 * k + 2] = -slope * (x * tangents[3] + y * tangents[4] + z * tangents[5]);
  }
  out.count = 0;
  let c = 1;
  let s = 0;
  let last = -1;
  for (let i = 0; i < samples; i++) {
    const second = seen[0] + c * seen[1] + s * seen[2];
    const third = seen[3] + c * seen[4] + s * seen[5];
    const corner = second > 0 ? (third > second ? 2 : 1) : third > 0 ? 2 : 0;
    if (corner !== last) addCorner(out, corners, corner);
    last = corner;
    const turned = c * search.sampleCosine - s * search.sampleSine;
    s = s * search.sampleCosine + c * search.sampleSine;
    c = turned;
  }
  if (out.count > 1 && sameCorner(out, 0, out.count - 1)) out.count--;
}

/** Appends a corner unless it is where the last one is. */
function addCorner(out: FeaturePolygon, corners: Float64Array, corner: number): void {
  const at = out.count;
  for (let k = 0; k < 3; k++) out.points[3 * at + k] = corners[3 * corner + k];
  out.ids[at] = corner;
  if (at === 0 || !sameCorner(out, at, at - 1)) out.count++;
}
