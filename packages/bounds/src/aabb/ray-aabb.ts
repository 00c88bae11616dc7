/**
 * Ray against axis-aligned box, with the normal: the parameter intervals of the three slabs are intersected
 * (Kay & Kajiya 1986), and the far end is widened by three units in the last place, so that rounding cannot
 * lose a ray that grazes an edge or a corner (Ize 2013). The normal is that of the slab that the ray enters
 * last; if it enters two at once, through an edge, either is right. Constant cost, no allocation.
 */
import { type RayHit, type ReadonlyAabb, type ReadonlyVec3, rayHitAtStart } from '@colide/core';

/**
 * The parameter t in [0, `maxT`] at which the ray `origin + t · direction` first meets `box`, `Infinity` when
 * it misses; fills `hit.t` and `hit.normal`. A ray that starts inside or on the surface hits at t = 0, with
 * the normal against the ray. `direction` need not have unit length. Unchecked: NaN misses.
 */
export function rayAabb(
  hit: RayHit,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  box: ReadonlyAabb,
  maxT = Infinity,
): number {
  let near = 0;
  let far = maxT;
  let axis = 0;
  hit.t = Infinity;
  for (let i = 0; i < 3; i++) {
    const o = origin[i];
    const d = direction[i];
    const low = box[i];
    const high = box[i + 3];
    if (d === 0) {
      if (!(o >= low && o <= high)) return Infinity;
      continue;
    }
    const a = (low - o) / d;
    const b = (high - o) / d;
    const enter = Math.min(a, b);
    if (enter > near) {
      near = enter;
      axis = i;
    }
    far = Math.min(far, Math.max(a, b) * (1 + 3 * 2 ** -52));
  }
  if (!(near <= far && near < Infinity)) return Infinity;
  if (near === 0) return rayHitAtStart(hit, direction);
  hit.t = near;
  const { normal } = hit;
  normal[0] = normal[1] = normal[2] = 0;
  normal[axis] = direction[axis] > 0 ? -1 : 1;
  return near;
}
