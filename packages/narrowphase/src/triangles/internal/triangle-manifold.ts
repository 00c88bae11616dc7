/**
 * The manifold of a convex set and a triangle, as by `manifoldConvexConvex`, without its support calls: how
 * far a corner of the triangle lies in a direction around the normal follows from three numbers, its heights
 * along the normal and the two tangents, and the farthest corner of a box from three signs.
 */
import type { Convex } from '@colide/core';
import type { Posed } from '@colide/geometry';
import type { ContactManifold } from '../../contacts/contact-manifold.ts';
import type { PairContact } from '../../contacts/pair-contact.ts';
import { FeaturePolygon } from '../../internal/clip-features.ts';
import { FeatureSearch } from '../../internal/feature-search.ts';
import { supportFeature } from '../../internal/shape-features.ts';
import { featuresToManifold, setTolerance } from '../../internal/support-features.ts';

const samples = 8;
const featureA = /* @__PURE__ */ new FeaturePolygon();
const featureB = /* @__PURE__ */ new FeaturePolygon();
const search = /* @__PURE__ */ new FeatureSearch();
/** Normal and tangents in the frame of a box, component by component. */
const axes = /* @__PURE__ */ new Float64Array(9);
/** Heights of the corners of a triangle along normal and tangents. */
const heights = /* @__PURE__ */ new Float64Array(9);
const point = /* @__PURE__ */ new Float64Array(3);

/**
 * Fills `out` with the contact points of `convex` and the triangle at `corners[at…]` around `contact`.
 * `slope` is the tangent of the tolerance angle.
 */
export function manifoldConvexTriangle(
  out: ContactManifold,
  contact: PairContact,
  convex: Convex,
  corners: Float64Array,
  at: number,
  slope: number,
): void {
  search.set(contact.normal, slope, samples);
  search.sign = 1;
  if (!cornersOfBox(convex)) supportFeature(featureA, convex, search);
  cornersOfTriangle(corners, at);
  featuresToManifold(out, contact, featureA, featureB, setTolerance(slope));
}

/** Writes the corner or edge of a box that supports it; false if `convex` is not one, or a face does. */
function cornersOfBox(convex: Convex): boolean {
  const { shape, matrix: m } = convex;
  if (!m || shape?.kind !== 'box') return false;
  const { normal: n, tangents: t, cosine, slope, sampleCosine, sampleSine } = search;
  for (let k = 0; k < 3; k++) {
    const x = m[3 * k];
    const y = m[3 * k + 1];
    const z = m[3 * k + 2];
    axes[3 * k] = x * n[0] + y * n[1] + z * n[2];
    axes[3 * k + 1] = x * t[0] + y * t[1] + z * t[2];
    axes[3 * k + 2] = x * t[3] + y * t[4] + z * t[5];
    if (Math.abs(axes[3 * k]) >= cosine) return false;
  }
  const { ids, points } = featureA;
  let c = slope;
  let s = 0;
  let count = 0;
  for (let i = 0; i < samples; i++) {
    const x = axes[0] + c * axes[1] + s * axes[2] < 0 ? 0 : 1;
    const y = axes[3] + c * axes[4] + s * axes[5] < 0 ? 0 : 2;
    const z = axes[6] + c * axes[7] + s * axes[8] < 0 ? 0 : 4;
    const id = x | y | z;
    if (count === 0 || id !== ids[count - 1]) ids[count++] = id;
    const turned = c * sampleCosine - s * sampleSine;
    s = s * sampleCosine + c * sampleSine;
    c = turned;
  }
  if (count > 1 && ids[count - 1] === ids[0]) count--;
  featureA.count = count;
  for (let i = 0; i < count; i++) {
    (convex as Posed).vertex!(point, ids[i]);
    for (let k = 0; k < 3; k++) points[3 * i + k] = point[k];
  }
  return true;
}

/** Writes the corner, edge or face of the triangle that supports it against the normal. */
function cornersOfTriangle(corners: Float64Array, at: number): void {
  const { normal: n, tangents: t, slope, sampleCosine, sampleSine } = search;
  for (let v = 0; v < 9; v += 3) {
    const x = corners[at + v] - corners[at];
    const y = corners[at + v + 1] - corners[at + 1];
    const z = corners[at + v + 2] - corners[at + 2];
    heights[v] = x * n[0] + y * n[1] + z * n[2];
    heights[v + 1] = x * t[0] + y * t[1] + z * t[2];
    heights[v + 2] = x * t[3] + y * t[4] + z * t[5];
  }
  const { ids, points } = featureB;
  let c = slope;
  let s = 0;
  let count = 0;
  for (let i = 0; i < samples; i++) {
    const second = c * heights[4] - s * heights[5] - heights[3];
    const third = c * heights[7] - s * heights[8] - heights[6];
    const id = second > 0 ? (third > second ? 2 : 1) : third > 0 ? 2 : 0;
    if (count === 0 || id !== ids[count - 1]) ids[count++] = id;
    const turned = c * sampleCosine - s * sampleSine;
    s = s * sampleCosine + c * sampleSine;
    c = turned;
  }
  if (count > 1 && ids[count - 1] === ids[0]) count--;
  featureB.count = count;
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) points[3 * i + k] = corners[at + 3 * ids[i] + k];
}
