/**
 * The axis-aligned box of anything with a support mapping: two support calls per axis (Ericson, "Real-Time
 * Collision Detection", 2005, §4.2). Exact to the accuracy of the support mapping.
 */
import type { Aabb, Convex, Convex2d } from '@colide/core';

const axis = /* @__PURE__ */ new Float64Array(3);
const point = /* @__PURE__ */ new Float64Array(3);

/** Writes the box of `shape` (min x, y, z, then max x, y, z). */
export function convexAabb(out: Aabb, shape: Convex): Aabb {
  for (let i = 0; i < 3; i++) {
    axis[0] = axis[1] = axis[2] = 0;
    axis[i] = -1;
    shape.support(point, axis);
    out[i] = point[i];
    axis[0] = axis[1] = axis[2] = 0;
    axis[i] = 1;
    shape.support(point, axis);
    out[i + 3] = point[i];
  }
  return out;
}

/** Writes the box of `shape` in the plane (min x, y, then max x, y). */
export function convexAabb2d(out: Aabb, shape: Convex2d): Aabb {
  for (let i = 0; i < 2; i++) {
    axis[0] = axis[1] = 0;
    axis[i] = -1;
    shape.support(point, axis);
    out[i] = point[i];
    axis[0] = axis[1] = 0;
    axis[i] = 1;
    shape.support(point, axis);
    out[i + 2] = point[i];
  }
  return out;
}
