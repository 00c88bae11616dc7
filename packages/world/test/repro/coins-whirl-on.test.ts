/**
 * The contact point of a cylinder that lands nearly flat on its rim runs round the rim faster than the body
 * turns. It was moved along the tangent by that whole angle, away from the rim, and pushed there: coins spun
 * on their rim forever. Of 120 random ones 29 were awake after 12 s, now 19.
 */
import { BoxShape, CylinderShape, HalfSpace } from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

it.each([1, 52, 69, 75, 85, 105, 118])('a spinning coin comes to rest: seed %d', seed => {
  const random = new Random(seed);
  const world = new World();
  const radius = Math.exp(random.uniform(Math.log(0.05), Math.log(1)));
  const half = radius * random.uniform(0.05, 0.5);
  if (seed % 3 === 0) world.add({ shape: new HalfSpace() });
  else world.add({ shape: new BoxShape([20, 1, 20]), position: [0, -1, 0], type: 'static' });
  const tilt = random.uniform(0.03, 0.3);
  const turn = random.uniform(0, 6.28);
  const s = Math.sin(tilt / 2);
  const coin = world.add({
    shape: new CylinderShape(radius, half),
    position: [0, half + 1.2 * radius * Math.sin(tilt) + 0.02, 0],
    rotation: [s * Math.cos(turn), 0, s * Math.sin(turn), Math.cos(tilt / 2)],
  });
  const velocity = [random.uniform(-0.5, 0.5), 0, random.uniform(-0.5, 0.5)] as const;
  const spin = [random.uniform(-3, 3), random.uniform(-20, 20), random.uniform(-3, 3)] as const;
  world.setVelocity(coin, velocity, spin);
  for (let n = 0; n < 720 && world.sleeperCount === 0; n++) world.step(1 / 60);
  expect(world.sleeperCount).toBe(1);
});
