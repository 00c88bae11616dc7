import { BoxShape, HalfSpace } from '@colide/geometry';
import { Random } from '@colide/math';
import { World, type WorldOptions } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

/** A tower of `count` boxes with edge 1, a little off the middle; added from the top where `isReversed`. */
function tower(count: number, options: WorldOptions, offset = 0, isReversed = false): [World, number] {
  const world = new World(options);
  const random = new Random(2);
  world.add({ shape: new HalfSpace() });
  let top = 0;
  for (let k = 0; k < count; k++) {
    const i = isReversed ? count - 1 - k : k;
    const position = [random.uniform(-offset, offset), i + 0.5, random.uniform(-offset, offset)] as const;
    const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position });
    if (i === count - 1) top = box;
  }
  return [world, top];
}

/** Height of a body. */
const height = (world: World, body: number) => world.bodies.positions[3 * body + 1];

describe('a box under a heavier one', () => {
  for (const ratio of [10, 200])
    for (const order of ['glh', 'hlg', 'lgh'])
      it(`of ${ratio} times its mass is at rest after ten seconds, added in the order ${order}`, () => {
        const world = new World({ sleeping: false });
        const shape = new BoxShape([0.5, 0.5, 0.5]);
        for (const which of order)
          if (which === 'g')
            world.add({ shape: new BoxShape([10, 1, 10]), type: 'static', position: [0, -1, 0] });
          else if (which === 'l') world.add({ shape, position: [0, 0.5, 0] });
          else world.add({ shape, position: [0, 1.5, 0], density: 1000 * ratio });
        for (let n = 0; n < 600; n++) world.step(dt);
        for (const v of world.bodies.velocities) expect(Math.abs(v)).toBeLessThan(1e-4);
        for (const w of world.bodies.angularVelocities) expect(Math.abs(w)).toBeLessThan(1e-4);
      });
});

describe('towers', () => {
  it.each([
    [0, false],
    [0.01, false],
    [0.01, true],
  ])(
    'of twenty stand for a minute without sleep: offset %d, added from the top: %s',
    (offset, isReversed) => {
      const [world, top] = tower(20, { sleeping: false }, offset, isReversed);
      for (let n = 0; n < 3600; n++) world.step(dt);
      expect(height(world, top)).toBeCloseTo(19.5, 1);
    },
  );

  it('of fifty come to rest and sleep', () => {
    const [world, top] = tower(50, {}, 0.005);
    for (let n = 0; n < 600; n++) world.step(dt);
    expect(world.sleepers).toBe(50);
    expect(height(world, top)).toBeGreaterThan(49);
  });

  it('of ten stand in steps of changing length', () => {
    const [world, top] = tower(10, { sleeping: false }, 0.005);
    const random = new Random(5);
    for (let n = 0; n < 2000; n++) world.step(random.uniform(1 / 144, 1 / 30));
    expect(height(world, top)).toBeCloseTo(9.5, 1);
  });
});
