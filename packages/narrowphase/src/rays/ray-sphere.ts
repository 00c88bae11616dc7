/**
 * Ray against ball, with the normal. The kernel of @colide/bounds gives the parameter without the cancellation of the
 * textbook discriminant; the normal points from the centre to the hit.
 */
import { type ReadonlySphere, sphereRaycast } from '@colide/bounds';

import type { ReadonlyVec3 } from 'gl-matrix';
import { hitAtStart, normalizeHit } from './internal/ray-normal.ts';
import type { RayHit } from './ray-hit.ts';

/**
 * The parameter at which the ray first meets the ball, `Infinity` when it misses; fills `hit.t` and `hit.normal`. A ray
 * that starts inside hits at t = 0, with the normal against the ray. Unchecked: NaN misses.
 */
export function raySphere(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  sphere: ReadonlySphere,
): number {
  const t = sphereRaycast(sphere, origin, direction);
  hit.t = t;
  if (t === Infinity) return Infinity;
  if (!(t > 0)) return hitAtStart(hit, direction);
  const { normal } = hit;
  for (let i = 0; i < 3; i++) normal[i] = origin[i] - sphere[i] + t * direction[i];
  normalizeHit(hit);
  return t;
}
