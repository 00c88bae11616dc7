/**
 * Ray against k-DOP: the parameter intervals of all slabs are intersected, widened against rounding as in
 * `rayAabb`. Linear in the number of slabs, no allocation.
 */
import type { ReadonlyVec3 } from '@colide/core';
import type { ReadonlyKdop } from './kdop.ts';
import type { KdopDirections } from './kdop-directions.ts';

/**
 * The parameter t in [0, `maxT`] at which the ray `origin + t · direction` first meets the k-DOP: 0 when it
 * starts inside, `Infinity` when it misses. `direction` need not have unit length.
 */
export function rayKdop(
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  directions: KdopDirections,
  kdop: ReadonlyKdop,
  maxT = Infinity,
): number {
  const { count, vectors } = directions;
  const ox = origin[0];
  const oy = origin[1];
  const oz = origin[2];
  const rx = direction[0];
  const ry = direction[1];
  const rz = direction[2];
  let near = 0;
  let far = maxT;
  for (let i = 0; i < count; i++) {
    const dx = vectors[3 * i];
    const dy = vectors[3 * i + 1];
    const dz = vectors[3 * i + 2];
    const o = ox * dx + oy * dy + oz * dz;
    const d = rx * dx + ry * dy + rz * dz;
    const slack = (Math.abs(ox * dx) + Math.abs(oy * dy) + Math.abs(oz * dz)) * 2 ** -51;
    const low = kdop[i] - slack;
    const high = kdop[count + i] + slack;
    if (d === 0) {
      if (!(o >= low && o <= high)) return Infinity;
      continue;
    }
    const a = (low - o) / d;
    const b = (high - o) / d;
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b) * (1 + 3 * 2 ** -52));
  }
  return near <= far ? near : Infinity;
}
