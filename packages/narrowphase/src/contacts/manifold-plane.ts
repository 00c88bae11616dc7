/**
 * Contacts with the half-space n · x ≤ d below a plane: the points of the other shape that lie lowest. A ball
 * has one, a capsule one for each end, a box the corners of its lowest face, any other convex set those of
 * the feature that supports it and its lowest point; at most four. No allocation, nothing checked; NaN gives
 * no contact.
 *
 * Each pair has one kernel, `manifold…`, on two records of a flat array; the `contact…` beside it takes two
 * arrays and gives the deepest point, or the middle of an edge or face that lies level.
 */
import type { ReadonlyCapsule, ReadonlyObb, ReadonlySphere } from '@colide/bounds';
import type { Convex, ReadonlyVec4 } from '@colide/core';
import { FeaturePolygon, polygonExtent } from '../internal/clip-features.ts';
import { FeatureSearch } from '../internal/feature-search.ts';
import { featureSlope } from '../internal/feature-slope.ts';
import {
  capsuleRadiusAt,
  capsuleSize,
  obbAxesAt,
  obbHalfAt,
  obbSize,
  planeOffsetAt,
  planeSize,
  secondEndAt,
  segmentSize,
  sphereRadiusAt,
  sphereSize,
  triangleSize,
} from '../internal/layouts.ts';
import { namePoints } from '../internal/name-points.ts';
import { supportFeature } from '../internal/shape-features.ts';
import { type ContactManifold, contactManifoldReduce } from './contact-manifold.ts';
import { PairRecords, recordA, recordB, touchSlack } from './internal/pair-records.ts';
import { addAbovePlane, writeBallPoint } from './internal/plane-points.ts';
import type { PairContact } from './pair-contact.ts';

const pair = /* @__PURE__ */ new PairRecords();
const gap = /* @__PURE__ */ new Float64Array(1);
const corner = /* @__PURE__ */ new Float64Array(3);
const direction = /* @__PURE__ */ new Float64Array(3);

/** Begins a manifold with the plane's normal, down into the half-space. */
function begin(out: ContactManifold, data: Float64Array, planeAt: number): void {
  out.count = 0;
  for (let k = 0; k < 3; k++) out.normal[k] = -data[planeAt + k];
}

/** Loads a plane as B, and sets the slack of A, measured by its first `count` numbers, and the plane. */
function loadPlane(plane: ReadonlyVec4, count: number): void {
  pair.load(recordB, plane, planeSize);
  pair.setSlack(count, 0);
  pair.margin[0] += touchSlack * Math.abs(plane[planeOffsetAt]);
}

/**
 * Fills `out` with the lowest point of the ball at `aAt` of `data`, normal down into the half-space at
 * `planeAt`; returns 1, or 0 when it is more than `margin[0]` above the plane.
 */
export function manifoldSpherePlane(
  out: ContactManifold,
  data: Float64Array,
  aAt: number,
  planeAt: number,
  margin: Float64Array,
): number {
  begin(out, data, planeAt);
  const height =
    data[aAt] * data[planeAt] +
    data[aAt + 1] * data[planeAt + 1] +
    data[aAt + 2] * data[planeAt + 2] -
    data[planeAt + planeOffsetAt];
  if (!(height <= data[aAt + sphereRadiusAt] + margin[0])) return 0;
  gap[0] = height;
  return writeBallPoint(out, data, aAt, gap);
}

/** Contact of sphere `a` and the half-space n · x ≤ d below plane `b`; whether they overlap or touch. */
export function contactSpherePlane(out: PairContact, a: ReadonlySphere, b: ReadonlyVec4): boolean {
  pair.load(recordA, a, sphereSize);
  loadPlane(b, sphereSize);
  manifoldSpherePlane(pair.manifold, pair.numbers, recordA, recordB, pair.margin);
  return pair.deepest(out);
}

/** As {@link manifoldSpherePlane} for a capsule: a point below each end. */
export function manifoldCapsulePlane(
  out: ContactManifold,
  data: Float64Array,
  aAt: number,
  planeAt: number,
  margin: Float64Array,
): number {
  begin(out, data, planeAt);
  const radius = data[aAt + capsuleRadiusAt];
  for (let end = 0; end < 2; end++) {
    for (let k = 0; k < 3; k++) corner[k] = data[aAt + secondEndAt * end + k] - radius * data[planeAt + k];
    addAbovePlane(out, corner, data, planeAt, margin, end);
  }
  return out.count;
}

/** Contact of capsule `a` and the half-space n · x ≤ d below plane `b`; whether they overlap or touch. */
export function contactCapsulePlane(out: PairContact, a: ReadonlyCapsule, b: ReadonlyVec4): boolean {
  pair.load(recordA, a, capsuleSize);
  loadPlane(b, capsuleSize);
  manifoldCapsulePlane(pair.manifold, pair.numbers, recordA, recordB, pair.margin);
  return pair.deepest(out);
}

/**
 * Contact of segment `a`, six numbers, and the half-space n · x ≤ d below plane `b`; whether they overlap or
 * touch.
 */
export function contactSegmentPlane(out: PairContact, a: ArrayLike<number>, b: ReadonlyVec4): boolean {
  pair.load(recordA, a, segmentSize);
  pair.numbers[recordA + capsuleRadiusAt] = 0;
  loadPlane(b, segmentSize);
  manifoldCapsulePlane(pair.manifold, pair.numbers, recordA, recordB, pair.margin);
  return pair.deepest(out);
}

/**
 * Contact of triangle `a`, nine numbers, and the half-space n · x ≤ d below plane `b`; whether they overlap
 * or touch.
 */
export function contactTrianglePlane(out: PairContact, a: ArrayLike<number>, b: ReadonlyVec4): boolean {
  pair.load(recordA, a, triangleSize);
  loadPlane(b, triangleSize);
  const { manifold, numbers, margin } = pair;
  begin(manifold, numbers, recordB);
  for (let vertex = 0; vertex < 3; vertex++) {
    for (let k = 0; k < 3; k++) corner[k] = numbers[recordA + 3 * vertex + k];
    addAbovePlane(manifold, corner, numbers, recordB, margin, vertex);
  }
  return pair.deepest(out);
}

/**
 * As {@link manifoldSpherePlane} for an oriented box: those corners of its lowest face that are low enough.
 */
export function manifoldObbPlane(
  out: ContactManifold,
  data: Float64Array,
  aAt: number,
  planeAt: number,
  margin: Float64Array,
): number {
  begin(out, data, planeAt);
  const halfAt = aAt + obbHalfAt;
  const axesAt = aAt + obbAxesAt;
  // The face most nearly opposite the plane has the lowest corner.
  let face = 0;
  let most = -1;
  let lower = 0;
  for (let i = 0; i < 3; i++) {
    const at = axesAt + 3 * i;
    const along =
      data[at] * data[planeAt] + data[at + 1] * data[planeAt + 1] + data[at + 2] * data[planeAt + 2];
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    face = i;
    lower = along < 0 ? 1 << i : 0;
  }
  for (let c = 0; c < 8; c++) {
    if ((c & (1 << face)) !== lower) continue;
    for (let k = 0; k < 3; k++)
      corner[k] =
        data[aAt + k] +
        (c & 1 ? 1 : -1) * data[halfAt] * data[axesAt + k] +
        (c & 2 ? 1 : -1) * data[halfAt + 1] * data[axesAt + 3 + k] +
        (c & 4 ? 1 : -1) * data[halfAt + 2] * data[axesAt + 6 + k];
    addAbovePlane(out, corner, data, planeAt, margin, c);
  }
  return out.count;
}

/**
 * Contact of oriented box `a` and the half-space n · x ≤ d below plane `b`; whether they overlap or touch.
 */
export function contactObbPlane(out: PairContact, a: ReadonlyObb, b: ReadonlyVec4): boolean {
  pair.load(recordA, a, obbSize);
  loadPlane(b, obbAxesAt);
  manifoldObbPlane(pair.manifold, pair.numbers, recordA, recordB, pair.margin);
  return pair.deepest(out);
}

/** Corners of a round face. */
const samples = 8;
/** The lowest point joins the corners if it is lower than all of them by this part of their extent. */
const depthSlack = 5e-7;
const feature = /* @__PURE__ */ new FeaturePolygon();
const search = /* @__PURE__ */ new FeatureSearch();
const extent = /* @__PURE__ */ new Float64Array(1);

/**
 * As {@link manifoldSpherePlane} for any convex set: the corners of the feature that supports it, and its
 * lowest point if that is lower; at most four.
 */
export function manifoldConvexPlane(
  out: ContactManifold,
  a: Convex,
  data: Float64Array,
  planeAt: number,
  margin: Float64Array,
): number {
  begin(out, data, planeAt);
  for (let k = 0; k < 3; k++) direction[k] = out.normal[k];
  search.set(direction, featureSlope(margin, a, a), samples);
  supportFeature(feature, a, search);
  a.support(corner, direction);
  polygonExtent(extent, feature);
  let highest = -Infinity;
  for (let i = 0; i < 3 * feature.count; i += 3) {
    let above = 0;
    for (let k = 0; k < 3; k++) above += (corner[k] - feature.points[i + k]) * direction[k];
    highest = Math.max(highest, -above);
  }
  if (feature.count === 1 || highest < -depthSlack * extent[0])
    addAbovePlane(out, corner, data, planeAt, margin, -1);
  if (feature.count > 1)
    for (let i = 0; i < feature.count; i++) {
      for (let k = 0; k < 3; k++) corner[k] = feature.points[3 * i + k];
      addAbovePlane(out, corner, data, planeAt, margin, feature.ids[i]);
    }
  contactManifoldReduce(out);
  namePoints(out);
  return out.count;
}

/**
 * Contact of the convex set `a` and the half-space n · x ≤ d below plane `b`, by one support call; whether
 * they overlap or touch.
 */
export function contactConvexPlane(out: PairContact, a: Convex, b: ReadonlyVec4): boolean {
  for (let k = 0; k < 3; k++) direction[k] = -b[k];
  a.support(corner, direction);
  pair.load(recordA, corner, 3);
  loadPlane(b, 3);
  begin(pair.manifold, pair.numbers, recordB);
  addAbovePlane(pair.manifold, corner, pair.numbers, recordB, pair.margin, 0);
  return pair.deepest(out);
}

/**
 * Contact of the half-spaces below planes `a` and `b`. Unless their normals are opposite they overlap without
 * end: the depth is then `Infinity` and the points are those of the planes nearest the origin.
 */
export function contactPlanePlane(out: PairContact, a: ReadonlyVec4, b: ReadonlyVec4): boolean {
  const distance = -a[planeOffsetAt] - b[planeOffsetAt];
  const opposite = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] <= -1 + 2 ** -50;
  if (opposite && !(distance <= 2 ** -46 * Math.abs(a[planeOffsetAt]))) return false;
  for (let k = 0; k < 3; k++) {
    out.normal[k] = a[k];
    out.pointA[k] = a[planeOffsetAt] * a[k];
    out.pointB[k] = b[planeOffsetAt] * b[k];
  }
  out.depth = opposite ? Math.max(0, -distance) : Infinity;
  return true;
}
