/**
 * A step of another length than the last one corrects the velocity of a falling body, and did so along locked
 * axes, too: a ball that cannot fall was spun by the friction of a wall that it met head on.
 */
import { BoxShape, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

/** Position and spin of a ball that cannot fall after it has bounced off a wall, in steps of all lengths. */
function bounced(gravity: number, seed: number): number[] {
  const random = new Random(seed);
  const world = new World({ gravity: [0, gravity, 0], sleeping: false });
  world.add({ type: 'static', shape: new BoxShape([1, 1, 1]), restitution: 1, friction: 1 });
  const ball = world.add({
    shape: new SphereShape(0.2),
    position: [-3, 0, 0],
    velocity: [2, 0, 0],
    lockedTranslation: 'y',
    restitution: 1,
    friction: 1,
  });
  for (let step = 0; step < 90; step++) world.step(random.uniform(1 / 144, 1 / 30));
  const { positions, angularVelocities } = world.bodies;
  return [...positions.slice(3 * ball, 3 * ball + 3), ...angularVelocities.slice(3 * ball, 3 * ball + 3)];
}

it('gravity along a locked axis spins nothing', () => {
  for (let seed = 1; seed <= 8; seed++)
    expect(bounced(-9.81, seed), `seed ${seed}`).toEqual(bounced(0, seed));
});
