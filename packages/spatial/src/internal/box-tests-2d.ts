/**
 * The exact tests of box-tests.ts in the plane, on boxes of four numbers: min x, y, max x, y. Discs take the name of balls,
 * so that structures of both dimensions have the same methods.
 */
import {
  type ReadonlyAabb,
  type ReadonlyVec2,
  requireFiniteArray,
  requireLength,
  requireNonNegative,
} from '@colide/core';

/** Numbers of a ray query: origin, direction, inverse direction, maximal parameter. */
export const rayQueryLength2d = 7;

/** Reads a box query into four doubles. */
export function readBoxQuery2d(out: Float64Array, box: ReadonlyAabb): void {
  requireLength('box', box, 4);
  for (let axis = 0; axis < 2; axis++) {
    const min = box[axis];
    const max = box[axis + 2];
    if (!(min <= max))
      throw new RangeError(`box must have min ≤ max on axis ${'xy'[axis]}, got ${min} and ${max}`);
    out[axis] = min;
    out[axis + 2] = max;
  }
}

/** Reads a disc into three doubles: centre and squared radius. */
export function readSphereQuery2d(out: Float64Array, center: ReadonlyVec2, radius: number): void {
  requireFiniteArray('center', center, 2);
  requireNonNegative('radius', radius);
  out[0] = center[0];
  out[1] = center[1];
  out[2] = radius * radius;
}

/** Reads a ray into {@link rayQueryLength2d} doubles. Throws when it has no direction. */
export function readRayQuery2d(
  out: Float64Array,
  origin: ReadonlyVec2,
  direction: ReadonlyVec2,
  maxT: number,
): void {
  requireFiniteArray('origin', origin, 2);
  requireFiniteArray('direction', direction, 2);
  if (direction[0] === 0 && direction[1] === 0) throw new RangeError('direction must not be zero');
  if (!(maxT >= 0)) throw new RangeError(`maxT must not be negative, got ${maxT}`);
  for (let i = 0; i < 2; i++) {
    out[i] = origin[i];
    out[i + 2] = direction[i];
    out[i + 4] = 1 / direction[i];
  }
  out[6] = maxT;
}

/** Whether boxes `i` and `j` overlap or touch. */
export function boxesTouch2d(boxes: Float64Array, i: number, j: number): boolean {
  const a = 4 * i;
  const b = 4 * j;
  return (
    boxes[a] <= boxes[b + 2] &&
    boxes[b] <= boxes[a + 2] &&
    boxes[a + 1] <= boxes[b + 3] &&
    boxes[b + 1] <= boxes[a + 3]
  );
}

/** Whether box `i` overlaps or touches the `query` of {@link readBoxQuery2d}. */
export function boxTouchesBox2d(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = 4 * i;
  return (
    boxes[a] <= query[2] && query[0] <= boxes[a + 2] && boxes[a + 1] <= query[3] && query[1] <= boxes[a + 3]
  );
}

/** Whether box `i` overlaps or touches the disc of {@link readSphereQuery2d}. */
export function boxTouchesSphere2d(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = 4 * i;
  const dx = Math.max(boxes[a] - query[0], query[0] - boxes[a + 2], 0);
  const dy = Math.max(boxes[a + 1] - query[1], query[1] - boxes[a + 3], 0);
  return dx * dx + dy * dy <= query[2];
}

/** Whether the ray of {@link readRayQuery2d} meets box `i`; rounding loses no ray. */
export function boxMeetsRay2d(boxes: Float64Array, i: number, query: Float64Array): boolean {
  const a = 4 * i;
  let near = 0;
  let far = query[6];
  for (let axis = 0; axis < 2; axis++) {
    const low = boxes[a + axis] - query[axis];
    const high = boxes[a + axis + 2] - query[axis];
    if (query[axis + 2] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    const inverse = query[axis + 4];
    const t0 = low * inverse;
    const t1 = high * inverse;
    near = Math.max(near, Math.min(t0, t1));
    far = Math.min(far, Math.max(t0, t1) * (1 + 4 * 2 ** -52));
  }
  return near <= far;
}
