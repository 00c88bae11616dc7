import type { IdList } from '@colide/core';
import type { QueryFilter } from '../queries/query-filter.ts';
import type { World } from '../world/world.ts';

/** Maps `found` from boxes to colliders, adds the half-spaces and keeps those that pass the filter. */
export function siftColliders(found: IdList, world: World, filter: QueryFilter): void {
  const { mask = -1, group = -1, except = -1, sensors = false } = filter;
  const { materials } = world;
  const { bodies } = world.colliders;
  const boxes = found.count;
  for (const plane of world.planes) found.push(plane);
  let kept = 0;
  for (let i = 0; i < found.count; i++) {
    const collider = i < boxes ? world.colliderOfBox(found.get(i)) : found.get(i);
    const body = bodies[collider];
    if (
      body !== except &&
      (materials.groups[body] & mask) !== 0 &&
      (materials.masks[body] & group) !== 0 &&
      (sensors || materials.sensors[body] === 0)
    )
      found.data[kept++] = collider;
  }
  found.count = kept;
}
