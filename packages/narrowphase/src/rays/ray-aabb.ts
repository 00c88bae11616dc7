/**
 * Ray against axis-aligned and oriented box, with the normal. The slab kernels of @colide/bounds give the parameter; the
 * normal is that of the slab that the ray enters last. Where it enters two at once, through an edge, either is right.
 *
 * A ray that starts inside or on the surface hits at t = 0, with the normal against the ray. `direction` need not have
 * unit length. Unchecked: NaN misses. No allocation.
 */
import { aabbRaycast } from '@colide/bounds';
import type { ReadonlyAabb } from '@colide/core';

import type { ReadonlyVec3 } from 'gl-matrix';
import { hitAtStart } from './internal/ray-normal.ts';
import type { RayHit } from './ray-hit.ts';

/** The parameter at which the ray first meets `box`, `Infinity` when it misses; fills `hit.t` and `hit.normal`. */
export function rayAabb(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  box: ReadonlyAabb,
): number {
  const t = aabbRaycast(box, origin, direction);
  hit.t = t;
  if (t === Infinity) return Infinity;
  if (!(t > 0)) return hitAtStart(hit, direction);
  let axis = 0;
  let last = -Infinity;
  for (let i = 0; i < 3; i++) {
    const d = direction[i];
    if (d === 0) continue;
    const entry = ((d > 0 ? box[i] : box[i + 3]) - origin[i]) / d;
    if (entry > last) {
      last = entry;
      axis = i;
    }
  }
  const { normal } = hit;
  normal[0] = normal[1] = normal[2] = 0;
  normal[axis] = direction[axis] > 0 ? -1 : 1;
  return t;
}
