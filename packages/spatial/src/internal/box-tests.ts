/**
 * The exact tests at the leaves of all structures, on boxes in a flat array, and the queries that they take.
 * Queries are read into small typed arrays on entry, so that no fractional number is passed as an argument.
 * With d the dimension, 2 or 3:
 *
 * | query | numbers                                                                    |
 * | ----- | -------------------------------------------------------------------------- |
 * | box   | 0 minimum, d maximum                                                       |
 * | ball  | 0 centre, d squared radius                                                 |
 * | ray   | 0 origin, d direction, 2d inverse direction, 3d largest parameter `maxT`   |
 *
 * A disc is a ball in the plane. The tests in the plane are in `box-tests-2d.ts`.
 */
import {
  type ReadonlyAabb,
  type ReadonlyVec2,
  type ReadonlyVec3,
  refuse,
  requireFiniteArray,
  requireNonNegative,
} from '@colide/core';

import { boxSize, maxAt } from './box-layout.ts';

/** Whether box `i` meets the query. */
export type BoxTest = (boxes: Float64Array, i: number, query: Float64Array) => boolean;

/** The exact tests in space or in the plane. */
export interface BoxTests {
  readonly dimension: 2 | 3;
  /** Whether boxes `i` and `j` overlap or touch. */
  readonly overlap: (boxes: Float64Array, i: number, j: number) => boolean;
  readonly touchesBox: BoxTest;
  readonly touchesSphere: BoxTest;
  readonly meetsRay: BoxTest;
}

/** Numbers of the longest query, a ray in space. */
export const querySize = 10;

/** Reads a box query. Throws unless min ≤ max. */
export function readBoxQuery(out: Float64Array, box: ReadonlyAabb, dimension = 3): void {
  // Called in a step, so the generic checks, which see all kinds of arrays, are not used. Missing numbers
  // fail the comparison too.
  if (typeof box !== 'object' || box === null) refuse('box', 'be an array', box);
  for (let axis = 0; axis < dimension; axis++) {
    const min = box[axis];
    const max = box[axis + dimension];
    if (!(typeof min === 'number' && typeof max === 'number' && min <= max))
      throw new RangeError(`box must have min <= max on axis ${'xyz'[axis]}, got ${min} and ${max}`);
    out[axis] = min;
    out[axis + dimension] = max;
  }
}

/** Reads a ball query. */
export function readSphereQuery(
  out: Float64Array,
  center: ReadonlyVec2 | ReadonlyVec3,
  radius: number,
  dimension = 3,
): void {
  requireFiniteArray('center', center, dimension);
  requireNonNegative('radius', radius);
  for (let axis = 0; axis < dimension; axis++) out[axis] = center[axis];
  out[dimension] = radius * radius;
}

/** Reads a ray query. Throws when the direction is zero. */
export function readRayQuery(
  out: Float64Array,
  origin: ReadonlyVec2 | ReadonlyVec3,
  direction: ReadonlyVec2 | ReadonlyVec3,
  maxT: number,
  dimension: number,
): void {
  requireFiniteArray('origin', origin, dimension);
  requireFiniteArray('direction', direction, dimension);
  if (!(typeof maxT === 'number' && maxT >= 0)) refuse('maxT', 'not be negative', maxT);
  let isZero = true;
  for (let axis = 0; axis < dimension; axis++) {
    if (direction[axis] !== 0) isZero = false;
    out[axis] = origin[axis];
    out[axis + dimension] = direction[axis];
    out[axis + 2 * dimension] = 1 / direction[axis];
  }
  if (isZero) throw new RangeError('direction must not be zero');
  out[3 * dimension] = maxT;
}

/** Writes to `window` a box around the ball in `query`, rounding included. */
export function surroundBall(window: Float64Array, query: Float64Array, dimension: number): void {
  const radius = Math.sqrt(query[dimension]) * (1 + 2 ** -50);
  for (let axis = 0; axis < dimension; axis++) {
    const slack = 2 ** -50 * Math.abs(query[axis]);
    window[axis] = query[axis] - radius - slack;
    window[axis + dimension] = query[axis] + radius + slack;
  }
}

/** Offsets in a query. */
const squaredRadiusAt = 3;
export const directionAt = 3;
export const inverseAt = 6;
export const maxTAt = 9;

/** Whether boxes `i` and `j` overlap or touch. */
export function boxesTouch(boxes: Float64Array, i: number, j: number): boolean {
  const a = boxSize * i;
  const b = boxSize * j;
  return (
    boxes[a] <= boxes[b + maxAt] &&
    boxes[b] <= boxes[a + maxAt] &&
    boxes[a + 1] <= boxes[b + maxAt + 1] &&
    boxes[b + 1] <= boxes[a + maxAt + 1] &&
    boxes[a + 2] <= boxes[b + maxAt + 2] &&
    boxes[b + 2] <= boxes[a + maxAt + 2]
  );
}

/** Whether box `i` overlaps or touches the box in `query`. */
export function boxTouchesBox(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = boxSize * i;
  return (
    boxes[a] <= query[maxAt] &&
    query[0] <= boxes[a + maxAt] &&
    boxes[a + 1] <= query[maxAt + 1] &&
    query[1] <= boxes[a + maxAt + 1] &&
    boxes[a + 2] <= query[maxAt + 2] &&
    query[2] <= boxes[a + maxAt + 2]
  );
}

/** Whether box `i` overlaps or touches the ball in `query`. */
export function boxTouchesSphere(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = boxSize * i;
  const dx = Math.max(boxes[a] - query[0], query[0] - boxes[a + maxAt], 0);
  const dy = Math.max(boxes[a + 1] - query[1], query[1] - boxes[a + maxAt + 1], 0);
  const dz = Math.max(boxes[a + 2] - query[2], query[2] - boxes[a + maxAt + 2], 0);
  return dx * dx + dy * dy + dz * dz <= query[squaredRadiusAt];
}

/**
 * Whether the ray in `query` meets box `i`: slabs (Kay & Kajiya 1986), the far end widened by a few units in
 * the last place, so that rounding loses no ray (Ize 2013).
 */
export function boxMeetsRay(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = boxSize * i;
  let near = 0;
  let far = query[maxTAt];
  for (let axis = 0; axis < 3; axis++) {
    const low = boxes[a + axis] - query[axis];
    const high = boxes[a + axis + maxAt] - query[axis];
    if (query[axis + directionAt] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const inverse = query[axis + inverseAt];
    const t0 = low * inverse;
    const t1 = high * inverse;
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1) * (1 + 4 * 2 ** -52));
  }
  return near <= far;
}

/** The tests in space. */
export const boxTests: BoxTests = {
  dimension: 3,
  overlap: boxesTouch,
  touchesBox: boxTouchesBox,
  touchesSphere: boxTouchesSphere,
  meetsRay: boxMeetsRay,
};
