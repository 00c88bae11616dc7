/**
 * The contact manifold of two oriented boxes in one call: separating axes, clipping and reduction to four points, for
 * engines that test ten thousand pairs a frame.
 *
 * In the frame of A, with the nine products rᵢⱼ = aᵢ · bⱼ, all fifteen axes cost a few multiplications each (Gottschalk, Lin
 * & Manocha, "OBBTree", SIGGRAPH 1996). The axis of greatest separation wins; faces of A are preferred to those of B
 * and both to edges by a thousandth of the size, so that boxes that lie on each other keep their axis, and with it the
 * numbers of their points, from frame to frame. On a face the incident face of the other box is clipped in the plane
 * of the reference face against a rectangle (Sutherland & Hodgman 1974); two edges meet in one point.
 *
 * Boxes that are apart by less than a margin have a manifold too, with negative depths: a solver can stop them before
 * they meet. No allocation, nothing checked; NaN gives no manifold.
 */
import type { ReadonlyObb } from '@colide/bounds';
import { plainDoubles } from '@colide/core';

import { type ContactManifold, contactManifoldReduce, createContactManifold } from './contact-manifold.ts';

/** Advantage of faces of A over those of B, and of faces over edges, as a part of the smallest half extent. */
const preference = 1e-3;
/** Squared sine below which edges count as parallel. */
const parallel = 1e-6;

const boxes = /* @__PURE__ */ new Float64Array(30);
const reach = /* @__PURE__ */ new Float64Array(1);

/** Products of the axes, rᵢⱼ at 3i + j; their absolute values; the offset of B seen from A. */
const r = /* @__PURE__ */ plainDoubles(9);
const s = /* @__PURE__ */ plainDoubles(9);
const t = /* @__PURE__ */ plainDoubles(3);

/** The polygon being clipped: u, v and height over the reference face, each corner. */
let polygon = /* @__PURE__ */ plainDoubles(24);
let clipped = /* @__PURE__ */ plainDoubles(24);
/** For each corner its number and that of the edge that leaves it. */
let codes = /* @__PURE__ */ new Int32Array(16);
let clippedCodes = /* @__PURE__ */ new Int32Array(16);
/** Half extents of the reference face along u and v. */
const extents = /* @__PURE__ */ plainDoubles(2);
const quadrants = /* @__PURE__ */ new Int32Array(4);
const all = /* @__PURE__ */ createContactManifold(8);

/**
 * Fills `out` with up to four contact points of boxes `a` and `b`, fifteen numbers each, normal from A to B. Returns their
 * count, 0 when the boxes are more than `margin` apart.
 */
export function manifoldBoxBox(out: ContactManifold, a: ReadonlyObb, b: ReadonlyObb, margin = 0): number {
  for (let i = 0; i < 15; i++) {
    boxes[i] = a[i];
    boxes[15 + i] = b[i];
  }
  reach[0] = margin;
  return manifoldBoxPair(out, boxes, 0, 1, reach);
}

/** As {@link manifoldBoxBox} for boxes number `i` and `j` of a flat array; the margin is the one number of `margin`. */
export function manifoldBoxPair(
  out: ContactManifold,
  obbs: Float64Array,
  i: number,
  j: number,
  margin: Float64Array,
): number {
  const a = 15 * i;
  const b = 15 * j;
  out.count = 0;
  const limit = margin[0];
  const x = obbs[b] - obbs[a];
  const y = obbs[b + 1] - obbs[a + 1];
  const z = obbs[b + 2] - obbs[a + 2];
  let best = -Infinity;
  let axis = -1;
  for (let k = 0; k < 3; k++) {
    const ax = obbs[a + 6 + 3 * k];
    const ay = obbs[a + 7 + 3 * k];
    const az = obbs[a + 8 + 3 * k];
    const along = x * ax + y * ay + z * az;
    const r0 = ax * obbs[b + 6] + ay * obbs[b + 7] + az * obbs[b + 8];
    const r1 = ax * obbs[b + 9] + ay * obbs[b + 10] + az * obbs[b + 11];
    const r2 = ax * obbs[b + 12] + ay * obbs[b + 13] + az * obbs[b + 14];
    const s0 = Math.abs(r0);
    const s1 = Math.abs(r1);
    const s2 = Math.abs(r2);
    const gap = Math.abs(along) - (obbs[a + 3 + k] + s0 * obbs[b + 3] + s1 * obbs[b + 4] + s2 * obbs[b + 5]);
    if (!(gap <= limit)) return 0;
    t[k] = along;
    r[3 * k] = r0;
    r[3 * k + 1] = r1;
    r[3 * k + 2] = r2;
    s[3 * k] = s0;
    s[3 * k + 1] = s1;
    s[3 * k + 2] = s2;
    if (gap > best) {
      best = gap;
      axis = k;
    }
  }
  const a0 = obbs[a + 3];
  const a1 = obbs[a + 4];
  const a2 = obbs[a + 5];
  const b0 = obbs[b + 3];
  const b1 = obbs[b + 4];
  const b2 = obbs[b + 5];
  const handicap = preference * Math.min(a0, a1, a2, b0, b1, b2);
  let bar = best + handicap;
  for (let k = 0; k < 3; k++) {
    const along = t[0] * r[k] + t[1] * r[3 + k] + t[2] * r[6 + k];
    const gap = Math.abs(along) - (obbs[b + 3 + k] + s[k] * a0 + s[3 + k] * a1 + s[6 + k] * a2);
    if (!(gap <= limit)) return 0;
    if (gap > bar) {
      bar = best = gap;
      axis = 3 + k;
    }
  }
  bar = best + 2 * handicap;
  for (let k = 0; k < 3; k++) {
    const k1 = k === 2 ? 0 : k + 1;
    const k2 = k === 0 ? 2 : k - 1;
    for (let l = 0; l < 3; l++) {
      const squared = 1 - r[3 * k + l] * r[3 * k + l];
      if (squared < parallel) continue;
      const l1 = l === 2 ? 0 : l + 1;
      const l2 = l === 0 ? 2 : l - 1;
      const along = t[k2] * r[3 * k1 + l] - t[k1] * r[3 * k2 + l];
      const gap =
        Math.abs(along) -
        (obbs[a + 3 + k1] * s[3 * k2 + l] +
          obbs[a + 3 + k2] * s[3 * k1 + l] +
          obbs[b + 3 + l1] * s[3 * k + l2] +
          obbs[b + 3 + l2] * s[3 * k + l1]);
      // A negative gap only falls when it is divided by the sine.
      if (gap < 0 && gap <= bar) continue;
      const distance = gap / Math.sqrt(squared);
      if (!(distance <= limit)) return 0;
      if (distance > bar) {
        bar = best = distance;
        axis = 6 + 3 * k + l;
      }
    }
  }
  if (axis < 3) return faceContacts(out, obbs, a, b, axis, false, margin);
  if (axis < 6) return faceContacts(out, obbs, b, a, axis - 3, true, margin);
  return edgeContact(out, obbs, a, b, axis - 6);
}

/** Clips the face of `incident` that looks against face `axis` of `reference`. `flip` when the reference is B. */
function faceContacts(
  out: ContactManifold,
  obbs: Float64Array,
  reference: number,
  incident: number,
  axis: number,
  flip: boolean,
  margin: Float64Array,
): number {
  const w = reference + 6 + 3 * axis;
  const u = reference + 6 + 3 * (axis === 2 ? 0 : axis + 1);
  const v = reference + 6 + 3 * (axis === 0 ? 2 : axis - 1);
  const hu = obbs[reference + 3 + (axis === 2 ? 0 : axis + 1)];
  const hv = obbs[reference + 3 + (axis === 0 ? 2 : axis - 1)];
  const hw = obbs[reference + 3 + axis];
  let x = obbs[incident] - obbs[reference];
  let y = obbs[incident + 1] - obbs[reference + 1];
  let z = obbs[incident + 2] - obbs[reference + 2];
  const up = x * obbs[w] + y * obbs[w + 1] + z * obbs[w + 2] < 0 ? -1 : 1;
  const nx = up * obbs[w];
  const ny = up * obbs[w + 1];
  const nz = up * obbs[w + 2];

  // The incident face: the axis of the other box most along the normal, the side that looks against it.
  let face = 0;
  let most = -1;
  let sign = 1;
  for (let k = 0; k < 3; k++) {
    const p = incident + 6 + 3 * k;
    const along = nx * obbs[p] + ny * obbs[p + 1] + nz * obbs[p + 2];
    if (Math.abs(along) <= most) continue;
    most = Math.abs(along);
    face = k;
    sign = along > 0 ? -1 : 1;
  }
  const f1 = face === 2 ? 0 : face + 1;
  const f2 = face === 0 ? 2 : face - 1;
  const half = sign * obbs[incident + 3 + face];
  const p = incident + 6 + 3 * face;
  x += half * obbs[p];
  y += half * obbs[p + 1];
  z += half * obbs[p + 2];
  // Its centre and half edges in the frame u, v, n of the reference face.
  const cu = x * obbs[u] + y * obbs[u + 1] + z * obbs[u + 2];
  const cv = x * obbs[v] + y * obbs[v + 1] + z * obbs[v + 2];
  const cn = x * nx + y * ny + z * nz - hw;
  const e = incident + 6 + 3 * f1;
  const g = incident + 6 + 3 * f2;
  const he = obbs[incident + 3 + f1];
  const hg = obbs[incident + 3 + f2];
  const eu = he * (obbs[e] * obbs[u] + obbs[e + 1] * obbs[u + 1] + obbs[e + 2] * obbs[u + 2]);
  const ev = he * (obbs[e] * obbs[v] + obbs[e + 1] * obbs[v + 1] + obbs[e + 2] * obbs[v + 2]);
  const en = he * (obbs[e] * nx + obbs[e + 1] * ny + obbs[e + 2] * nz);
  const gu = hg * (obbs[g] * obbs[u] + obbs[g + 1] * obbs[u + 1] + obbs[g + 2] * obbs[u + 2]);
  const gv = hg * (obbs[g] * obbs[v] + obbs[g + 1] * obbs[v + 1] + obbs[g + 2] * obbs[v + 2]);
  const gn = hg * (obbs[g] * nx + obbs[g + 1] * ny + obbs[g + 2] * nz);
  for (let k = 0; k < 4; k++) {
    const se = k === 0 || k === 3 ? 1 : -1;
    const sg = k < 2 ? 1 : -1;
    polygon[3 * k] = cu + se * eu + sg * gu;
    polygon[3 * k + 1] = cv + se * ev + sg * gv;
    polygon[3 * k + 2] = cn + se * en + sg * gn;
    codes[2 * k] = codes[2 * k + 1] = k;
  }
  extents[0] = hu;
  extents[1] = hv;
  const lowest = 3 * ((en > 0 ? 1 : 0) ^ (gn > 0 ? 3 : 0));
  const lowestU = Math.max(-hu, Math.min(hu, polygon[lowest]));
  const lowestV = Math.max(-hv, Math.min(hv, polygon[lowest + 1]));
  const lowestHeight = polygon[lowest + 2];
  let count = 4;
  if (cu + Math.abs(eu) + Math.abs(gu) > hu) count = clipSide(count, 0, 1);
  if (-cu + Math.abs(eu) + Math.abs(gu) > hu) count = clipSide(count, 0, -1);
  if (cv + Math.abs(ev) + Math.abs(gv) > hv) count = clipSide(count, 1, 1);
  if (-cv + Math.abs(ev) + Math.abs(gv) > hv) count = clipSide(count, 1, -1);

  // Beside each other nothing is left. Boxes that overlap all the same, by less than the preference, meet at a corner.
  if (count === 0 && lowestHeight <= 0) {
    polygon[0] = lowestU;
    polygon[1] = lowestV;
    polygon[2] = lowestHeight;
    codes[0] = lowest / 3;
    count = 1;
  }
  const limit = margin[0];
  const faces = ((flip ? 6 : 0) + 2 * axis + (up > 0 ? 1 : 0)) * 6 + 2 * face + (sign > 0 ? 1 : 0);
  const toward = flip ? -1 : 1;
  const target = count > 4 ? all : out;
  target.normal[0] = toward * nx;
  target.normal[1] = toward * ny;
  target.normal[2] = toward * nz;
  const onReference = flip ? target.pointsB : target.pointsA;
  const onIncident = flip ? target.pointsA : target.pointsB;
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const height = polygon[3 * k + 2];
    if (height > limit) continue;
    const pu = polygon[3 * k];
    const pv = polygon[3 * k + 1];
    const px = obbs[reference] + pu * obbs[u] + pv * obbs[v] + hw * nx;
    const py = obbs[reference + 1] + pu * obbs[u + 1] + pv * obbs[v + 1] + hw * ny;
    const pz = obbs[reference + 2] + pu * obbs[u + 2] + pv * obbs[v + 2] + hw * nz;
    onReference[3 * kept] = px;
    onReference[3 * kept + 1] = py;
    onReference[3 * kept + 2] = pz;
    onIncident[3 * kept] = px + height * nx;
    onIncident[3 * kept + 1] = py + height * ny;
    onIncident[3 * kept + 2] = pz + height * nz;
    target.depths[kept] = -height;
    target.ids[kept] = (faces << 6) | codes[2 * k];
    kept++;
  }
  target.count = kept;
  if (target === out) {
    nameCorners(out, obbs, u, v);
    return kept;
  }
  contactManifoldReduce(all);
  out.count = all.count;
  for (let k = 0; k < 3; k++) out.normal[k] = all.normal[k];
  for (let k = 0; k < all.count; k++) {
    out.depths[k] = all.depths[k];
    out.ids[k] = all.ids[k];
    for (let l = 3 * k; l < 3 * k + 3; l++) {
      out.pointsA[l] = all.pointsA[l];
      out.pointsB[l] = all.pointsB[l];
    }
  }
  nameCorners(out, obbs, u, v);
  return out.count;
}

/**
 * Four points in the four quadrants around their middle are called by quadrant. Boxes of one size that lie square on each
 * other would else change the names of their points with every digit that rounding changes.
 */
function nameCorners(out: ContactManifold, obbs: Float64Array, u: number, v: number): void {
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
      (dx * obbs[u] + dy * obbs[u + 1] + dz * obbs[u + 2] > 0 ? 1 : 0) |
      (dx * obbs[v] + dy * obbs[v + 1] + dz * obbs[v + 2] > 0 ? 2 : 0);
    quadrants[k] = quadrant;
    seen |= 1 << quadrant;
  }
  if (seen === 15) for (let k = 0; k < 4; k++) ids[k] = (ids[k] & ~63) | (60 + quadrants[k]);
}

/** Cuts what lies beyond the extent on the positive (`side` 1) or negative side of coordinate 0 or 1 off the polygon. */
function clipSide(count: number, coordinate: number, side: number): number {
  const half = extents[coordinate];
  const number = 2 * coordinate + (side > 0 ? 1 : 0);
  let kept = 0;
  for (let k = 0; k < count; k++) {
    const l = k + 1 === count ? 0 : k + 1;
    const beyond = side * polygon[3 * k + coordinate] - half;
    const next = side * polygon[3 * l + coordinate] - half;
    if (beyond <= 0) {
      clipped[3 * kept] = polygon[3 * k];
      clipped[3 * kept + 1] = polygon[3 * k + 1];
      clipped[3 * kept + 2] = polygon[3 * k + 2];
      clippedCodes[2 * kept] = codes[2 * k];
      clippedCodes[2 * kept + 1] = codes[2 * k + 1];
      kept++;
    }
    if (beyond < 0 ? next > 0 : beyond > 0 && next < 0) {
      const part = beyond / (beyond - next);
      for (let c = 0; c < 3; c++)
        clipped[3 * kept + c] = polygon[3 * k + c] + part * (polygon[3 * l + c] - polygon[3 * k + c]);
      // Where an edge meets a side: from there on either along that side or along the edge.
      const edge = codes[2 * k + 1];
      clippedCodes[2 * kept] = 4 + 4 * edge + number;
      clippedCodes[2 * kept + 1] = beyond < 0 ? 4 + number : edge;
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

/** The point where edge k of A and edge l of B are nearest, `pair` = 3k + l. */
function edgeContact(out: ContactManifold, obbs: Float64Array, a: number, b: number, pair: number): number {
  const k = (pair / 3) | 0;
  const l = pair - 3 * k;
  const p = a + 6 + 3 * k;
  const q = b + 6 + 3 * l;
  let nx = obbs[p + 1] * obbs[q + 2] - obbs[p + 2] * obbs[q + 1];
  let ny = obbs[p + 2] * obbs[q] - obbs[p] * obbs[q + 2];
  let nz = obbs[p] * obbs[q + 1] - obbs[p + 1] * obbs[q];
  let x = obbs[b] - obbs[a];
  let y = obbs[b + 1] - obbs[a + 1];
  let z = obbs[b + 2] - obbs[a + 2];
  const scale = (x * nx + y * ny + z * nz < 0 ? -1 : 1) / Math.sqrt(nx * nx + ny * ny + nz * nz);
  nx *= scale;
  ny *= scale;
  nz *= scale;
  // From the middle of A's edge that looks along the normal to the middle of B's that looks against it.
  let ax = obbs[a];
  let ay = obbs[a + 1];
  let az = obbs[a + 2];
  for (let i = 0; i < 3; i++) {
    const c = a + 6 + 3 * i;
    const d = b + 6 + 3 * i;
    if (i !== k) {
      const h = obbs[a + 3 + i] * (nx * obbs[c] + ny * obbs[c + 1] + nz * obbs[c + 2] < 0 ? -1 : 1);
      ax += h * obbs[c];
      ay += h * obbs[c + 1];
      az += h * obbs[c + 2];
      x -= h * obbs[c];
      y -= h * obbs[c + 1];
      z -= h * obbs[c + 2];
    }
    if (i !== l) {
      const h = obbs[b + 3 + i] * (nx * obbs[d] + ny * obbs[d + 1] + nz * obbs[d + 2] < 0 ? 1 : -1);
      x += h * obbs[d];
      y += h * obbs[d + 1];
      z += h * obbs[d + 2];
    }
  }
  const gap = x * nx + y * ny + z * nz;
  const cosine = r[pair];
  const alongA = x * obbs[p] + y * obbs[p + 1] + z * obbs[p + 2];
  const alongB = x * obbs[q] + y * obbs[q + 1] + z * obbs[q + 2];
  const step = (alongA - cosine * alongB) / (1 - cosine * cosine);
  // The nearest points of the lines may lie beyond the ends of edges that do not overlap.
  if (gap > 0) {
    const stepB = (cosine * alongA - alongB) / (1 - cosine * cosine);
    if (Math.abs(step) > obbs[a + 3 + k] || Math.abs(stepB) > obbs[b + 3 + l]) return 0;
  }
  const { normal, pointsA, pointsB } = out;
  normal[0] = nx;
  normal[1] = ny;
  normal[2] = nz;
  pointsA[0] = ax + step * obbs[p];
  pointsA[1] = ay + step * obbs[p + 1];
  pointsA[2] = az + step * obbs[p + 2];
  for (let i = 0; i < 3; i++) pointsB[i] = pointsA[i] + gap * normal[i];
  out.depths[0] = -gap;
  out.ids[0] = (72 + pair) << 6;
  out.count = 1;
  return 1;
}
