/** The action of the button “Shake”. */
import type { World } from 'colide';

/** Applies an upward impulse and a little spin to every body. */
export function shakeWorld(world: World): void {
  const { inverseMasses, count } = world.bodies;
  for (let body = 0; body < count; body++)
    if (inverseMasses[body] > 0)
      world.setVelocity(
        body,
        [Math.sin(7 * body), 4 + Math.sin(3 * body), Math.cos(5 * body)],
        [2 * Math.sin(body), 2 * Math.cos(2 * body), 2 * Math.sin(4 * body)],
      );
}
