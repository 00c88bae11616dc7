/**
 * Capsules as seven numbers: the ends of a segment, a xyz and b xyz, and a radius. A capsule is every point
 * within the radius of the segment: the volume a moving ball covers, and a good fit for limbs. Both ends may
 * coincide (a ball). A negative radius is the empty capsule.
 */

import type { Convex, ReadonlyVec3 } from '@colide/core';
import {
  axesAt,
  capsuleRadiusAt,
  capsuleSize,
  centerAt,
  endAt,
  halvesAt,
  obbSize,
} from '../internal/layouts.ts';
import { touching } from '../internal/tolerance.ts';
import { obbFromConvex } from '../obb/obb.ts';
import { storeCapsule } from './internal/capsule-axis.ts';
import { segmentSegmentSquared } from './internal/segment.ts';

/** A capsule as seven numbers: a xyz, b xyz, radius. Any array kind will do. */
export type ReadonlyCapsule = ArrayLike<number>;

/** A writable capsule as seven numbers: a xyz, b xyz, radius. */
export interface Capsule {
  readonly length: number;
  [index: number]: number;
}

const box = /* @__PURE__ */ new Float64Array(obbSize);
/** A capsule in doubles, before it is stored. */
const exact = /* @__PURE__ */ new Float64Array(capsuleSize);

/** An empty capsule: radius −1 at the origin. */
export function createCapsule(): Float64Array {
  const capsule = new Float64Array(capsuleSize);
  capsule[capsuleRadiusAt] = -1;
  return capsule;
}

/** The capsule of `radius` around the segment from `a` to `b`. */
export function capsuleFromSegment(out: Capsule, a: ReadonlyVec3, b: ReadonlyVec3, radius: number): Capsule {
  for (let i = 0; i < 3; i++) {
    exact[i] = a[i];
    exact[endAt + i] = b[i];
  }
  exact[capsuleRadiusAt] = radius;
  storeCapsule(out, 0, exact);
  return out;
}

/**
 * A capsule around a convex shape of which only the support mapping is known: along the longest axis of its
 * oriented box, as thick as the diagonal of the box perpendicular to it. Exact for spheres and capsules,
 * loose by up to √2 otherwise. If there are vertices, fit to them instead.
 */
export function capsuleFromConvex(out: Capsule, shape: Convex): Capsule {
  const core = shape.core ?? shape;
  const margin = shape.core ? (shape.margin ?? 0) : 0;
  obbFromConvex(box, core);
  let longest = 0;
  for (let i = 1; i < 3; i++) if (box[halvesAt + i] > box[halvesAt + longest]) longest = i;
  const h = box[halvesAt + longest];
  const across = Math.hypot(box[halvesAt + ((longest + 1) % 3)], box[halvesAt + ((longest + 2) % 3)]);
  for (let i = 0; i < 3; i++) {
    const along = h * box[axesAt + 3 * longest + i];
    exact[i] = box[centerAt + i] - along;
    exact[endAt + i] = box[centerAt + i] + along;
  }
  exact[capsuleRadiusAt] = (across + margin) * (1 + 2 ** -50);
  storeCapsule(out, 0, exact);
  return out;
}

/** `capsule` with its radius changed by `margin`; empty when the radius would become negative. */
export function capsuleExpand(out: Capsule, capsule: ReadonlyCapsule, margin: number): Capsule {
  const r = capsule[capsuleRadiusAt] + margin;
  for (let i = 0; i < capsuleRadiusAt; i++) exact[i] = capsule[i];
  exact[capsuleRadiusAt] = capsule[capsuleRadiusAt] < 0 || r < 0 ? -1 : r;
  storeCapsule(out, 0, exact);
  return out;
}

/** Whether `a` and `b` have a point in common. Touching counts, also within rounding (1e-14 of the radii). */
export function capsuleOverlap(a: ReadonlyCapsule, b: ReadonlyCapsule): boolean {
  const r = a[capsuleRadiusAt] + b[capsuleRadiusAt];
  return (
    a[capsuleRadiusAt] >= 0 &&
    b[capsuleRadiusAt] >= 0 &&
    segmentSegmentSquared(a, 0, b, 0) <= r * r * touching
  );
}

/** Volume; 0 for the empty capsule. */
export function capsuleVolume(capsule: ReadonlyCapsule): number {
  const r = capsule[capsuleRadiusAt];
  return r > 0 ? Math.PI * r * r * (length(capsule) + (4 / 3) * r) : 0;
}

/** Area of the surface; 0 for the empty capsule. */
export function capsuleArea(capsule: ReadonlyCapsule): number {
  const r = capsule[capsuleRadiusAt];
  return r > 0 ? 2 * Math.PI * r * (length(capsule) + 2 * r) : 0;
}

function length(capsule: ReadonlyCapsule): number {
  return Math.hypot(
    capsule[endAt] - capsule[0],
    capsule[endAt + 1] - capsule[1],
    capsule[endAt + 2] - capsule[2],
  );
}
