/** What the sliders of the page change in a world that runs. */
import type { World } from 'colide';

/** A change to a running world; what is left out stays as it is. */
export interface Tuning {
  /** Acceleration downwards, m/s². */
  readonly gravity?: number;
  /** Coulomb's μ of every body. */
  readonly friction?: number;
}

/** Changes a world and wakes its bodies, which may rest on what no longer holds them. */
export function tuneWorld(world: World, { gravity, friction }: Tuning): void {
  if (gravity !== undefined) world.gravity.set([0, -gravity, 0]);
  const { inverseMasses, count } = world.bodies;
  for (let body = 0; body < count; body++) {
    if (!world.has(body)) continue;
    if (friction !== undefined) world.setMaterial(body, { friction });
    if (inverseMasses[body] > 0) world.wake(body);
  }
}
