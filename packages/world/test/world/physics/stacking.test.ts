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
    expect(world.sleeperCount).toBe(50);
    expect(height(world, top)).toBeGreaterThan(49);
  });

  it('of ten stand in steps of changing length', () => {
    const [world, top] = tower(10, { sleeping: false }, 0.005);
    const random = new Random(5);
    for (let n = 0; n < 2000; n++) world.step(random.uniform(1 / 144, 1 / 30));
    expect(height(world, top)).toBeCloseTo(9.5, 1);
  });
});

describe('what has just been built', () => {
  /** A stack of boxes that touch, and its top. */
  function stack(count: number, half: readonly [number, number, number], options: WorldOptions = {}) {
    const world = new World(options);
    world.add({ shape: new HalfSpace() });
    let top = 0;
    for (let i = 0; i < count; i++)
      top = world.add({ shape: new BoxShape([...half]), position: [0, half[1] * (2 * i + 1), 0] });
    return [world, top] as const;
  }

  it.each([
    ['fifty cubes', 50, [0.5, 0.5, 0.5]],
    ['five cubes of 1 cm', 5, [0.005, 0.005, 0.005]],
    ['twenty plates of 2 mm', 20, [0.1, 0.001, 0.1]],
  ] as const)('does not sink: %s', (_, count, half) => {
    const [world, top] = stack(count, half, { sleeping: false });
    const start = height(world, top);
    for (let n = 0; n < 300; n++) world.step(dt);
    expect(Math.abs(height(world, top) - start)).toBeLessThan(1e-9);
  });

  it('does not sink when it wakes', () => {
    const [world, top] = stack(10, [0.1, 0.1, 0.1]);
    for (let n = 0; n < 60; n++) world.step(dt);
    expect(world.sleeperCount).toBe(10);
    const start = height(world, top);
    world.wake(top);
    for (let n = 0; n < 20; n++) world.step(dt);
    expect(world.sleeperCount).toBe(0);
    expect(Math.abs(height(world, top) - start)).toBeLessThan(1e-6);
  });

  it('falls again when what carried it is gone', () => {
    const [world, top] = stack(3, [0.5, 0.5, 0.5]);
    for (let n = 0; n < 10; n++) world.step(dt);
    world.remove(1);
    for (let n = 0; n < 180; n++) world.step(dt);
    expect(height(world, top)).toBeCloseTo(1.5, 2);
  });

  it('does not push up what has been unloaded', () => {
    const [world, top] = stack(20, [0.5, 0.05, 0.5], { sleeping: false });
    for (let n = 0; n < 10; n++) world.step(dt);
    for (let body = 3; body <= top; body++) world.remove(body);
    for (let n = 0; n < 300; n++) world.step(dt);
    expect(height(world, 2)).toBeGreaterThan(0.149);
    expect(height(world, 2)).toBeLessThan(0.1502);
  });
});

describe('boxes at one point', () => {
  it('move apart without flying', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    for (let i = 0; i < 25; i++) world.add({ shape: new BoxShape([0.1, 0.1, 0.1]), position: [0, 1, 0] });
    let fastest = 0;
    for (let n = 0; n < 400; n++) {
      world.step(dt);
      for (const v of world.bodies.velocities) fastest = Math.max(fastest, Math.abs(v));
    }
    expect(fastest).toBeLessThan(10);
    expect(world.sleeperCount).toBe(25);
  });
});

describe('columns that were dropped, without sleep', () => {
  it.each([
    [4, 1 / 60],
    [5, 1 / 60],
    [6, 1 / 60],
    [8, 1 / 60],
    [5, 1 / 30],
    [5, 1 / 144],
  ])('of %d boxes do not sway for ever, in steps of %d s', (count, step) => {
    for (let seed = 0; seed < 4; seed++) {
      const world = new World({ sleeping: false });
      const random = new Random(seed);
      const shape = new BoxShape([0.5, 0.5, 0.5]);
      for (let i = 0; i < count; i++) {
        const position = [random.uniform(-0.04, 0.04), 0.7 + 1.15 * i, random.uniform(-0.04, 0.04)] as const;
        world.add({ shape, position });
      }
      world.add({ shape: new BoxShape([5, 0.5, 5]), type: 'static', position: [0, -0.5, 0] });
      for (let n = 0; n < 12 / step; n++) world.step(step);
      for (const v of world.bodies.velocities) expect(Math.abs(v)).toBeLessThan(5e-3);
    }
  });
});

describe('small bodies', () => {
  it.each([
    [0.01, 6, 0],
    [0.01, 10, 0],
    [0.02, 10, 0],
    [0.01, 6, 0.1],
    [0.05, 10, 0.1],
  ])('cubes of %d m stand in towers of %d, dropped by %d of their size', (size, count, gap) => {
    const world = new World({ sleeping: false });
    world.add({ shape: new HalfSpace() });
    const half = size / 2;
    let top = 0;
    for (let i = 0; i < count; i++)
      top = world.add({
        shape: new BoxShape([half, half, half]),
        position: [
          0.02 * size * (((7 * i) % 3) - 1),
          half + (i + gap * (i + 1)) * size,
          0.015 * size * (((5 * i) % 3) - 1),
        ],
      });
    for (let n = 0; n < 480; n++) world.step(dt);
    // Contacts sink under weight that is dropped on them.
    expect(height(world, top) / size).toBeGreaterThan(count - 0.55);
    expect(Math.max(...world.bodies.velocities)).toBeLessThan(1e-4);
  });

  it('stand as a Jenga tower of eighteen layers of three', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    const [x, y, z] = [0.0125, 0.0075, 0.0375];
    let top = 0;
    for (let i = 0; i < 18; i++)
      for (let k = -1; k <= 1; k++)
        top = world.add({
          shape: new BoxShape(i % 2 === 0 ? [x, y, z] : [z, y, x]),
          position: i % 2 === 0 ? [2 * k * x, y + 2 * y * i, 0] : [0, y + 2 * y * i, 2 * k * x],
        });
    let n = 0;
    for (; n < 60 && world.sleeperCount < 54; n++) world.step(dt);
    expect(world.sleeperCount).toBe(54);
    expect(height(world, top) / (35 * y)).toBeCloseTo(1, 2);
  });
});
