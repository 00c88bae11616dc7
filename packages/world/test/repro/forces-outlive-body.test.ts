import { BoxShape } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.5, 0.5]);
const options = { gravity: [0, 0, 0] } as const;

describe('forces that wait for a step', () => {
  it('do not act on the body that gets the id of a removed one, nor on an unused id', () => {
    const world = new World(options);
    const body = world.add({ shape });
    world.applyForce(body, [6000, 0, 0]);
    world.remove(body);
    expect(world.add({ shape, position: [0, 5, 0] })).toBe(body);
    world.step(1 / 60);
    expect(world.bodies.velocities[3 * body]).toBe(0);
    world.applyForce(body, [6000, 0, 0]);
    world.remove(body);
    for (let n = 0; n < 3; n++) world.step(1 / 60);
    expect(world.bodies.asleep[body]).toBe(1);
    expect(world.bodies.velocities[3 * body]).toBe(0);
  });

  it('are part of a snapshot, and only those', () => {
    const world = new World(options);
    const body = world.add({ shape });
    const still = world.snapshot();
    world.applyForce(body, [6000, 0, 0], [0, 0.1, 0]);
    const pushed = world.snapshot();
    world.restore(still);
    world.step(1 / 60);
    expect(world.bodies.velocities[3 * body]).toBe(0);
    world.restore(pushed);
    world.step(1 / 60);
    expect(world.bodies.velocities[3 * body]).toBeCloseTo(0.1);
    expect(world.bodies.angularVelocities[3 * body + 2]).toBeLessThan(0);
  });

  it('do not include one that is too large: it is refused', () => {
    const world = new World(options);
    const body = world.add({ shape });
    expect(() => world.applyForce(body, [1e308, 0, 0])).toThrow(/force/);
    world.step(100);
    world.step(1 / 60);
    expect(world.bodies.velocities[3 * body]).toBe(0);
  });

  it('as many as there are', () => {
    const world = new World(options);
    const body = world.add({ shape });
    for (let n = 0; n < 40; n++) world.applyForce(body, [1500, 0, 0]);
    const snapshot = world.snapshot();
    const twin = new World(options);
    twin.add({ shape });
    twin.restore(snapshot);
    for (const one of [world, twin]) {
      one.step(1 / 60);
      expect(one.bodies.velocities[3 * body]).toBeCloseTo(1);
    }
  });
});
