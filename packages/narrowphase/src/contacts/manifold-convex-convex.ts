/**
 * The full contact manifold of any two convex sets, in one frame, from their support mappings alone.
 *
 * What supports a set within a tolerance angle α of the contact normal n is sampled with support calls along
 * n + (u cos φ + v sin φ) tan α, u and v across n; the points found are the corners of the supporting feature, be it a
 * corner, an edge or a face. The features of both sets are then clipped against each other. After van den Bergen's
 * "Collision Detection in Interactive 3D Environments", 2003, and the practice of engines that know no faces.
 *
 * Two times `samples` support calls, no allocation. Rounded shapes are sampled by their cores: a ball has one point, a
 * capsule an edge, and two parallel edges give two points. A face with more corners than samples is cut short.
 * Directions are made with square roots only, so they are the same bits on every engine.
 */
import type { Convex } from '@colide/core';
import type { ContactManifold } from './contact-manifold.ts';
import { clipEdges, FeaturePolygon, maxCorners } from './internal/clip-features.ts';
import { featuresToManifold, setTolerance } from './internal/support-features.ts';
import type { PairContact } from './pair-contact.ts';

const featureA = /* @__PURE__ */ new FeaturePolygon();
const featureB = /* @__PURE__ */ new FeaturePolygon();
/** Two unit vectors across the normal. */
const tangents = /* @__PURE__ */ new Float64Array(6);
const direction = /* @__PURE__ */ new Float64Array(3);
const point = /* @__PURE__ */ new Float64Array(3);

/**
 * Fills `out` with the contact points of `a` and `b` around `contact`, which `penetration` found. Returns their count.
 *
 * @param slope tangent of the tolerance angle α
 * @param samples directions around the normal: 4, 8, 16 or 32; other numbers are rounded up
 */
export function manifoldConvexConvex(
  out: ContactManifold,
  contact: PairContact,
  a: Convex,
  b: Convex,
  slope = 0.05,
  samples = 8,
): number {
  const tolerance = setTolerance(slope);
  setTangents(contact.normal);
  sampleFeature(featureA, a, contact.normal, 1, tolerance, samples);
  sampleFeature(featureB, b, contact.normal, -1, tolerance, samples);
  if (featureA.count === 2 && featureB.count === 2) {
    for (let k = 0; k < 3; k++) out.normal[k] = contact.normal[k];
    if (clipEdges(out, featureA, featureB, tolerance) > 0) return out.count;
  }
  return featuresToManifold(out, contact, featureA, featureB, tolerance);
}

function setTangents(n: Float64Array): void {
  const x = n[0];
  const y = n[1];
  const z = n[2];
  // Across the coordinate axis that n has least of; then v = n × u, so that u, v, n are right-handed.
  const least =
    Math.abs(x) <= Math.abs(y) && Math.abs(x) <= Math.abs(z) ? 0 : Math.abs(y) <= Math.abs(z) ? 1 : 2;
  const ux = least === 0 ? 0 : least === 1 ? z : -y;
  const uy = least === 0 ? -z : least === 1 ? 0 : x;
  const uz = least === 0 ? y : least === 1 ? -x : 0;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  tangents[0] = ux / length;
  tangents[1] = uy / length;
  tangents[2] = uz / length;
  tangents[3] = (y * uz - z * uy) / length;
  tangents[4] = (z * ux - x * uz) / length;
  tangents[5] = (x * uy - y * ux) / length;
}

/** Samples the feature that supports `set` around `sign` · normal, counter-clockwise seen from outside. */
function sampleFeature(
  out: FeaturePolygon,
  set: Convex,
  normal: Float64Array,
  sign: number,
  tolerance: Float64Array,
  samples: number,
): void {
  let core = set;
  let margin = 0;
  while (core.core !== undefined) {
    margin += core.margin ?? 0;
    core = core.core;
  }
  // The angle between samples, halved from a right angle.
  let cosine = 0;
  let sine = 1;
  let count = 4;
  while (count < samples && count < maxCorners) {
    cosine = Math.sqrt(0.5 * (1 + cosine));
    sine /= 2 * cosine;
    count *= 2;
  }
  const slope = tolerance[1];
  let c = 1;
  let s = 0;
  out.count = 0;
  let vertex = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++)
      direction[k] = sign * normal[k] + slope * (c * tangents[k] + sign * s * tangents[3 + k]);
    if (core.supportVertex !== undefined) {
      vertex = core.supportVertex(direction, vertex);
      core.vertex!(point, vertex);
    } else core.support(point, direction);
    for (let k = 0; k < 3; k++) point[k] += sign * margin * normal[k];
    addCorner(out, core.supportVertex !== undefined ? vertex & 0x3ff : i);
    const turned = c * cosine - s * sine;
    s = s * cosine + c * sine;
    c = turned;
  }
  if (out.count > 1 && sameCorner(out, 0, out.count - 1)) out.count--;
}

/** Appends `point` unless it repeats the last corner. */
function addCorner(out: FeaturePolygon, id: number): void {
  const at = out.count;
  for (let k = 0; k < 3; k++) out.points[3 * at + k] = point[k];
  out.ids[at] = id;
  if (at === 0 || !sameCorner(out, at, at - 1)) out.count++;
}

function sameCorner(polygon: FeaturePolygon, i: number, j: number): boolean {
  const { points: p } = polygon;
  let size = 0;
  let gap = 0;
  for (let k = 0; k < 3; k++) {
    size = Math.max(size, Math.abs(p[3 * i + k]));
    gap = Math.max(gap, Math.abs(p[3 * i + k] - p[3 * j + k]));
  }
  return gap <= 1e-12 * size;
}
