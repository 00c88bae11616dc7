/**
 * Ray against oriented box, with the normal: `rayAabb` in the frame of the box. The slab kernel of @colide/bounds gives the
 * parameter; the normal is that of the slab that the ray enters last.
 */
import { obbRaycast, type ReadonlyObb } from '@colide/bounds';

import type { ReadonlyVec3 } from 'gl-matrix';
import { hitAtStart } from './internal/ray-normal.ts';
import type { RayHit } from './ray-hit.ts';

/**
 * The parameter at which the ray first meets the box, `Infinity` when it misses; fills `hit.t` and `hit.normal`. A ray that
 * starts inside hits at t = 0, with the normal against the ray. Unchecked: NaN misses.
 */
export function rayObb(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, obb: ReadonlyObb): number {
  const t = obbRaycast(obb, origin, direction);
  hit.t = t;
  if (t === Infinity) return Infinity;
  if (!(t > 0)) return hitAtStart(hit, direction);
  const x = origin[0] - obb[0];
  const y = origin[1] - obb[1];
  const z = origin[2] - obb[2];
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let axis = 6;
  let sign = 1;
  let last = -Infinity;
  for (let i = 0; i < 3; i++) {
    const at = 6 + 3 * i;
    const d = dx * obb[at] + dy * obb[at + 1] + dz * obb[at + 2];
    if (d === 0) continue;
    const o = x * obb[at] + y * obb[at + 1] + z * obb[at + 2];
    const entry = ((d > 0 ? -1 : 1) * obb[3 + i] - o) / d;
    if (entry > last) {
      last = entry;
      axis = at;
      sign = d > 0 ? -1 : 1;
    }
  }
  const { normal } = hit;
  normal[0] = sign * obb[axis];
  normal[1] = sign * obb[axis + 1];
  normal[2] = sign * obb[axis + 2];
  return t;
}
