/**
 * Steps of 1/30 s had substeps twice as long as those of 1/60 s, with which leaning towers swayed forever.
 * And the stiffness of contacts changed between steps of 1/60 s and some longer ones, so that small stacks
 * bounced forever in steps of random lengths.
 */
import { HalfPlane2d } from '@colide/geometry';
import { World2d } from '@colide/world2d';
import { expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { addBox } from '../support/scenes.ts';

/**
 * How many steps of `dt` a tower of 20 takes until it sleeps; its boxes are beside each other by up to 5 cm.
 */
function stepsToRest(seed: number, dt: number): number {
  const random = new Random(seed);
  const world = new World2d();
  world.add({ shape: new HalfPlane2d() });
  for (let i = 0; i < 20; i++) addBox(world, 1, 1, random.uniform(-0.05, 0.05), 0.5 + 1.001 * i);
  let steps = 0;
  while (world.sleeperCount < 20 && steps < 20 / dt) {
    world.step(dt);
    steps++;
  }
  return steps;
}

it('a tower of 20 that leans falls asleep within four seconds at 30, 20 and 15 Hz', () => {
  for (const rate of [30, 20, 15])
    for (let seed = 1; seed <= 12; seed++) expect(stepsToRest(seed, 1 / rate) / rate).toBeLessThan(4);
});

it.each([0.02, 0.058, 0.116, 0.179, 0.5])(
  'a tower of 20 boxes of %d m rests in steps of random length',
  size => {
    const random = new Random(12);
    const world = new World2d();
    world.add({ shape: new HalfPlane2d() });
    for (let i = 0; i < 20; i++) addBox(world, size, size, 0, size * (0.5 + i));
    for (let time = 0; time < 2; ) {
      const dt = 1 / random.uniform(30, 144);
      world.step(dt);
      time += dt;
    }
    expect(world.sleeperCount).toBe(20);
  },
);
