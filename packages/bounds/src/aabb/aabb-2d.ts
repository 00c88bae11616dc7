/**
 * Axis-aligned boxes in the plane as four numbers: min x, y, then max x, y. As in space: boxes are closed,
 * the empty box has min = +∞ and max = −∞, bounds written to a `Float32Array` are rounded outward, and single
 * records are not checked.
 */
import {
  type Convex2d,
  type ReadonlyVec2,
  requireFiniteArray,
  requireMultiple,
  type Vec2,
} from '@colide/core';
import { type NumberArray, storeHigh, storeLow } from '../internal/store.ts';
import { poseMargin } from '../internal/tolerance.ts';

export type { NumberArray } from '../internal/store.ts';

/** A box in the plane as four numbers: min x, y, max x, y. Any array kind will do. */
export type ReadonlyAabb2d = ArrayLike<number>;

/** A writable box in the plane as four numbers: min x, y, max x, y. */
export interface Aabb2d extends NumberArray {}

const direction = /* @__PURE__ */ new Float64Array(2);
const extreme = /* @__PURE__ */ new Float64Array(2);

/** An empty box. */
export function createAabb2d(): Float64Array {
  return Float64Array.of(Infinity, Infinity, -Infinity, -Infinity);
}

/** The smallest box around the points x y x y … . Throws when there are none or one is not finite. */
export function aabbFromPoints2d(out: Aabb2d, points: ArrayLike<number>): Aabb2d {
  requireMultiple('points', points, 2);
  requireFiniteArray('points', points);
  if (points.length === 0) throw new RangeError('points must hold at least one point, got none');
  for (let axis = 0; axis < 2; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < points.length; i += 2) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    storeLow(out, axis, low);
    storeHigh(out, axis + 2, high);
  }
  return out;
}

/** The smallest box around a convex shape, from four calls to its support mapping. */
export function aabbFromConvex2d(out: Aabb2d, shape: Convex2d): Aabb2d {
  for (let axis = 0; axis < 2; axis++) {
    for (let sign = -1; sign <= 1; sign += 2) {
      direction[axis] = sign;
      direction[1 - axis] = 0;
      const value = shape.support(extreme, direction)[axis];
      if (sign < 0) storeLow(out, axis, value);
      else storeHigh(out, axis + 2, value);
    }
  }
  return out;
}

/** The smallest box around a disc (centre x, y, radius; not empty). */
export function aabbFromCircle2d(out: Aabb2d, circle: ArrayLike<number>): Aabb2d {
  const r = circle[2];
  for (let i = 0; i < 2; i++) {
    const c = circle[i];
    const half = r + poseMargin * (Math.abs(c) + r);
    storeLow(out, i, c - half);
    storeHigh(out, i + 2, c + half);
  }
  return out;
}

/** The smallest box that contains `a` and `b`. */
export function aabbUnion2d(out: Aabb2d, a: ReadonlyAabb2d, b: ReadonlyAabb2d): Aabb2d {
  for (let i = 0; i < 2; i++) {
    const high = Math.max(a[i + 2], b[i + 2]);
    storeLow(out, i, Math.min(a[i], b[i]));
    storeHigh(out, i + 2, high);
  }
  return out;
}

/** `box` moved outward by `margin` on every side. */
export function aabbExpand2d(out: Aabb2d, box: ReadonlyAabb2d, margin: number): Aabb2d {
  for (let i = 0; i < 2; i++) {
    const high = box[i + 2] + margin;
    storeLow(out, i, box[i] - margin);
    storeHigh(out, i + 2, high);
  }
  return out;
}

/** Whether `a` and `b` have a point in common. Touching counts. Exact. */
export function aabbOverlap2d(a: ReadonlyAabb2d, b: ReadonlyAabb2d): boolean {
  return a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
}

/** Whether `box` contains all of `inner`. Exact. */
export function aabbContains2d(box: ReadonlyAabb2d, inner: ReadonlyAabb2d): boolean {
  return box[0] <= inner[0] && box[1] <= inner[1] && box[2] >= inner[2] && box[3] >= inner[3];
}

/** Whether `point` lies in `box` or on its border. Exact. */
export function aabbContainsPoint2d(box: ReadonlyAabb2d, point: ReadonlyVec2): boolean {
  return point[0] >= box[0] && point[0] <= box[2] && point[1] >= box[1] && point[1] <= box[3];
}

/** Writes to `out` the point of `box` nearest to `point`; `point` itself when it is inside. */
export function aabbClosestPoint2d(out: Vec2, box: ReadonlyAabb2d, point: ReadonlyVec2): Vec2 {
  for (let i = 0; i < 2; i++) out[i] = Math.min(Math.max(point[i], box[i]), box[i + 2]);
  return out;
}

/** Distance from `point` to `box`; 0 inside. */
export function aabbDistance2d(box: ReadonlyAabb2d, point: ReadonlyVec2): number {
  const dx = Math.max(box[0] - point[0], 0, point[0] - box[2]);
  const dy = Math.max(box[1] - point[1], 0, point[1] - box[3]);
  return Math.sqrt(dx * dx + dy * dy);
}

/** Writes to `out` the corner of `box` farthest along `direction`. */
export function aabbSupport2d(out: Vec2, box: ReadonlyAabb2d, direction: ReadonlyVec2): Vec2 {
  const y = direction[1];
  out[0] = direction[0] < 0 ? box[0] : box[2];
  out[1] = y < 0 ? box[1] : box[3];
  return out;
}

/** Area; 0 for a flat or empty box. */
export function aabbArea2d(box: ReadonlyAabb2d): number {
  return Math.max(0, box[2] - box[0]) * Math.max(0, box[3] - box[1]);
}

/**
 * The box of `local` rotated by `angle` (radians) and then moved by `position`; always from the original box.
 */
export function aabbTransform2d(
  out: Aabb2d,
  local: ReadonlyAabb2d,
  position: ReadonlyVec2,
  angle: number,
): Aabb2d {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  const x = 0.5 * local[0] + 0.5 * local[2];
  const y = 0.5 * local[1] + 0.5 * local[3];
  const hx = 0.5 * local[2] - 0.5 * local[0];
  const hy = 0.5 * local[3] - 0.5 * local[1];
  const px = position[0];
  const py = position[1];
  const size = Math.abs(x) + Math.abs(y) + hx + hy;
  const wide = Math.abs(c) * hx + Math.abs(s) * hy + poseMargin * (size + Math.abs(px));
  const tall = Math.abs(s) * hx + Math.abs(c) * hy + poseMargin * (size + Math.abs(py));
  const cx = c * x - s * y + px;
  const cy = s * x + c * y + py;
  storeLow(out, 0, cx - wide);
  storeLow(out, 1, cy - tall);
  storeHigh(out, 2, cx + wide);
  storeHigh(out, 3, cy + tall);
  return out;
}

/** The smallest box that contains `box` throughout a translation. */
export function aabbSweep2d(out: Aabb2d, box: ReadonlyAabb2d, translation: ReadonlyVec2): Aabb2d {
  for (let i = 0; i < 2; i++) {
    const t = translation[i];
    const high = box[i + 2] + Math.max(t, 0);
    storeLow(out, i, box[i] + Math.min(t, 0));
    storeHigh(out, i + 2, high);
  }
  return out;
}

/**
 * Where the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, first meets `box`: 0 when it starts inside,
 * `Infinity` when it misses. `direction` need not have unit length.
 */
export function rayAabb2d(
  origin: ReadonlyVec2,
  direction: ReadonlyVec2,
  box: ReadonlyAabb2d,
  maxT = Infinity,
): number {
  let near = 0;
  let far = maxT;
  for (let i = 0; i < 2; i++) {
    const o = origin[i];
    const d = direction[i];
    if (d === 0) {
      if (!(o >= box[i] && o <= box[i + 2])) return Infinity;
      continue;
    }
    const a = (box[i] - o) / d;
    const b = (box[i + 2] - o) / d;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b) * (1 + 3 * 2 ** -52));
  }
  return near <= far ? near : Infinity;
}
