/**
 * The exact tests at the leaves of all structures, on boxes of six numbers in a flat array. Queries are read into small
 * typed arrays at the door, so that no fractional number crosses a call.
 */

import type { ReadonlyAabb } from '@colide/core';
import { type ReadonlyVec3, requireFiniteArray, requireNonNegative } from '@colide/core';

/** Whether box `i` meets the query. */
export type BoxTest = (boxes: Float64Array, i: number, query: Float64Array) => boolean;

/** Numbers of a ray query: origin, direction, inverse direction, maximal parameter. */
export const rayQueryLength = 10;

/** Reads a box query into six doubles. */
export function readBoxQuery(out: Float64Array, box: ReadonlyAabb): void {
  for (let i = 0; i < 6; i++) {
    out[i] = box[i];
    if (i > 2 && !(out[i - 3] <= out[i]))
      throw new RangeError(`box must have min ≤ max on every axis, got ${out[i - 3]} and ${out[i]}`);
  }
}

/** Reads a ball into four doubles: centre and squared radius. */
export function readSphereQuery(out: Float64Array, center: ReadonlyVec3, radius: number): void {
  requireFiniteArray('center', center, 3);
  requireNonNegative('radius', radius);
  for (let i = 0; i < 3; i++) out[i] = center[i];
  out[3] = radius * radius;
}

/** Reads a ray into {@link rayQueryLength} doubles. Throws when it has no direction. */
export function readRayQuery(
  out: Float64Array,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  maxT: number,
): void {
  requireFiniteArray('origin', origin, 3);
  requireFiniteArray('direction', direction, 3);
  if (direction[0] === 0 && direction[1] === 0 && direction[2] === 0)
    throw new RangeError('direction must not be zero');
  if (!(maxT >= 0)) throw new RangeError(`maxT must not be negative, got ${maxT}`);
  for (let i = 0; i < 3; i++) {
    out[i] = origin[i];
    out[i + 3] = direction[i];
    out[i + 6] = 1 / direction[i];
  }
  out[9] = maxT;
}

/** Whether boxes `i` and `j` overlap or touch. */
export function boxesTouch(boxes: Float64Array, i: number, j: number): boolean {
  const a = 6 * i;
  const b = 6 * j;
  return (
    boxes[a] <= boxes[b + 3] &&
    boxes[b] <= boxes[a + 3] &&
    boxes[a + 1] <= boxes[b + 4] &&
    boxes[b + 1] <= boxes[a + 4] &&
    boxes[a + 2] <= boxes[b + 5] &&
    boxes[b + 2] <= boxes[a + 5]
  );
}

/** Whether box `i` overlaps or touches the `query` of {@link readBoxQuery}. */
export function boxTouchesBox(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = 6 * i;
  return (
    boxes[a] <= query[3] &&
    query[0] <= boxes[a + 3] &&
    boxes[a + 1] <= query[4] &&
    query[1] <= boxes[a + 4] &&
    boxes[a + 2] <= query[5] &&
    query[2] <= boxes[a + 5]
  );
}

/** Whether box `i` overlaps or touches the ball of {@link readSphereQuery}. */
export function boxTouchesSphere(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = 6 * i;
  const dx = Math.max(boxes[a] - query[0], query[0] - boxes[a + 3], 0);
  const dy = Math.max(boxes[a + 1] - query[1], query[1] - boxes[a + 4], 0);
  const dz = Math.max(boxes[a + 2] - query[2], query[2] - boxes[a + 5], 0);
  return dx * dx + dy * dy + dz * dz <= query[3];
}

/**
 * Whether the ray of {@link readRayQuery} meets box `i`: slabs (Kay & Kajiya 1986), the far end widened by some units
 * in the last place, so that rounding loses no ray (Ize 2013).
 */
export function boxMeetsRay(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = 6 * i;
  let near = 0;
  let far = query[9];
  for (let axis = 0; axis < 3; axis++) {
    const low = boxes[a + axis] - query[axis];
    const high = boxes[a + axis + 3] - query[axis];
    if (query[axis + 3] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const inverse = query[axis + 6];
    const t0 = low * inverse;
    const t1 = high * inverse;
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1) * (1 + 4 * 2 ** -52));
  }
  return near <= far;
}

/** Writes to `window` a box around the ball with the squared radius after its centre in `query`, rounding included. */
export function surroundBall(window: Float64Array, query: Float64Array, dimension: number): void {
  const radius = Math.sqrt(query[dimension]) * (1 + 2 ** -50);
  for (let axis = 0; axis < dimension; axis++) {
    const slack = 2 ** -50 * Math.abs(query[axis]);
    window[axis] = query[axis] - radius - slack;
    window[axis + dimension] = query[axis] + radius + slack;
  }
}
