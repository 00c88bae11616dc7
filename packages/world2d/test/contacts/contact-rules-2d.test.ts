/** Belts, one-way platforms, filters and modified contacts in the plane. */
import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import {
  ContactImpacts2d,
  ContactRules2d,
  World2d,
  WorldRollback2d,
  worldSnapshots2d,
} from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;

function create(options: ConstructorParameters<typeof ContactRules2d>[0] = {}): {
  world: World2d;
  rules: ContactRules2d;
} {
  const rules = new ContactRules2d(options);
  return { rules, world: new World2d({ snapshots: worldSnapshots2d, solver: rules }) };
}

function run(world: World2d, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(dt);
}

describe('planar conveyor belts', () => {
  for (const type of ['static', 'kinematic'] as const)
    it(`that are ${type} take things along, up to their speed, and stay`, () => {
      const { world, rules } = create();
      const belt = world.add({ shape: new BoxShape2d([20, 0.5]), type, position: [0, -0.5], friction: 0.25 });
      const box = world.add({ shape: new BoxShape2d([0.25, 0.25]), position: [0, 0.25], friction: 0.25 });
      run(world, 10);
      rules.setSurfaceVelocity(belt, { x: 2, y: 0 });
      run(world, 30);
      // μ g t
      expect(world.bodies.velocities[2 * box] / (0.25 * g * 0.5)).toBeGreaterThan(0.97);
      expect(world.bodies.velocities[2 * box] / (0.25 * g * 0.5)).toBeLessThan(1.03);
      run(world, 120);
      expect(world.bodies.velocities[2 * box]).toBeCloseTo(2, 3);
      expect([...world.bodies.positions.slice(2 * belt, 2 * belt + 2)]).toEqual([0, -0.5]);
      expect([...world.bodies.velocities.slice(2 * belt, 2 * belt + 2)]).toEqual([0, 0]);
      rules.setSurfaceVelocity(belt, undefined);
      run(world, 120);
      expect(Math.abs(world.bodies.velocities[2 * box])).toBeLessThan(1e-6);
    });

  it('wake what sleeps on them, end with their bodies and come back with them', () => {
    const rules = new ContactRules2d();
    const world = new World2d({
      snapshots: worldSnapshots2d,
      solver: new ContactImpacts2d({ solver: rules }),
    });
    const add = () => world.add({ shape: new BoxShape2d([10, 0.5]), type: 'static', position: [0, -0.5] });
    const floor = add();
    const box = world.add({ shape: new BoxShape2d([0.2, 0.2]), position: [0, 0.2] });
    const speed = () => world.bodies.velocities[2 * box];
    run(world, 120);
    expect(world.sleeperCount).toBe(1);
    rules.setSurfaceVelocity(floor, [1, 0]);
    run(world, 60);
    expect(speed()).toBeCloseTo(1, 3);
    const rollback = new WorldRollback2d(world);
    const state = rollback.save();
    world.remove(floor);
    expect(add()).toBe(floor);
    run(world, 90);
    expect(Math.abs(speed())).toBeLessThan(1e-6);
    rollback.restore(state);
    run(world, 60);
    expect(speed()).toBeCloseTo(1, 3);
    expect(() => rules.setSurfaceVelocity(9, [1, 0])).toThrow('body must be the id of a body, got 9');
    expect(() => rules.setOneWay(9, [0, 1])).toThrow('body must be the id of a body, got 9');
    rules.setOneWay(9, undefined);
  });
});

describe('planar one-way platforms', () => {
  it('hold what comes down and let through what comes up', () => {
    for (const length of [1e-3, 1, 20]) {
      const { world, rules } = create();
      const platform = world.add({ shape: new BoxShape2d([5, 0.1]), type: 'static' });
      rules.setOneWay(platform, [0, length]);
      const shape = new BoxShape2d([0.25, 0.25]);
      const faller = world.add({ shape, position: [0, 1] });
      const riser = world.add({ shape: new CircleShape2d(0.25), position: [2, -2], velocity: [0, 9] });
      const slow = world.add({ shape: new CircleShape2d(0.25), position: [-2, -2], velocity: [0, 3] });
      const height = (body: number) => world.bodies.positions[2 * body + 1];
      run(world, 30);
      expect(height(riser)).toBeGreaterThan(0.5);
      run(world, 150);
      expect(height(faller)).toBeCloseTo(0.35, 2);
      expect(height(riser)).toBeCloseTo(0.35, 2);
      expect(height(slow)).toBeLessThan(-3);
      rules.setOneWay(platform, [0, -1]);
      run(world, 60);
      expect(height(faller)).toBeLessThan(-0.5);
    }
  });
});

describe('planar filters and modifiers', () => {
  it('let pairs pass, and are asked once per pair', () => {
    const asked: number[][] = [];
    const { world } = create({
      filter: (a, b) => {
        asked.push([a, b]);
        return b !== 2;
      },
    });
    world.add({ shape: new BoxShape2d([5, 0.5]), type: 'static', position: [0, -0.5] });
    const held = world.add({ shape: new BoxShape2d([0.5, 0.5]), position: [-1, 0.5] });
    const falls = world.add({ shape: new BoxShape2d([0.5, 0.5]), position: [1, 0.5] });
    world.step(dt);
    expect(asked).toEqual([
      [0, held],
      [0, falls],
    ]);
    run(world, 60);
    expect(world.bodies.positions[2 * held + 1]).toBeCloseTo(0.5, 2);
    expect(world.bodies.positions[2 * falls + 1]).toBeLessThan(-2);
  });

  it('change friction and restitution, and switch contacts off', () => {
    const { world } = create({
      modify: contact => {
        expect(contact.count).toBeLessThanOrEqual(2);
        expect(contact.contacts.arrays.bodies[2 * contact.first]).toBe(contact.bodyA);
        if (contact.bodyB === 1) contact.friction = -5;
        if (contact.bodyB === 2) contact.restitution = 7;
        if (contact.bodyB === 3) contact.enabled = false;
      },
    });
    world.add({ shape: new BoxShape2d([50, 0.5]), type: 'static', position: [0, -0.5] });
    const shape = new BoxShape2d([0.5, 0.5]);
    world.add({ shape, position: [-4, 0.5], velocity: [3, 0] });
    world.add({ shape: new CircleShape2d(0.5), position: [5, 1.5] });
    world.add({ shape, position: [9, 0.6] });
    let highest = 0;
    for (let n = 0; n < 90; n++) {
      world.step(dt);
      if (n > 45) highest = Math.max(highest, world.bodies.positions[5]);
    }
    expect(world.bodies.velocities[2]).toBeCloseTo(3, 6);
    expect(highest).toBeGreaterThan(1.4);
    expect(highest).toBeLessThan(1.51);
    expect(world.bodies.positions[7]).toBeLessThan(-2);
  });

  it('name what is wrong', () => {
    const make = (options: object) => () => new ContactRules2d(options);
    expect(make({ filter: 1 })).toThrow('filter must be a function');
    expect(make({ modify: {} })).toThrow('modify must be a function');
    expect(make({ solver: {} })).toThrow('solver must be a RigidSolver2d');
    expect(make({ filtr: () => true })).toThrow('options must not have filtr');
    const { rules } = create();
    expect(() => rules.setOneWay(0, [0, 0])).toThrow('the length of up');
    expect(() => rules.setSurfaceVelocity(-1, [0, 0])).toThrow('body');
    expect(() => rules.setSurfaceVelocity(0, null as never)).toThrow('velocity');
  });
});

it.each(['friction', 'restitution'] as const)('refuses a modified %s that is not finite', name => {
  for (const value of [Infinity, -Infinity, NaN]) {
    const modify = (contact: { friction: number; restitution: number }) => {
      contact[name] = value;
    };
    const { world } = create({ modify });
    world.add({ shape: new BoxShape2d([10, 0.5]), type: 'static', position: [0, -0.5] });
    world.add({ shape: new CircleShape2d(0.5), position: [0, 0.49] });
    expect(() => world.step(dt)).toThrow(new RegExp(`${name} must`));
  }
});
