/**
 * The point of a segment nearest to a given point.
 *
 * Idea: project onto the line and keep the parameter within [0, 1]. A segment without length is its first
 * point.
 *
 * Cost: O(1), no allocation, no checks: NaN in, NaN out. Lengths between 1e-150 and 1e150 neither over- nor
 * underflow.
 *
 * C. Ericson, "Real-Time Collision Detection", 2005, §5.1.2.
 */
import type { ReadonlyVec3 } from '@colide/core';
import type { ClosestPoint } from './closest-point.ts';
import { placeWeighted } from './internal/weighted-point.ts';

/** Fills `out` with the point of segment a b nearest to `p` and its weights; returns the squared distance. */
export function closestPointSegment(
  out: ClosestPoint,
  p: ReadonlyVec3,
  a: ReadonlyVec3,
  b: ReadonlyVec3,
): number {
  const x = b[0] - a[0];
  const y = b[1] - a[1];
  const z = b[2] - a[2];
  const squared = x * x + y * y + z * z;
  const along = (p[0] - a[0]) * x + (p[1] - a[1]) * y + (p[2] - a[2]) * z;
  const t = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
  const { barycentric } = out;
  barycentric[0] = 1 - t;
  barycentric[1] = t;
  barycentric[2] = 0;
  return placeWeighted(out, p, a, b, b);
}
