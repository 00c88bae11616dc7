/**
 * Queries and motion of discs in the plane: containment, closest point, distance, support, ray cast, pose and
 * sweep. The counterpart of balls in space. O(1) each, no allocation; records are not checked.
 */
import type { ReadonlyVec2, Vec2 } from '@colide/core';
import { storeDisc } from '../internal/store.ts';
import { poseMargin, touching, touchingMargin } from '../internal/tolerance.ts';
import type { Circle2d, ReadonlyCircle2d } from './circle-2d.ts';

/** Whether `circle` contains all of `inner`, within rounding. The empty disc is in every disc. */
export function circleContains2d(circle: ReadonlyCircle2d, inner: ReadonlyCircle2d): boolean {
  if (inner[2] < 0) return true;
  const dx = inner[0] - circle[0];
  const dy = inner[1] - circle[1];
  return Math.sqrt(dx * dx + dy * dy) + inner[2] <= circle[2] * touching;
}

/** Writes to `out` the point of the disc nearest to `point`; `point` itself when it is inside. */
export function circleClosestPoint2d(out: Vec2, circle: ReadonlyCircle2d, point: ReadonlyVec2): Vec2 {
  const x = point[0];
  const y = point[1];
  const dx = x - circle[0];
  const dy = y - circle[1];
  const d = Math.sqrt(dx * dx + dy * dy);
  const s = circle[2] / d;
  out[0] = d > circle[2] ? circle[0] + s * dx : x;
  out[1] = d > circle[2] ? circle[1] + s * dy : y;
  return out;
}

/** Distance from `point` to the disc; 0 inside. */
export function circleDistance2d(circle: ReadonlyCircle2d, point: ReadonlyVec2): number {
  const dx = point[0] - circle[0];
  const dy = point[1] - circle[1];
  return Math.max(0, Math.sqrt(dx * dx + dy * dy) - circle[2]);
}

/** Writes to `out` the point of the disc farthest along `direction`; the centre for a zero direction. */
export function circleSupport2d(out: Vec2, circle: ReadonlyCircle2d, direction: ReadonlyVec2): Vec2 {
  const x = direction[0];
  const y = direction[1];
  const length = Math.sqrt(x * x + y * y);
  const s = length > 0 ? circle[2] / length : 0;
  out[0] = circle[0] + s * x;
  out[1] = circle[1] + s * y;
  return out;
}

/**
 * Where the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, first meets the disc: 0 when it starts inside,
 * `Infinity` when it misses. `direction` need not have unit length. The distance of the centre from the line
 * is measured directly, so that small discs far away are still hit.
 */
export function rayCircle2d(
  origin: ReadonlyVec2,
  direction: ReadonlyVec2,
  circle: ReadonlyCircle2d,
  maxT = Infinity,
): number {
  const ux = direction[0];
  const uy = direction[1];
  const mx = circle[0] - origin[0];
  const my = circle[1] - origin[1];
  const r2 = circle[2] * circle[2] * touching;
  if (circle[2] < 0) return Infinity;
  if (mx * mx + my * my <= r2) return 0;
  const uu = ux * ux + uy * uy;
  const middle = (mx * ux + my * uy) / uu;
  if (!(middle > 0)) return Infinity;
  const lx = mx - middle * ux;
  const ly = my - middle * uy;
  const rest = r2 - (lx * lx + ly * ly);
  if (!(rest >= 0)) return Infinity;
  const t = Math.max(0, middle - Math.sqrt(rest / uu));
  return t <= maxT ? t : Infinity;
}

/** The disc `local` rotated by `angle` (radians) about the origin and then moved by `position`. */
export function circleTransform2d(
  out: Circle2d,
  local: ReadonlyCircle2d,
  position: ReadonlyVec2,
  angle: number,
): Circle2d {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const x = local[0];
  const y = local[1];
  const r = local[2];
  const px = position[0];
  const py = position[1];
  const size = Math.abs(x) + Math.abs(y) + Math.abs(px) + Math.abs(py) + r;
  storeDisc(out, c * x - s * y + px, s * x + c * y + py, r < 0 ? r : r + size * poseMargin);
  return out;
}

/** The smallest disc that contains `circle` (not empty) throughout a translation. */
export function circleSweep2d(out: Circle2d, circle: ReadonlyCircle2d, translation: ReadonlyVec2): Circle2d {
  const tx = 0.5 * translation[0];
  const ty = 0.5 * translation[1];
  const x = circle[0] + tx;
  const y = circle[1] + ty;
  const size = Math.abs(x) + Math.abs(y) + Math.abs(tx) + Math.abs(ty) + circle[2];
  storeDisc(out, x, y, circle[2] + Math.sqrt(tx * tx + ty * ty) + size * touchingMargin);
  return out;
}

/** `circle` with its radius larger by `margin`; the empty disc stays empty. */
export function circleExpand2d(out: Circle2d, circle: ReadonlyCircle2d, margin: number): Circle2d {
  storeDisc(out, circle[0], circle[1], circle[2] < 0 ? circle[2] : circle[2] + margin);
  return out;
}

/** Area; 0 for the empty disc. */
export function circleArea2d(circle: ReadonlyCircle2d): number {
  const r = Math.max(0, circle[2]);
  return Math.PI * r * r;
}
