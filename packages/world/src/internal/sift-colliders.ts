import type { IdList } from '@colide/core';
import { filterAdmits, type QueryFilter } from '@colide/narrowphase';
import type { World } from '../world/world.ts';

/** Maps `found` from boxes to colliders, adds the half-spaces and keeps those that pass the filter. */
export function siftColliders(found: IdList, world: World, filter: QueryFilter): void {
  const { materials } = world;
  const { bodies } = world.colliders;
  const boxes = found.count;
  for (const plane of world.planes) found.push(plane);
  let kept = 0;
  for (let i = 0; i < found.count; i++) {
    const collider = i < boxes ? world.colliderOfBox(found.get(i)) : found.get(i);
    if (filterAdmits(filter, materials, bodies[collider])) found.data[kept++] = collider;
  }
  found.count = kept;
}
