/**
 * The contact manifold of two oriented boxes in one call: separating axes, clipping and reduction to four points, for
 * engines that test ten thousand pairs a frame.
 *
 * The axis of greatest separation wins (`internal/obb-axis.ts`). On a face the incident face of the other box is clipped in the
 * plane of the reference face against a rectangle (Sutherland & Hodgman 1974); two edges meet in one point.
 *
 * Boxes that are apart by less than a margin have a manifold too, with negative depths: a solver can stop them before
 * they meet. No allocation, nothing checked; NaN gives no manifold. Whether two boxes overlap, and no more, is asked of
 * `obbOverlap` in @colide/bounds.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { plainDoubles } from '@colide/core';
import { obbAxesAt, obbHalfAt, obbSize } from '../internal/layouts.ts';
import { findObbAxis, firstEdgeAxis } from '../internal/obb-axis.ts';
import { type ContactManifold, contactManifoldReduce, createContactManifold } from './contact-manifold.ts';
import { cornerBits, edgeContact, facesPerBox } from './internal/obb-edges.ts';
import { PairRecords, recordA, recordB } from './internal/pair-records.ts';
import type { PairContact } from './pair-contact.ts';

/** The polygon being clipped: u, v and height over the reference face, for each corner. */
const cornerSize = 3;
const heightAt = 2;
let polygon = /* @__PURE__ */ plainDoubles(8 * cornerSize);
let clipped = /* @__PURE__ */ plainDoubles(8 * cornerSize);
/** For each corner its code and that of the edge that leaves it. */
const codeSize = 2;
const edgeCodeAt = 1;
let codes = /* @__PURE__ */ new Int32Array(8 * codeSize);
let clippedCodes = /* @__PURE__ */ new Int32Array(8 * codeSize);

/** Half extents of the reference face along u and v. */
const extents = /* @__PURE__ */ plainDoubles(2);
/** How far the incident face reaches along u, against u, along v and against v. */
const reaches = /* @__PURE__ */ plainDoubles(4);
/** Outward normal of the reference face, and its height over the centre of its box. */
const face = /* @__PURE__ */ plainDoubles(4);
const faceHeightAt = 3;
/** The lowest corner of the incident face, moved into the rectangle. */
const lowest = /* @__PURE__ */ plainDoubles(cornerSize);

/*
 * Ids of points: in the upper bits the faces or edges that meet, in the lower six the code of the corner.
 *
 * | code       | corner                                                       |
 * | ---------- | ------------------------------------------------------------ |
 * | 0–3        | a corner of the incident face                                |
 * | 4 + 4e + s | where edge e of the polygon crosses side s of the reference  |
 * | 60–63      | the quadrant, where four points lie in four                  |
 *
 * Edges 0 to 3 are those of the incident face; edge 4 + s runs along side s of the reference.
 */
const crossingCode = 4;
const quadrantCode = 60;
/** A side of the reference and a face of the incident box take this many bits. */
const faceBits = 4;
const faceMask = (1 << faceBits) - 1;

const quadrants = /* @__PURE__ */ new Int32Array(4);
const all = /* @__PURE__ */ createContactManifold(8);
const pair = /* @__PURE__ */ new PairRecords();

/**
 * Fills `out` with up to four contact points of the boxes at `aAt` and `bAt` of `obbs`, fifteen numbers each, normal from A to B.
 * Returns their count, 0 when the boxes are more than `margin[0]` apart.
 */
export function manifoldObbObb(
  out: ContactManifold,
  obbs: Float64Array,
  aAt: number,
  bAt: number,
  margin: Float64Array,
): number {
  return writePoints(out, obbs, aAt, bAt, findObbAxis(obbs, aAt, bAt, margin, false), margin);
}

/**
 * Contact of oriented boxes `a` and `b`, fifteen numbers each; whether they overlap or touch. The depth is the least of all axes;
 * the point is the middle of the deepest part of the clipped faces, or where two edges cross.
 */
export function contactObbObb(out: PairContact, a: ReadonlyObb, b: ReadonlyObb): boolean {
  pair.load(recordA, a, obbSize);
  pair.load(recordB, b, obbSize);
  pair.setSlack(obbAxesAt, obbAxesAt);
  const { numbers, margin, manifold } = pair;
  writePoints(
    manifold,
    numbers,
    recordA,
    recordB,
    findObbAxis(numbers, recordA, recordB, margin, true),
    margin,
  );
  return pair.deepest(out);
}

/** Fills `out` with the contact points on the axis that {@link findObbAxis} found. */
function writePoints(
  out: ContactManifold,
  obbs: Float64Array,
  aAt: number,
  bAt: number,
  axis: number,
  margin: Float64Array,
): number {
  out.count = 0;
  if (axis < 0) return 0;
  if (axis < 3) return faceContacts(out, obbs, aAt, bAt, axis, margin);
  if (axis < firstEdgeAxis) return faceContacts(out, obbs, bAt, aAt, axis, margin);
  return edgeContact(out, obbs, aAt, bAt, axis - firstEdgeAxis);
}

/**
 * Clips the face of box `incident` that looks against face `axis` of box `reference`: 0 to 2 where the reference is A, 3 to 5
 * where it is B.
 */
function faceContacts(
  out: ContactManifold,
  obbs: Float64Array,
  reference: number,
  incident: number,
  axis: number,
  margin: Float64Array,
): number {
  const k = axis < 3 ? axis : axis - 3;
  const uAt = reference + obbAxesAt + 3 * (k === 2 ? 0 : k + 1);
  const vAt = reference + obbAxesAt + 3 * (k === 0 ? 2 : k - 1);
  const loaded = loadIncidentFace(obbs, reference, incident, k);
  let count = 4;
  if (reaches[0] > extents[0]) count = clipSide(count, 0, 1);
  if (reaches[1] > extents[0]) count = clipSide(count, 0, -1);
  if (reaches[2] > extents[1]) count = clipSide(count, 1, 1);
  if (reaches[3] > extents[1]) count = clipSide(count, 1, -1);

  // Beside each other nothing is left. Boxes that overlap all the same, by less than the preference, meet at a corner.
  if (count === 0 && lowest[heightAt] <= 0) {
    for (let c = 0; c < cornerSize; c++) polygon[c] = lowest[c];
    codes[0] = loaded >> faceBits;
    count = 1;
  }
  const target = count > 4 ? all : out;
  const isB = axis >= 3;
  const limit = margin[0];
  const ids = (2 * axis * facesPerBox + (loaded & faceMask)) << cornerBits;
  const nx = face[0];
  const ny = face[1];
  const nz = face[2];
  const hw = face[faceHeightAt];
  const toward = isB ? -1 : 1;
  target.normal[0] = toward * nx;
  target.normal[1] = toward * ny;
  target.normal[2] = toward * nz;
  const onReference = isB ? target.pointsB : target.pointsA;
  const onIncident = isB ? target.pointsA : target.pointsB;
  let kept = 0;
  for (let c = 0; c < count; c++) {
    const height = polygon[cornerSize * c + heightAt];
    if (height > limit) continue;
    const u = polygon[cornerSize * c];
    const v = polygon[cornerSize * c + 1];
    const x = obbs[reference] + u * obbs[uAt] + v * obbs[vAt] + hw * nx;
    const y = obbs[reference + 1] + u * obbs[uAt + 1] + v * obbs[vAt + 1] + hw * ny;
    const z = obbs[reference + 2] + u * obbs[uAt + 2] + v * obbs[vAt + 2] + hw * nz;
    onReference[3 * kept] = x;
    onReference[3 * kept + 1] = y;
    onReference[3 * kept + 2] = z;
    onIncident[3 * kept] = x + height * nx;
    onIncident[3 * kept + 1] = y + height * ny;
    onIncident[3 * kept + 2] = z + height * nz;
    target.depths[kept] = -height;
    target.ids[kept] = ids | codes[codeSize * c];
    kept++;
  }
  target.count = kept;
  if (target === all) reduceInto(out);
  nameCorners(out, obbs, uAt, vAt);
  return out.count;
}

/**
 * Loads the polygon with the face of box `incident` that looks against face `k` of box `reference`, seen from there. Returns the
 * number of both faces, and above it that of the lowest corner.
 */
function loadIncidentFace(obbs: Float64Array, reference: number, incident: number, k: number): number {
  const k1 = k === 2 ? 0 : k + 1;
  const k2 = k === 0 ? 2 : k - 1;
  const w = reference + obbAxesAt + 3 * k;
  const u = reference + obbAxesAt + 3 * k1;
  const v = reference + obbAxesAt + 3 * k2;
  const hu = obbs[reference + obbHalfAt + k1];
  const hv = obbs[reference + obbHalfAt + k2];
  const hw = obbs[reference + obbHalfAt + k];
  let x = obbs[incident] - obbs[reference];
  let y = obbs[incident + 1] - obbs[reference + 1];
  let z = obbs[incident + 2] - obbs[reference + 2];
  const up = x * obbs[w] + y * obbs[w + 1] + z * obbs[w + 2] < 0 ? -1 : 1;
  const nx = up * obbs[w];
  const ny = up * obbs[w + 1];
  const nz = up * obbs[w + 2];

  // The axis of the other box most along the normal, the side that looks against it.
  let f = 0;
  let most = -1;
  let sign = 1;
  for (let i = 0; i < 3; i++) {
    const axisAt = incident + obbAxesAt + 3 * i;
    const along = nx * obbs[axisAt] + ny * obbs[axisAt + 1] + nz * obbs[axisAt + 2];
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    f = i;
    sign = along > 0 ? -1 : 1;
  }
  const f1 = f === 2 ? 0 : f + 1;
  const f2 = f === 0 ? 2 : f - 1;
  const half = sign * obbs[incident + obbHalfAt + f];
  const p = incident + obbAxesAt + 3 * f;
  x += half * obbs[p];
  y += half * obbs[p + 1];
  z += half * obbs[p + 2];

  // Its centre c and half edges e and g in the frame u, v, n of the reference face.
  const cu = x * obbs[u] + y * obbs[u + 1] + z * obbs[u + 2];
  const cv = x * obbs[v] + y * obbs[v + 1] + z * obbs[v + 2];
  const cn = x * nx + y * ny + z * nz - hw;
  const e = incident + obbAxesAt + 3 * f1;
  const g = incident + obbAxesAt + 3 * f2;
  const he = obbs[incident + obbHalfAt + f1];
  const hg = obbs[incident + obbHalfAt + f2];
  const eu = he * (obbs[e] * obbs[u] + obbs[e + 1] * obbs[u + 1] + obbs[e + 2] * obbs[u + 2]);
  const ev = he * (obbs[e] * obbs[v] + obbs[e + 1] * obbs[v + 1] + obbs[e + 2] * obbs[v + 2]);
  const en = he * (obbs[e] * nx + obbs[e + 1] * ny + obbs[e + 2] * nz);
  const gu = hg * (obbs[g] * obbs[u] + obbs[g + 1] * obbs[u + 1] + obbs[g + 2] * obbs[u + 2]);
  const gv = hg * (obbs[g] * obbs[v] + obbs[g + 1] * obbs[v + 1] + obbs[g + 2] * obbs[v + 2]);
  const gn = hg * (obbs[g] * nx + obbs[g + 1] * ny + obbs[g + 2] * nz);
  for (let c = 0; c < 4; c++) {
    const se = c === 0 || c === 3 ? 1 : -1;
    const sg = c < 2 ? 1 : -1;
    polygon[cornerSize * c] = cu + se * eu + sg * gu;
    polygon[cornerSize * c + 1] = cv + se * ev + sg * gv;
    polygon[cornerSize * c + heightAt] = cn + se * en + sg * gn;
    codes[codeSize * c] = codes[codeSize * c + edgeCodeAt] = c;
  }
  extents[0] = hu;
  extents[1] = hv;
  reaches[0] = cu + Math.abs(eu) + Math.abs(gu);
  reaches[1] = -cu + Math.abs(eu) + Math.abs(gu);
  reaches[2] = cv + Math.abs(ev) + Math.abs(gv);
  reaches[3] = -cv + Math.abs(ev) + Math.abs(gv);
  face[0] = nx;
  face[1] = ny;
  face[2] = nz;
  face[faceHeightAt] = hw;
  const low = (en > 0 ? 1 : 0) ^ (gn > 0 ? 3 : 0);
  lowest[0] = Math.max(-hu, Math.min(hu, polygon[cornerSize * low]));
  lowest[1] = Math.max(-hv, Math.min(hv, polygon[cornerSize * low + 1]));
  lowest[heightAt] = polygon[cornerSize * low + heightAt];
  return (low << faceBits) | ((up > 0 ? facesPerBox : 0) + 2 * f + (sign > 0 ? 1 : 0));
}

/** Reduces the points in `all` and copies those that stay. */
function reduceInto(out: ContactManifold): void {
  contactManifoldReduce(all);
  out.count = all.count;
  for (let k = 0; k < 3; k++) out.normal[k] = all.normal[k];
  for (let i = 0; i < all.count; i++) {
    out.depths[i] = all.depths[i];
    out.ids[i] = all.ids[i];
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      out.pointsA[k] = all.pointsA[k];
      out.pointsB[k] = all.pointsB[k];
    }
  }
}

/**
 * Four points in the four quadrants around their middle are called by quadrant. Boxes of one size that lie square on each
 * other would else change the names of their points with every digit that rounding changes.
 */
function nameCorners(out: ContactManifold, obbs: Float64Array, uAt: number, vAt: number): void {
  if (out.count !== 4) return;
  const { pointsA: p, ids } = out;
  const x = 0.25 * (p[0] + p[3] + p[6] + p[9]);
  const y = 0.25 * (p[1] + p[4] + p[7] + p[10]);
  const z = 0.25 * (p[2] + p[5] + p[8] + p[11]);
  let seen = 0;
  for (let k = 0; k < 4; k++) {
    const dx = p[3 * k] - x;
    const dy = p[3 * k + 1] - y;
    const dz = p[3 * k + 2] - z;
    const quadrant =
      (dx * obbs[uAt] + dy * obbs[uAt + 1] + dz * obbs[uAt + 2] > 0 ? 1 : 0) |
      (dx * obbs[vAt] + dy * obbs[vAt + 1] + dz * obbs[vAt + 2] > 0 ? 2 : 0);
    quadrants[k] = quadrant;
    seen |= 1 << quadrant;
  }
  if (seen !== 0b1111) return;
  for (let k = 0; k < 4; k++) ids[k] = ((ids[k] >> cornerBits) << cornerBits) | (quadrantCode + quadrants[k]);
}

/** Cuts what lies beyond the extent on the positive (`side` 1) or negative side of coordinate 0 or 1 off the polygon. */
function clipSide(count: number, coordinate: number, side: number): number {
  const half = extents[coordinate];
  const sideCode = crossingCode + 2 * coordinate + (side > 0 ? 1 : 0);
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const from = cornerSize * k;
    const to = k + 1 === count ? 0 : from + cornerSize;
    const beyond = side * polygon[from + coordinate] - half;
    const next = side * polygon[to + coordinate] - half;
    if (beyond <= 0) {
      clipped[cornerSize * kept] = polygon[from];
      clipped[cornerSize * kept + 1] = polygon[from + 1];
      clipped[cornerSize * kept + heightAt] = polygon[from + heightAt];
      clippedCodes[codeSize * kept] = codes[codeSize * k];
      clippedCodes[codeSize * kept + edgeCodeAt] = codes[codeSize * k + edgeCodeAt];
      kept++;
    }
    if (beyond < 0 ? next > 0 : beyond > 0 && next < 0) {
      const part = beyond / (beyond - next);
      for (let c = 0; c < cornerSize; c++)
        clipped[cornerSize * kept + c] = polygon[from + c] + part * (polygon[to + c] - polygon[from + c]);
      // Where an edge meets a side: from there on either along that side or along the edge.
      const edge = codes[codeSize * k + edgeCodeAt];
      clippedCodes[codeSize * kept] = 4 * edge + sideCode;
      clippedCodes[codeSize * kept + edgeCodeAt] = beyond < 0 ? sideCode : edge;
      kept++;
    }
  }
  const points = polygon;
  polygon = clipped;
  clipped = points;
  const numbers = codes;
  codes = clippedCodes;
  clippedCodes = numbers;
  return kept;
}
