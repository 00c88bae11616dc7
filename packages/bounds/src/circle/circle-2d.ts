/**
 * Discs in the plane as three numbers: centre x, y and radius. Discs are closed; a negative radius is the
 * empty disc. The smallest disc around points is found as the smallest ball of the points in the plane z = 0.
 */

import { type ReadonlyVec2, requireMultiple } from '@colide/core';
import { radiusAt, sphereSize } from '../internal/layouts.ts';
import { type NumberArray, storeDisc } from '../internal/store.ts';
import { touching } from '../internal/tolerance.ts';
import { sphereUnion } from '../sphere/sphere.ts';
import { createMinimalSphere, sphereMinimal } from '../sphere/sphere-minimal.ts';

/** A disc as three numbers: centre x, y, radius. Any array kind will do. */
export type ReadonlyCircle2d = ArrayLike<number>;

/** A writable disc as three numbers: centre x, y, radius. */
export interface Circle2d extends NumberArray {}

const minimal = /* @__PURE__ */ createMinimalSphere();
const first = /* @__PURE__ */ new Float64Array(sphereSize);
const second = /* @__PURE__ */ new Float64Array(sphereSize);

/** An empty disc. */
export function createCircle2d(): Float64Array {
  return Float64Array.of(0, 0, -1);
}

/** The smallest disc around the points x y x y … . Throws when there are none or one is not finite. */
export function circleFromPoints2d(out: Circle2d, points: ArrayLike<number>): Circle2d {
  requireMultiple('points', points, 2);
  const raised = new Float64Array(1.5 * points.length);
  for (let i = 0; i < points.length / 2; i++) {
    raised[3 * i] = points[2 * i];
    raised[3 * i + 1] = points[2 * i + 1];
  }
  const { sphere } = sphereMinimal(minimal, raised);
  storeDisc(out, sphere[0], sphere[1], (sphere[radiusAt] + Math.abs(sphere[2])) * (1 + 2 ** -50));
  return out;
}

/** The smallest disc that contains `a` and `b`. */
export function circleUnion2d(out: Circle2d, a: ReadonlyCircle2d, b: ReadonlyCircle2d): Circle2d {
  for (let i = 0; i < 2; i++) {
    first[i] = a[i];
    second[i] = b[i];
  }
  first[radiusAt] = a[2];
  second[radiusAt] = b[2];
  first[2] = second[2] = 0;
  sphereUnion(first, first, second);
  storeDisc(out, first[0], first[1], first[radiusAt]);
  return out;
}

/** Whether `a` and `b` have a point in common. Touching counts, also within rounding. */
export function circleOverlap2d(a: ReadonlyCircle2d, b: ReadonlyCircle2d): boolean {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const r = a[2] + b[2];
  return a[2] >= 0 && b[2] >= 0 && dx * dx + dy * dy <= r * r * touching;
}

/** Whether a disc and a box (min x, y, max x, y) have a point in common. */
export function circleOverlapAabb2d(circle: ReadonlyCircle2d, box: ArrayLike<number>): boolean {
  const dx = Math.max(box[0] - circle[0], 0, circle[0] - box[2]);
  const dy = Math.max(box[1] - circle[1], 0, circle[1] - box[3]);
  return circle[2] >= 0 && dx * dx + dy * dy <= circle[2] * circle[2] * touching;
}

/** Whether `point` lies in the disc or on its border. */
export function circleContainsPoint2d(circle: ReadonlyCircle2d, point: ReadonlyVec2): boolean {
  const dx = point[0] - circle[0];
  const dy = point[1] - circle[1];
  return circle[2] >= 0 && dx * dx + dy * dy <= circle[2] * circle[2];
}
