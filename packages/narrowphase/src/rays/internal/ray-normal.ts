/** Normals that several ray tests write. */
import type { ReadonlyVec3 } from 'gl-matrix';
import type { RayHit } from '../ray-hit.ts';

/**
 * Records that the ray starts inside or on the surface: t = 0 and the unit normal against the ray, zero for a ray without
 * direction. Returns 0.
 */
export function hitAtStart(hit: RayHit, direction: ReadonlyVec3): number {
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const squared = x * x + y * y + z * z;
  const scale = squared > 0 ? -1 / Math.sqrt(squared) : 0;
  const { normal } = hit;
  normal[0] = scale * x;
  normal[1] = scale * y;
  normal[2] = scale * z;
  hit.t = 0;
  return 0;
}

/** Scales the normal of the hit to unit length. */
export function normalizeHit(hit: RayHit): void {
  const { normal } = hit;
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
}
