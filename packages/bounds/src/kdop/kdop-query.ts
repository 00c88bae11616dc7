/**
 * Points and balls against a k-DOP, which is an intersection of slabs.
 *
 * The closest point is found like the smallest ball around points: at most three planes determine it. The
 * plane violated most enters, and the closest point for the resulting planes, at most four, is found by
 * trying all subsets. The distance grows with every exchange, so the search ends after a few.
 */

import type { ReadonlyVec3, Vec3 } from '@colide/core';
import { radiusAt } from '../internal/layouts.ts';
import { touching } from '../internal/tolerance.ts';
import type { ReadonlySphere } from '../sphere/sphere.ts';
import type { ReadonlyKdop } from './kdop.ts';
import type { KdopDirections } from './kdop-directions.ts';

/** Planes of the current face, edge or corner: unit normal and signed distance of the query point. */
const planes = /* @__PURE__ */ new Float64Array(16);
const planeSize = 4;
const frontAt = 3;
const nearest = /* @__PURE__ */ new Float64Array(3);
const candidate = /* @__PURE__ */ new Float64Array(3);
const maxSteps = 64;

/**
 * Writes to `out` the point of the k-DOP nearest to `point`; `point` itself when it is inside. The k-DOP must
 * not be empty. Accurate to about 1e-12 of its size.
 */
export function kdopClosestPoint(
  out: Vec3,
  directions: KdopDirections,
  kdop: ReadonlyKdop,
  point: ReadonlyVec3,
): Vec3 {
  const { count, vectors, lengths } = directions;
  const x = point[0];
  const y = point[1];
  const z = point[2];
  nearest.fill(0);
  let planeCount = 0;
  let size = 0;
  for (let step = 0; step < maxSteps; step++) {
    // All lengths are relative to the query point: plane i is n · q = −front.
    let worst = 1e-13 * size;
    let at = -1;
    let sign = 0;
    for (let i = 0; i < count; i++) {
      const dx = vectors[3 * i];
      const dy = vectors[3 * i + 1];
      const dz = vectors[3 * i + 2];
      const s = x * dx + y * dy + z * dz;
      const moved = nearest[0] * dx + nearest[1] * dy + nearest[2] * dz;
      const over = (s - kdop[count + i] + moved) / lengths[i];
      const under = (kdop[i] - s - moved) / lengths[i];
      if (over > worst) {
        worst = over;
        at = i;
        sign = 1;
      }
      if (under > worst) {
        worst = under;
        at = i;
        sign = -1;
      }
    }
    if (at < 0) break;
    const scale = sign / lengths[at];
    const bound = sign > 0 ? kdop[count + at] : kdop[at];
    const s = x * vectors[3 * at] + y * vectors[3 * at + 1] + z * vectors[3 * at + 2];
    const row = planeSize * planeCount;
    planes[row] = vectors[3 * at] * scale;
    planes[row + 1] = vectors[3 * at + 1] * scale;
    planes[row + 2] = vectors[3 * at + 2] * scale;
    planes[row + frontAt] = (s - bound) * scale;
    size = Math.max(size, Math.abs(planes[row + frontAt]));
    const kept = closestForPlanes(planeCount + 1);
    if (kept === 0) break;
    planeCount = kept;
  }
  out[0] = x + nearest[0];
  out[1] = y + nearest[1];
  out[2] = z + nearest[2];
  return out;
}

/** Distance from `point` to the k-DOP (not empty); 0 inside. */
export function kdopDistance(directions: KdopDirections, kdop: ReadonlyKdop, point: ReadonlyVec3): number {
  kdopClosestPoint(result, directions, kdop, point);
  return Math.hypot(result[0] - point[0], result[1] - point[1], result[2] - point[2]);
}

const result = /* @__PURE__ */ new Float64Array(3);
const center = /* @__PURE__ */ new Float64Array(3);

/** Whether a k-DOP (not empty) and a ball have a point in common. Touching counts, also within rounding. */
export function kdopOverlapSphere(
  directions: KdopDirections,
  kdop: ReadonlyKdop,
  sphere: ReadonlySphere,
): boolean {
  const r = sphere[radiusAt];
  center[0] = sphere[0];
  center[1] = sphere[1];
  center[2] = sphere[2];
  return r >= 0 && kdopDistance(directions, kdop, center) <= r * touching;
}

/**
 * Point nearest to the origin among those behind the first `count` planes, the last of which it must touch.
 * Writes it to `nearest`, keeps the planes that determine it and returns how many; 0 when rounding leaves
 * none.
 */
function closestForPlanes(count: number): number {
  const last = count - 1;
  let best = Infinity;
  let bestSubset = -1;
  let tolerance = 0;
  for (let i = 0; i < count; i++) tolerance = Math.max(tolerance, Math.abs(planes[planeSize * i + frontAt]));
  tolerance *= 1e-12;
  for (let subset = 0; subset < 1 << last; subset++) {
    if (!projectOnPlanes(subset | (1 << last), count)) continue;
    const cx = candidate[0];
    const cy = candidate[1];
    const cz = candidate[2];
    let violation = 0;
    for (let i = 0; i < count; i++)
      violation = Math.max(
        violation,
        planes[planeSize * i] * cx +
          planes[planeSize * i + 1] * cy +
          planes[planeSize * i + 2] * cz +
          planes[planeSize * i + frontAt],
      );
    const d = cx * cx + cy * cy + cz * cz;
    if (violation <= tolerance && d < best) {
      best = d;
      bestSubset = subset | (1 << last);
      nearest.set(candidate);
    }
  }
  if (bestSubset < 0) return 0;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    if (!(bestSubset & (1 << i))) continue;
    planes.copyWithin(planeSize * kept, planeSize * i, planeSize * (i + 1));
    kept++;
  }
  return kept;
}

/** Writes to `candidate` the point nearest to the origin on the common part of one, two or three planes. */
function projectOnPlanes(subset: number, count: number): boolean {
  let u = -1;
  let v = -1;
  let w = -1;
  for (let i = 0; i < count; i++) {
    if (!(subset & (1 << i))) continue;
    if (u < 0) u = planeSize * i;
    else if (v < 0) v = planeSize * i;
    else if (w < 0) w = planeSize * i;
    else return false;
  }
  const ux = planes[u];
  const uy = planes[u + 1];
  const uz = planes[u + 2];
  const p = -planes[u + frontAt];
  if (v < 0) {
    candidate[0] = p * ux;
    candidate[1] = p * uy;
    candidate[2] = p * uz;
    return true;
  }
  const vx = planes[v];
  const vy = planes[v + 1];
  const vz = planes[v + 2];
  const q = -planes[v + frontAt];
  let wx = uy * vz - uz * vy;
  let wy = uz * vx - ux * vz;
  let wz = ux * vy - uy * vx;
  let r = 0;
  if (w >= 0) {
    wx = planes[w];
    wy = planes[w + 1];
    wz = planes[w + 2];
    r = -planes[w + frontAt];
  }
  const det = ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
  if (Math.abs(det) < 1e-12) return false;
  candidate[0] = (p * (vy * wz - vz * wy) + q * (wy * uz - wz * uy) + r * (uy * vz - uz * vy)) / det;
  candidate[1] = (p * (vz * wx - vx * wz) + q * (wz * ux - wx * uz) + r * (uz * vx - ux * vz)) / det;
  candidate[2] = (p * (vx * wy - vy * wx) + q * (wx * uy - wy * ux) + r * (ux * vy - uy * vx)) / det;
  return true;
}
