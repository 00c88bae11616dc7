/** Writes the contact points of balls and planes. */
import { planeOffsetAt, sphereRadiusAt } from '../../internal/layouts.ts';
import type { ContactManifold } from '../contact-manifold.ts';

/**
 * Writes the one point of the ball at `at`, whose centre is `gap[0]` away from the other shape against the
 * normal of `out`. Returns 1.
 */
export function writeBallPoint(
  out: ContactManifold,
  data: Float64Array,
  at: number,
  gap: Float64Array,
): number {
  const { normal, pointsA, pointsB } = out;
  const radius = data[at + sphereRadiusAt];
  const distance = gap[0];
  for (let k = 0; k < 3; k++) {
    pointsA[k] = data[at + k] + radius * normal[k];
    pointsB[k] = data[at + k] + distance * normal[k];
  }
  out.depths[0] = radius - distance;
  out.ids[0] = 0;
  out.count = 1;
  return 1;
}

/**
 * Adds `point` of A, unless it is more than `margin[0]` above the plane at `planeAt` of `data`. The normal of
 * `out` must be set.
 */
export function addAbovePlane(
  out: ContactManifold,
  point: Float64Array,
  data: Float64Array,
  planeAt: number,
  margin: Float64Array,
  id: number,
): void {
  const height =
    point[0] * data[planeAt] +
    point[1] * data[planeAt + 1] +
    point[2] * data[planeAt + 2] -
    data[planeAt + planeOffsetAt];
  if (!(height <= margin[0]) || out.count === out.capacity) return;
  const at = 3 * out.count;
  for (let k = 0; k < 3; k++) {
    out.pointsA[at + k] = point[k];
    out.pointsB[at + k] = point[k] - height * data[planeAt + k];
  }
  out.depths[out.count] = -height;
  out.ids[out.count] = id;
  out.count++;
}
