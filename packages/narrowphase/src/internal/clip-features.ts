/**
 * Clipping of supporting features: the incident polygon is cut by the planes through the edges of the
 * reference polygon along the contact normal (Sutherland & Hodgman, CACM 17(1), 1974), and the corners that
 * remain become contact points.
 *
 * Every point carries a number made from the features it came from: a corner of the incident polygon, or one
 * of its edges and a side of the reference. The same features give the same number in the next frame; see
 * `clip-ids.ts`.
 */
import type { ContactManifold } from '../contacts/contact-manifold.ts';
import {
  cornerMask,
  cutShift,
  edgeMask,
  edgeShift,
  parallelShift,
  referenceShift,
  sideBit,
} from './clip-ids.ts';

/** The largest number of corners of a feature, and of contact points of a clip. */
export const maxCorners = 64;

/** A convex polygon, edge or corner that supports a shape; counter-clockwise seen from outside the shape. */
export class FeaturePolygon {
  readonly points = new Float64Array(3 * maxCorners);
  /** For each corner a number that stays the same from frame to frame. */
  readonly ids = new Int32Array(maxCorners);
  count = 0;
}

/** A polygon being clipped: its corners, their ids, and the edge that leaves each of them. */
class ClipBuffer {
  readonly points = new Float64Array(3 * 2 * maxCorners);
  readonly ids = new Int32Array(2 * maxCorners);
  readonly edges = new Int32Array(2 * maxCorners);
  count = 0;
}

const even = /* @__PURE__ */ new ClipBuffer();
const odd = /* @__PURE__ */ new ClipBuffer();
const planeNormal = /* @__PURE__ */ new Float64Array(3);
/** A plane to clip by: its normal, a point on it, and how near to it a corner counts as on it. */
const side = /* @__PURE__ */ new Float64Array(7);
const pointAt = 3;
const slackAt = 6;
/** Index of the tangent of an angle, which follows its cosine. */
export const tangentAt = 1;

/**
 * Writes the contact points of two features to `out`, whose normal must be set: those of the clipped incident
 * feature that are not more than `margin[0]` above the reference. `reference` needs three corners that span
 * an area. Returns their count.
 */
export function clipFeatures(
  out: ContactManifold,
  reference: FeaturePolygon,
  incident: FeaturePolygon,
  referenceIsA: boolean,
  margin: Float64Array,
): number {
  const { normal } = out;
  const toward = referenceIsA ? 1 : -1;
  let from = even;
  let to = odd;
  const r = reference.points;
  const p = incident.points;
  from.count = incident.count;
  let size = 0;
  for (let i = 0; i < incident.count; i++) {
    from.ids[i] = from.edges[i] = incident.ids[i];
    for (let k = 0; k < 3; k++) {
      const at = 3 * i + k;
      from.points[at] = p[at];
      size = Math.max(size, Math.abs(p[at] - r[k]));
    }
  }
  // A corner on a plane, up to rounding, stays as it is: no twin is made beside it.
  side[slackAt] = 1e-12 * size;
  for (let i = 0; i < reference.count && from.count > 0; i++) {
    const j = i + 1 === reference.count ? 0 : i + 1;
    const ex = r[3 * j] - r[3 * i];
    const ey = r[3 * j + 1] - r[3 * i + 1];
    const ez = r[3 * j + 2] - r[3 * i + 2];
    // Outward: to the right of the edge when the reference is seen counter-clockwise.
    const mx = toward * (ey * normal[2] - ez * normal[1]);
    const my = toward * (ez * normal[0] - ex * normal[2]);
    const mz = toward * (ex * normal[1] - ey * normal[0]);
    const length = Math.sqrt(mx * mx + my * my + mz * mz);
    if (!(length > 0)) continue;
    side[0] = mx / length;
    side[1] = my / length;
    side[2] = mz / length;
    side[pointAt] = r[3 * i];
    side[pointAt + 1] = r[3 * i + 1];
    side[pointAt + 2] = r[3 * i + 2];
    if (!clipBySide(to, from, reference.ids[i])) continue;
    const swap = from;
    from = to;
    to = swap;
  }
  projectPoints(out, reference, from, referenceIsA, margin);
  return out.count;
}

/** Writes the corners of `from` that are not more than `margin[0]` above the plane of the reference. */
function projectPoints(
  out: ContactManifold,
  reference: FeaturePolygon,
  from: ClipBuffer,
  referenceIsA: boolean,
  margin: Float64Array,
): void {
  const { normal } = out;
  const toward = referenceIsA ? 1 : -1;
  const r = reference.points;
  polygonNormal(reference);
  const facing = normal[0] * planeNormal[0] + normal[1] * planeNormal[1] + normal[2] * planeNormal[2];
  out.count = 0;
  for (let i = 0; i < from.count && out.count < out.capacity; i++) {
    const x = from.points[3 * i];
    const y = from.points[3 * i + 1];
    const z = from.points[3 * i + 2];
    // Along the normal to the plane of the reference.
    const lift =
      ((r[0] - x) * planeNormal[0] + (r[1] - y) * planeNormal[1] + (r[2] - z) * planeNormal[2]) / facing;
    const depth = toward * lift;
    if (!(depth >= -margin[0])) continue;
    const at = out.count++;
    out.depths[at] = depth;
    out.ids[at] = from.ids[i] | (referenceIsA ? 0 : 1 << referenceShift);
    for (let k = 0; k < 3; k++) {
      const own = from.points[3 * i + k];
      const projected = own + lift * normal[k];
      out.pointsA[3 * at + k] = referenceIsA ? projected : own;
      out.pointsB[3 * at + k] = referenceIsA ? own : projected;
    }
  }
}

/** Keeps the part of `from` that is not beyond the plane in `side`; false, and not copied, if that is all. */
function clipBySide(to: ClipBuffer, from: ClipBuffer, sideId: number): boolean {
  const { count, points: p } = from;
  const out = to.points;
  const nx = side[0];
  const ny = side[1];
  const nz = side[2];
  const slack = side[slackAt];
  const x = side[pointAt];
  const y = side[pointAt + 1];
  const z = side[pointAt + 2];
  let most = 0;
  for (let at = 0; at < 3 * count; at += 3)
    most = Math.max(most, (p[at] - x) * nx + (p[at + 1] - y) * ny + (p[at + 2] - z) * nz);
  if (most <= slack) return false;
  let kept = 0;
  let beyondJ = (p[0] - x) * nx + (p[1] - y) * ny + (p[2] - z) * nz;
  for (let i = 0, at = 0; i < count; i++, at += 3) {
    const next = i + 1 === count ? 0 : at + 3;
    const beyondI = beyondJ;
    beyondJ = (p[next] - x) * nx + (p[next + 1] - y) * ny + (p[next + 2] - z) * nz;
    const insideI = beyondI <= slack;
    const insideJ = beyondJ <= slack;
    if (insideI) {
      to.ids[kept] = from.ids[i];
      to.edges[kept] = !insideJ && beyondI >= -slack ? sideBit | (sideId & cornerMask) : from.edges[i];
      out[3 * kept] = p[at];
      out[3 * kept + 1] = p[at + 1];
      out[3 * kept + 2] = p[at + 2];
      kept++;
    }
    // A segment has one edge, not two.
    if (insideI === insideJ || (count === 2 && i === 1)) continue;
    if ((insideI && beyondI >= -slack) || (insideJ && beyondJ >= -slack)) continue;
    const share = beyondI / (beyondI - beyondJ);
    out[3 * kept] = p[at] + share * (p[next] - p[at]);
    out[3 * kept + 1] = p[at + 1] + share * (p[next + 1] - p[at + 1]);
    out[3 * kept + 2] = p[at + 2] + share * (p[next + 2] - p[at + 2]);
    to.ids[kept] = (1 << cutShift) | ((from.edges[i] & edgeMask) << edgeShift) | (sideId & edgeMask);
    to.edges[kept] = insideI ? sideBit | (sideId & cornerMask) : from.edges[i];
    kept++;
  }
  to.count = kept;
  return true;
}

/** Writes the normal of a polygon by Newell's method, not of unit length. */
function polygonNormal(polygon: FeaturePolygon): void {
  const { points: p, count } = polygon;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let i = 0; i < count; i++) {
    const a = 3 * i;
    const b = i + 1 === count ? 0 : a + 3;
    const ax = p[a] - p[0];
    const ay = p[a + 1] - p[1];
    const az = p[a + 2] - p[2];
    const bx = p[b] - p[0];
    const by = p[b + 1] - p[1];
    const bz = p[b + 2] - p[2];
    x += ay * bz - az * by;
    y += az * bx - ax * bz;
    z += ax * by - ay * bx;
  }
  planeNormal[0] = x;
  planeNormal[1] = y;
  planeNormal[2] = z;
}

/**
 * Writes to `out` (one number) the cosine between `sign` · `normal` and the normal of the polygon; 0 where it
 * has no area.
 */
export function polygonFacing(
  out: Float64Array,
  polygon: FeaturePolygon,
  normal: Float64Array,
  sign: number,
): void {
  out[0] = 0;
  if (polygon.count < 3) return;
  polygonNormal(polygon);
  const x = planeNormal[0];
  const y = planeNormal[1];
  const z = planeNormal[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (length > 0) out[0] = (sign * (x * normal[0] + y * normal[1] + z * normal[2])) / length;
}

/** Writes to `out` (one number) the greatest distance of a corner from the first. */
export function polygonExtent(out: Float64Array, polygon: FeaturePolygon): void {
  const { points: p, count } = polygon;
  let largest = 0;
  for (let i = 3; i < 3 * count; i += 3) {
    const x = p[i] - p[0];
    const y = p[i + 1] - p[1];
    const z = p[i + 2] - p[2];
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  out[0] = Math.sqrt(largest);
}

/**
 * Writes the contact points of two edges that run side by side: the two ends of the common part. Returns
 * their count, 0 when the edges are not parallel within the angle whose tangent is in `tolerance`.
 */
export function clipEdges(
  out: ContactManifold,
  a: FeaturePolygon,
  b: FeaturePolygon,
  tolerance: Float64Array,
): number {
  const { normal } = out;
  const p = a.points;
  const q = b.points;
  const ux = p[3] - p[0];
  const uy = p[4] - p[1];
  const uz = p[5] - p[2];
  const vx = q[3] - q[0];
  const vy = q[4] - q[1];
  const vz = q[5] - q[2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const cross = (uy * vz - uz * vy) ** 2 + (uz * vx - ux * vz) ** 2 + (ux * vy - uy * vx) ** 2;
  out.count = 0;
  if (!(cross <= tolerance[tangentAt] * tolerance[tangentAt] * uv * uv)) return 0;
  const start = ((q[0] - p[0]) * ux + (q[1] - p[1]) * uy + (q[2] - p[2]) * uz) / uu;
  const end = start + uv / uu;
  const low = Math.max(0, Math.min(start, end));
  const high = Math.min(1, Math.max(start, end));
  if (!(low < high)) return 0;
  for (let i = 0; i < 2; i++) {
    const s = i === 0 ? low : high;
    const t = (s - start) / (end - start);
    let depth = 0;
    for (let k = 0; k < 3; k++) {
      const onA = p[k] + s * (p[3 + k] - p[k]);
      const onB = q[k] + t * (q[3 + k] - q[k]);
      depth += (onA - onB) * normal[k];
      out.pointsA[3 * i + k] = onA;
    }
    for (let k = 0; k < 3; k++) out.pointsB[3 * i + k] = out.pointsA[3 * i + k] - depth * normal[k];
    out.depths[i] = depth;
    out.ids[i] = (1 + i) | (1 << parallelShift);
  }
  out.count = 2;
  return 2;
}
