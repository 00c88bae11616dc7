/**
 * A box under another one, even of its own mass, rocked forever where it carried it off centre, since its
 * contacts with the ground were twice as stiff; and towers of boxes of a few centimetres fell over, since
 * contacts of 80 Hz give way to them. Where a scale of gravity made bodies heavy, they fell in all sizes:
 * steps were divided as for a scale of 1. Towers of boxes of very different masses fell where light ones bore
 * heavy ones, and steps of 1/45 s, whose substeps were longer than others, let them rock.
 */
import { BoxShape2d } from '@colide/geometry';
import { World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { addBox, createGround } from '../support/scenes.ts';

/** Seconds until all bodies but the floor sleep; 12 if they never do. */
function secondsToRest(world: World2d, dt: number): number {
  let time = 0;
  for (; time < 12 && world.sleeperCount < world.count - 1; time += dt) world.step(dt);
  return time;
}

describe('a box that carries another one', () => {
  it.each([1, 2, 4, 10, 50])('of %d times its mass, off centre, comes to rest', mass => {
    for (const rate of [30, 60, 75, 120, 144])
      for (const offset of [0, 0.1, 0.2, -0.35]) {
        const world = createGround();
        addBox(world, 1, 1, 0, 0.5);
        const load = addBox(world, 2, 2, offset, 2.01, { mass });
        expect(secondsToRest(world, 1 / rate), `${rate} Hz, ${offset}`).toBeLessThan(4);
        expect(Math.abs(world.bodies.positions[2 * load + 1] - 2)).toBeLessThan(0.1);
      }
  });
});

describe('a tower of fifteen boxes', () => {
  it.each([0.01, 0.02, 0.04, 0.07, 0.1, 0.2])('of %d m stands', size => {
    for (const rate of [30, 60, 120, 144])
      for (let seed = 1; seed <= 3; seed++) {
        const random = new Random(seed);
        const world = new World2d();
        world.add({ shape: new BoxShape2d([10, 1]), position: [0, -1], type: 'static' });
        for (let i = 0; i < 15; i++)
          addBox(world, size, size, random.uniform(-0.025, 0.025) * size, size * (0.5 + 1.0005 * i), {
            density: random.uniform(1, 3),
          });
        expect(secondsToRest(world, 1 / rate), `${rate} Hz, seed ${seed}`).toBeLessThan(8);
        expect(world.bodies.positions[31] / size, `${rate} Hz, seed ${seed}`).toBeGreaterThan(14);
      }
  });

  it.each([0.1, 0.5])('of %d m stands where bodies are ten times as heavy as others', size => {
    for (const rate of [30, 60, 144]) {
      const random = new Random(5);
      const world = new World2d();
      world.add({ shape: new BoxShape2d([10, 1]), position: [0, -1], type: 'static' });
      for (let i = 0; i < 15; i++)
        addBox(world, size, size, random.uniform(-0.025, 0.025) * size, size * (0.5 + 1.0005 * i), {
          density: random.uniform(1, 3),
          gravityScale: 10,
        });
      expect(secondsToRest(world, 1 / rate), `${rate} Hz`).toBeLessThan(8);
      expect(world.bodies.positions[31] / size, `${rate} Hz`).toBeGreaterThan(14);
    }
  });
});

describe('towers of up to ten boxes with 1 to 200 times the least mass', () => {
  it.each([0.05, 0.25, 0.5])('of %d m stand and rest', size => {
    let restless = 0;
    let count = 0;
    for (const rate of [45, 60])
      for (let seed = 1; seed <= 20; seed++) {
        const random = new Random(1000 + seed);
        const world = new World2d();
        world.add({ shape: new BoxShape2d([10, 1]), position: [0, -1], type: 'static' });
        const boxes = 3 + (seed % 8);
        for (let i = 0; i < boxes; i++)
          addBox(world, size, size, random.uniform(-0.02, 0.02) * size, size * (0.5 + i), {
            density: 200 ** random.next(),
          });
        if (secondsToRest(world, 1 / rate) >= 8) restless++;
        count++;
        const top = world.bodies.positions[2 * boxes + 1] / size;
        expect(top, `${rate} Hz, seed ${seed}`).toBeGreaterThan(boxes - 1);
      }
    expect(restless / count).toBeLessThan(0.1);
  });
});
