import { bodyTypes2d } from '../bodies/body-checks-2d.ts';
import type { BodyBuild2d, BodyType2d } from '../bodies/body-settings-2d.ts';
import type { World2d } from '../world/world-2d.ts';

/** The type of a body, as given or by default. */
export function bodyTypeOf2d({ table }: World2d, body: number): BodyType2d {
  return table.builds[body]!.type ?? bodyTypes2d[table.slots[body] - 1];
}

/**
 * Enters a body that has just been built into its world, or takes it out of it again if it is not enabled:
 * without colliders, mass and velocity, and asleep.
 */
export function enterBody2d(world: World2d, body: number, enabled = true): void {
  const { table, boxes } = world;
  if (enabled) {
    boxes.enter(body);
    return;
  }
  const { state, slots, moments, builds } = table;
  table.removeColliders(body);
  builds[body] = { ...builds[body], type: bodyTypeOf2d(world, body), enabled } as BodyBuild2d;
  slots[body] = 1 + bodyTypes2d.indexOf('static');
  moments[body] = Infinity;
  state.setStatic(body);
  state.setVelocity(body, [0, 0], 0);
  state.asleep[body] = 1;
}
