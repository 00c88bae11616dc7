/**
 * Ray against capsule, with the normal. The kernel of @colide/bounds gives the parameter; the normal points to the hit
 * from the nearest point of the core segment.
 */
import { capsuleRaycast, type ReadonlyCapsule } from '@colide/bounds';

import type { ReadonlyVec3 } from 'gl-matrix';
import { hitAtStart, normalizeHit } from './internal/ray-normal.ts';
import type { RayHit } from './ray-hit.ts';

/**
 * The parameter at which the ray first meets the capsule, `Infinity` when it misses; fills `hit.t` and `hit.normal`. A ray
 * that starts inside hits at t = 0, with the normal against the ray. Unchecked: NaN misses.
 */
export function rayCapsule(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  capsule: ReadonlyCapsule,
): number {
  const t = capsuleRaycast(capsule, origin, direction);
  hit.t = t;
  if (t === Infinity) return Infinity;
  if (!(t > 0)) return hitAtStart(hit, direction);
  const ux = capsule[3] - capsule[0];
  const uy = capsule[4] - capsule[1];
  const uz = capsule[5] - capsule[2];
  const px = origin[0] - capsule[0] + t * direction[0];
  const py = origin[1] - capsule[1] + t * direction[1];
  const pz = origin[2] - capsule[2] + t * direction[2];
  const squared = ux * ux + uy * uy + uz * uz;
  const along = px * ux + py * uy + pz * uz;
  const s = along <= 0 ? 0 : along >= squared ? 1 : along / squared;
  const { normal } = hit;
  normal[0] = px - s * ux;
  normal[1] = py - s * uy;
  normal[2] = pz - s * uz;
  normalizeHit(hit);
  return t;
}
