/** The changes of a running world by the sliders of the page. */
import type { World } from 'colide';

/** A change to a running world; omitted values stay as they are. */
export interface Tuning {
  /** Acceleration downwards, m/s². */
  readonly gravity?: number;
  /** Coulomb's μ of every body. */
  readonly friction?: number;
}

/** Changes a world and wakes its bodies, which may no longer be at rest. */
export function tuneWorld(world: World, { gravity, friction }: Tuning): void {
  if (gravity !== undefined) world.gravity.set([0, -gravity, 0]);
  const { inverseMasses, count } = world.bodies;
  for (let body = 0; body < count; body++) {
    if (!world.has(body)) continue;
    if (friction !== undefined) world.setMaterial(body, { friction });
    if (inverseMasses[body] > 0) world.wake(body);
  }
}
