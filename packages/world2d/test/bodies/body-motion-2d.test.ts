import { BoxShape2d, CircleShape2d, Compound2d, HalfPlane2d } from '@colide/geometry';
import { bodyMoveTo2d, bodyVelocityAt2d, World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { dt, run } from '../support/scenes.ts';

describe('bodyVelocityAt2d', () => {
  it('is v + ω × r, of bodies whose centre is not at the origin of their shape, too', () => {
    const world = new World2d({ gravity: [0, 0] });
    const shape = new Compound2d([{ shape: new CircleShape2d(0.5), position: { x: 2, y: 0 } }]);
    const body = world.add({ shape, position: [1, 1], velocity: [3, 4], angularVelocity: 5 });
    expect(bodyVelocityAt2d([0, 0], world, body, [3, 1])).toEqual([3, 4]);
    expect(bodyVelocityAt2d([0, 0], world, body, { x: 3, y: 3 })).toEqual([3 - 10, 4]);
    expect(bodyVelocityAt2d(new Float64Array(2), world, body, [1, 1])).toEqual(Float64Array.of(3, 4 - 10));
  });

  it('names bad arguments', () => {
    const world = new World2d();
    const body = world.add({ shape: new CircleShape2d(1) });
    expect(() => bodyVelocityAt2d([0, 0], {} as World2d, body, [0, 0])).toThrow('world must be a World2d');
    expect(() => bodyVelocityAt2d([0, 0], world, 7, [0, 0])).toThrow('body must be the id of a body');
    expect(() => bodyVelocityAt2d(null as never, world, body, [0, 0])).toThrow(/^out/);
    expect(() => bodyVelocityAt2d([0, 0], world, body, [0, Number.NaN])).toThrow(/^point/);
  });
});

describe('bodyMoveTo2d', () => {
  it('takes a body along a path, and carries what lies on it', () => {
    const world = new World2d();
    const lift = world.add({ shape: new BoxShape2d([2, 0.1]), type: 'kinematic' });
    const crate = world.add({ shape: new BoxShape2d([0.3, 0.3]), position: [0.5, 0.4] });
    for (let n = 1; n <= 120; n++) {
      bodyMoveTo2d(world, lift, [0.6 * n * dt, 0.9 * n * dt], undefined, dt);
      world.step(dt);
      expect(world.bodies.positions[2 * lift]).toBeCloseTo(0.6 * n * dt, 12);
    }
    expect(world.bodies.positions[2 * crate + 1] - world.bodies.positions[2 * lift + 1]).toBeCloseTo(0.4, 2);
    expect(world.bodies.velocities[2 * crate]).toBeCloseTo(0.6, 2);
  });

  it.each([0.01, 0.1, 0.5, 1])('rotates by %s rad per step, the shorter way', by => {
    const world = new World2d();
    const body = world.add({ shape: new BoxShape2d([2, 0.1]), type: 'kinematic', rotation: 3 });
    let angle = 3;
    for (let n = 0; n < 40; n++) {
      angle += by;
      bodyMoveTo2d(world, body, [0, 0], n % 2 ? angle : { x: Math.cos(angle), y: Math.sin(angle) }, dt);
      world.step(dt);
      const left = Math.sin(world.angleOf(body) - angle);
      expect(Math.abs(left)).toBeLessThan(0.006 * by ** 3 + 1e-9);
    }
    bodyMoveTo2d(world, body, [0, 0], angle - 0.1, dt);
    expect(world.bodies.angularVelocities[body]).toBeLessThan(0);
  });

  it('lets what lies on it sleep once it stays', () => {
    const world = new World2d();
    world.add({ shape: new HalfPlane2d() });
    const lift = world.add({ shape: new BoxShape2d([2, 0.1]), type: 'kinematic', position: [0, 0.5] });
    const crate = world.add({ shape: new BoxShape2d([0.3, 0.3]), position: [0.5, 0.9] });
    for (let n = 0; n < 120; n++) {
      bodyMoveTo2d(world, lift, [0, 0.5], 0, dt);
      world.step(dt);
    }
    expect(world.bodies.asleep[crate]).toBe(1);
    bodyMoveTo2d(world, lift, [0, 0.51], 0, dt);
    world.step(dt);
    expect(world.bodies.asleep[crate]).toBe(0);
  });

  it('names bad arguments and changes nothing', () => {
    const world = new World2d();
    const box = world.add({ shape: new BoxShape2d([1, 1]) });
    const lift = world.add({ shape: new BoxShape2d([1, 1]), type: 'kinematic', position: [5, 0] });
    expect(() => bodyMoveTo2d({} as World2d, lift, [0, 0], 0, dt)).toThrow('world must be a World2d');
    expect(() => bodyMoveTo2d(world, 9, [0, 0], 0, dt)).toThrow('body must be the id of a body');
    expect(() => bodyMoveTo2d(world, box, [0, 0], 0, dt)).toThrow('body must be kinematic');
    expect(() => bodyMoveTo2d(world, lift, [0, Infinity], 0, dt)).toThrow(/^position/);
    expect(() => bodyMoveTo2d(world, lift, [0, 0], Number.NaN, dt)).toThrow(/^rotation/);
    for (const bad of [0, -1, Number.NaN])
      expect(() => bodyMoveTo2d(world, lift, [0, 0], 0, bad)).toThrow(/^dt/);
    run(world, 0.1);
    expect([...world.bodies.positions.subarray(2, 4)]).toEqual([5, 0]);
  });
});
