/**
 * Contact points of two oriented boxes by clipping: the face of one box that is opposite a face of the other,
 * the reference, is cut by the four sides of the reference (Sutherland & Hodgman 1974), in the plane of the
 * reference and seen along the contact normal. The normal need not be that of the reference: if the edges
 * that cross are almost parallel to a face, the face rests as a whole.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { copyPoint } from '../../internal/copy-point.ts';
import { obbAxesAt, obbHalfAt } from '../../internal/layouts.ts';
import { namePointsAlong } from '../../internal/name-points.ts';
import { type ContactManifold, contactManifoldReduce, createContactManifold } from '../contact-manifold.ts';
import { cornerBits, facesPerBox } from './obb-edges.ts';

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
/** How far the contact normal leans from that of the reference face, along u and v per unit of height. */
const slopes = /* @__PURE__ */ plainDoubles(2);
/** How far the incident face extends along u, against u, along v and against v. */
const reaches = /* @__PURE__ */ plainDoubles(4);
/**
 * Outward normal of the reference face, its height over the centre of its box, and the cosine between it and
 * the normal.
 */
const face = /* @__PURE__ */ plainDoubles(5);
const faceHeightAt = 3;
const faceCosineAt = 4;

/*
 * Ids of points: in the upper bits the faces or edges that meet, in the lower six the code of the corner.
 *
 * | code       | corner                                                       |
 * | ---------- | ------------------------------------------------------------ |
 * | 0–3        | a corner of the incident face                                |
 * | 4 + 4e + s | where edge e of the polygon crosses side s of the reference  |
 * | 60–63      | the position of one of four points around their centre       |
 *
 * Edges 0 to 3 are those of the incident face; edge 4 + s runs along side s of the reference.
 */
const crossingCode = 4;
const placeCode = 60;

const all = /* @__PURE__ */ createContactManifold(8);

/**
 * Fills `out`, whose normal must be set, with the points of the face of box `incident` that is opposite face
 * `axis` of box `reference`: 0 to 2 where the reference is A, 3 to 5 where it is B. Points farther apart than
 * the first of `limits` are left out; the second becomes the least distance of all. Returns the number of
 * points.
 */
export function faceContacts(
  out: ContactManifold,
  limits: Doubles,
  obbs: Float64Array,
  reference: number,
  incident: number,
  axis: number,
): number {
  const k = axis < 3 ? axis : axis - 3;
  const isB = axis >= 3;
  const uAt = reference + obbAxesAt + 3 * (k === 2 ? 0 : k + 1);
  const vAt = reference + obbAxesAt + 3 * (k === 0 ? 2 : k - 1);
  const { normal } = out;
  const faces = loadIncidentFace(obbs, reference, incident, axis, normal);
  let count = 4;
  if (reaches[0] > extents[0]) count = clipSide(count, 0, 1);
  if (reaches[1] > extents[0]) count = clipSide(count, 0, -1);
  if (reaches[2] > extents[1]) count = clipSide(count, 1, 1);
  if (reaches[3] > extents[1]) count = clipSide(count, 1, -1);
  const target = count > 4 ? all : out;
  const limit = limits[0];
  const ids = (2 * axis * facesPerBox + faces) << cornerBits;
  const toward = isB ? -1 : 1;
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  const hw = face[faceHeightAt];
  const perHeight = 1 / face[faceCosineAt];
  const rx = obbs[reference] + hw * face[0];
  const ry = obbs[reference + 1] + hw * face[1];
  const rz = obbs[reference + 2] + hw * face[2];
  const onReference = isB ? target.pointsB : target.pointsA;
  const onIncident = isB ? target.pointsA : target.pointsB;
  let kept = 0;
  let least = Infinity;
  for (let c = 0; c < count; c++) {
    const distance = polygon[cornerSize * c + heightAt] * perHeight;
    if (distance < least) least = distance;
    if (distance > limit) continue;
    const u = polygon[cornerSize * c];
    const v = polygon[cornerSize * c + 1];
    const x = rx + u * obbs[uAt] + v * obbs[vAt];
    const y = ry + u * obbs[uAt + 1] + v * obbs[vAt + 1];
    const z = rz + u * obbs[uAt + 2] + v * obbs[vAt + 2];
    onReference[3 * kept] = x;
    onReference[3 * kept + 1] = y;
    onReference[3 * kept + 2] = z;
    onIncident[3 * kept] = x + toward * distance * nx;
    onIncident[3 * kept + 1] = y + toward * distance * ny;
    onIncident[3 * kept + 2] = z + toward * distance * nz;
    target.depths[kept] = -distance;
    target.ids[kept] = ids | codes[codeSize * c];
    kept++;
  }
  limits[1] = least;
  target.count = kept;
  if (target === all) reduceInto(out);
  if (out.count === 4) namePointsAlong(out, obbs, uAt, vAt, ids | placeCode);
  return out.count;
}

/**
 * Loads the polygon with the face of box `incident` that is opposite face `axis` of box `reference`,
 * projected along the contact normal. Returns the number of both faces.
 */
function loadIncidentFace(
  obbs: Float64Array,
  reference: number,
  incident: number,
  axis: number,
  normal: Float64Array,
): number {
  const k = axis < 3 ? axis : axis - 3;
  const w = reference + obbAxesAt + 3 * k;
  // The contact normal, away from the reference, and the outward normal of its face.
  const toward = axis < 3 ? 1 : -1;
  const mx = toward * normal[0];
  const my = toward * normal[1];
  const mz = toward * normal[2];
  const alongW = mx * obbs[w] + my * obbs[w + 1] + mz * obbs[w + 2];
  const up = alongW < 0 ? -1 : 1;
  const hw = obbs[reference + obbHalfAt + k];
  face[0] = up * obbs[w];
  face[1] = up * obbs[w + 1];
  face[2] = up * obbs[w + 2];
  face[faceHeightAt] = hw;
  face[faceCosineAt] = up * alongW;

  // The axis of the other box most nearly along the normal; the side is the one that faces the reference.
  let f = 0;
  let most = -1;
  let sign = 1;
  for (let i = 0; i < 3; i++) {
    const axisAt = incident + obbAxesAt + 3 * i;
    const along = mx * obbs[axisAt] + my * obbs[axisAt + 1] + mz * obbs[axisAt + 2];
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    f = i;
    sign = along > 0 ? -1 : 1;
  }
  // The shift along u and v, per unit of height, of a point that is moved along the normal to the reference
  // face.
  const u = reference + obbAxesAt + 3 * (k === 2 ? 0 : k + 1);
  const v = reference + obbAxesAt + 3 * (k === 0 ? 2 : k - 1);
  const perHeight = up / alongW;
  slopes[0] = (mx * obbs[u] + my * obbs[u + 1] + mz * obbs[u + 2]) * perHeight;
  slopes[1] = (mx * obbs[v] + my * obbs[v + 1] + mz * obbs[v + 2]) * perHeight;
  extents[0] = obbs[reference + obbHalfAt + (k === 2 ? 0 : k + 1)];
  extents[1] = obbs[reference + obbHalfAt + (k === 0 ? 2 : k - 1)];
  loadCorners(obbs, u, v, reference, incident, sign > 0 ? f : f + 3);
  return (up > 0 ? facesPerBox : 0) + 2 * f + (sign > 0 ? 1 : 0);
}

/**
 * Loads the polygon with face `axis` (from 3 on the opposite one) of box `incident`: its centre c and half
 * edges e and g in the frame u, v, n of the reference face, brought to its plane along the normal.
 */
function loadCorners(
  obbs: Float64Array,
  u: number,
  v: number,
  reference: number,
  incident: number,
  axis: number,
): void {
  const f = axis < 3 ? axis : axis - 3;
  const f1 = f === 2 ? 0 : f + 1;
  const f2 = f === 0 ? 2 : f - 1;
  const half = axis < 3 ? obbs[incident + obbHalfAt + f] : -obbs[incident + obbHalfAt + f];
  const p = incident + obbAxesAt + 3 * f;
  const e = incident + obbAxesAt + 3 * f1;
  const g = incident + obbAxesAt + 3 * f2;
  const x = obbs[incident] - obbs[reference] + half * obbs[p];
  const y = obbs[incident + 1] - obbs[reference + 1] + half * obbs[p + 1];
  const z = obbs[incident + 2] - obbs[reference + 2] + half * obbs[p + 2];
  const he = obbs[incident + obbHalfAt + f1];
  const hg = obbs[incident + obbHalfAt + f2];
  const su = slopes[0];
  const sv = slopes[1];
  const cn = x * face[0] + y * face[1] + z * face[2] - face[faceHeightAt];
  const en = he * (obbs[e] * face[0] + obbs[e + 1] * face[1] + obbs[e + 2] * face[2]);
  const gn = hg * (obbs[g] * face[0] + obbs[g + 1] * face[1] + obbs[g + 2] * face[2]);
  const cu = x * obbs[u] + y * obbs[u + 1] + z * obbs[u + 2] - cn * su;
  const cv = x * obbs[v] + y * obbs[v + 1] + z * obbs[v + 2] - cn * sv;
  const eu = he * (obbs[e] * obbs[u] + obbs[e + 1] * obbs[u + 1] + obbs[e + 2] * obbs[u + 2]) - en * su;
  const ev = he * (obbs[e] * obbs[v] + obbs[e + 1] * obbs[v + 1] + obbs[e + 2] * obbs[v + 2]) - en * sv;
  const gu = hg * (obbs[g] * obbs[u] + obbs[g + 1] * obbs[u + 1] + obbs[g + 2] * obbs[u + 2]) - gn * su;
  const gv = hg * (obbs[g] * obbs[v] + obbs[g + 1] * obbs[v + 1] + obbs[g + 2] * obbs[v + 2]) - gn * sv;
  for (let c = 0; c < 4; c++) {
    const se = c === 0 || c === 3 ? 1 : -1;
    const sg = c < 2 ? 1 : -1;
    polygon[cornerSize * c] = cu + se * eu + sg * gu;
    polygon[cornerSize * c + 1] = cv + se * ev + sg * gv;
    polygon[cornerSize * c + heightAt] = cn + se * en + sg * gn;
    codes[codeSize * c] = codes[codeSize * c + edgeCodeAt] = c;
  }
  reaches[0] = cu + Math.abs(eu) + Math.abs(gu);
  reaches[1] = -cu + Math.abs(eu) + Math.abs(gu);
  reaches[2] = cv + Math.abs(ev) + Math.abs(gv);
  reaches[3] = -cv + Math.abs(ev) + Math.abs(gv);
}

/** Reduces the points in `all` and copies those that stay. */
function reduceInto(out: ContactManifold): void {
  for (let k = 0; k < 3; k++) all.normal[k] = out.normal[k];
  contactManifoldReduce(all);
  out.count = all.count;
  for (let i = 0; i < all.count; i++) copyPoint(out, i, all, i);
}

/**
 * Cuts what lies beyond the extent on the positive (`side` 1) or negative side of coordinate 0 or 1 off the
 * polygon.
 */
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
      // Where an edge meets a side: the next edge runs along that side or along the edge.
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
