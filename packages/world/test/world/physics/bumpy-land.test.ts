import { BoxShape } from '@colide/geometry';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import { createLand } from '../../support/land.ts';

const half = 12;

function bumps(x: number, z: number): number {
  return 0.5 * Math.sin(0.7 * x) * Math.cos(0.9 * z) + 0.15 * Math.sin(2.1 * x + 1.3 * z);
}

it.each([0.3, 0.4, 0.6])('boxes on bumpy land with friction %d come to rest', friction => {
  const world = new World();
  world.add({ shape: createLand(half, bumps), type: 'static', friction });
  for (let i = 0; i < 64; i++) {
    const [x, z] = [1.7 * (i % 8) - 6, 1.7 * Math.floor(i / 8) - 6];
    world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), position: [x, bumps(x, z) + 1, z], friction });
  }
  for (let n = 0; n < 900 && world.sleeperCount < 64; n++) world.step(1 / 60);
  expect(world.sleeperCount).toBe(64);
});
