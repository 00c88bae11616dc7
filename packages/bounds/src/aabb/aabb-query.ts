/**
 * Points and rays against an axis-aligned box: containment, closest point, distance, support and ray cast.
 *
 * The ray cast intersects the parameter intervals of the three slabs (Kay & Kajiya 1986) and widens the far end by
 * three units in the last place, after which rounding can no longer lose a ray that grazes an edge or a corner
 * (Ize 2013). Records are not checked.
 */
import type { ReadonlyAabb } from '@colide/core';
import type { ReadonlyVec3, vec3 } from 'gl-matrix';

/** Whether `point` lies in `box` or on its surface. Exact. */
export function aabbContainsPoint(box: ReadonlyAabb, point: ReadonlyVec3): boolean {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  return x >= box[0] && x <= box[3] && y >= box[1] && y <= box[4] && z >= box[2] && z <= box[5];
}

/** Writes to `out` the point of `box` nearest to `point`; `point` itself when it is inside. */
export function aabbClosestPoint(out: vec3, box: ReadonlyAabb, point: ReadonlyVec3): vec3 {
  for (let i = 0; i < 3; i++) out[i] = Math.min(Math.max(point[i], box[i]), box[i + 3]);
  return out;
}

/** Squared distance from `point` to `box`; 0 inside. */
export function aabbDistanceSquared(box: ReadonlyAabb, point: ReadonlyVec3): number {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  const dx = Math.max(box[0] - x, 0, x - box[3]);
  const dy = Math.max(box[1] - y, 0, y - box[4]);
  const dz = Math.max(box[2] - z, 0, z - box[5]);
  return dx * dx + dy * dy + dz * dz;
}

/** Distance from `point` to `box`; 0 inside. */
export function aabbDistance(box: ReadonlyAabb, point: ReadonlyVec3): number {
  return Math.sqrt(aabbDistanceSquared(box, point));
}

/** Writes to `out` the corner of `box` farthest along `direction`. */
export function aabbSupport(out: vec3, box: ReadonlyAabb, direction: ReadonlyVec3): vec3 {
  for (let i = 0; i < 3; i++) out[i] = direction[i] < 0 ? box[i] : box[i + 3];
  return out;
}

/**
 * Where the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, first meets `box`: 0 when it starts inside, `Infinity` when
 * it misses. `direction` need not have unit length.
 */
export function aabbRaycast(
  box: ReadonlyAabb,
  origin: ReadonlyVec3,
  direction: ReadonlyVec3,
  maxT = Infinity,
): number {
  let near = 0;
  let far = maxT;
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
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b) * (1 + 3 * 2 ** -52));
  }
  return near <= far ? near : Infinity;
}
