/** Belts, one-way platforms, filters and modified contacts. */
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { ContactImpacts, ContactRules, World, WorldRollback } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;

function create(options: ConstructorParameters<typeof ContactRules>[0] = {}): {
  world: World;
  rules: ContactRules;
} {
  const rules = new ContactRules(options);
  return { rules, world: new World({ solver: rules }) };
}

function run(world: World, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(dt);
}

describe('conveyor belts', () => {
  for (const type of ['static', 'kinematic'] as const)
    it(`that are ${type} take things along, up to their speed, and stay`, () => {
      const { world, rules } = create();
      const belt = world.add({
        shape: new BoxShape([20, 0.5, 1]),
        type,
        position: [0, -0.5, 0],
        friction: 0.25,
      });
      const box = world.add({
        shape: new BoxShape([0.25, 0.25, 0.25]),
        position: [0, 0.25, 0],
        friction: 0.25,
      });
      run(world, 10);
      rules.setSurfaceVelocity(belt, [2, 0, 0]);
      world.wake(box);
      run(world, 30);
      // μ g t
      expect(world.bodies.velocities[3 * box] / (0.25 * g * 0.5)).toBeGreaterThan(0.97);
      expect(world.bodies.velocities[3 * box] / (0.25 * g * 0.5)).toBeLessThan(1.03);
      run(world, 120);
      expect(world.bodies.velocities[3 * box]).toBeCloseTo(2, 3);
      expect([...world.bodies.positions.slice(3 * belt, 3 * belt + 3)]).toEqual([0, -0.5, 0]);
      expect([...world.bodies.velocities.slice(3 * belt, 3 * belt + 3)]).toEqual([0, 0, 0]);
      rules.setSurfaceVelocity(belt, undefined);
      run(world, 120);
      expect(Math.abs(world.bodies.velocities[3 * box])).toBeLessThan(1e-6);
    });

  it('that move themselves get where they would', () => {
    const { world, rules } = create();
    const belt = world.add({ shape: new BoxShape([20, 0.5, 5]), type: 'kinematic', position: [0, -0.5, 0] });
    world.setVelocity(belt, [0, 0, 1]);
    const box = world.add({ shape: new BoxShape([0.25, 0.25, 0.25]), position: [0, 0.25, 0] });
    rules.setSurfaceVelocity(belt, [1, 0, 0]);
    run(world, 60);
    expect(world.bodies.positions[3 * belt + 2]).toBeCloseTo(1, 9);
    expect(world.bodies.positions[3 * belt]).toBe(0);
    expect(world.bodies.velocities[3 * box]).toBeCloseTo(1, 3);
    expect(world.bodies.velocities[3 * box + 2]).toBeCloseTo(1, 3);
  });
});

describe('rules', () => {
  /** A box at rest on a static slab. */
  function resting(solver?: (rules: ContactRules) => ContactImpacts) {
    const rules = new ContactRules();
    const world = new World({ solver: solver?.(rules) ?? rules });
    const add = () =>
      world.add({ shape: new BoxShape([10, 0.5, 2]), type: 'static', position: [0, -0.5, 0] });
    const floor = add();
    const box = world.add({ shape: new BoxShape([0.2, 0.2, 0.2]), position: [0, 0.2, 0] });
    run(world, 120);
    return { rules, world, add, floor, box, speed: () => world.bodies.velocities[3 * box] };
  }

  it('of belts wake what sleeps on them when they start, change and stop, and not otherwise', () => {
    const { rules, world, floor, speed } = resting();
    expect(world.sleeperCount).toBe(1);
    for (const velocity of [1, 2]) {
      rules.setSurfaceVelocity(floor, [velocity, 0, 0]);
      run(world, 120);
      expect(speed()).toBeCloseTo(velocity, 3);
    }
    rules.setSurfaceVelocity(floor, [0, 0, 0]);
    run(world, 180);
    expect(world.sleeperCount).toBe(1);
    rules.setSurfaceVelocity(floor, [0, 0, 0]);
    expect(world.bodies.asleep[1]).toBe(1);
    rules.setSurfaceVelocity(floor, undefined);
    expect(world.bodies.asleep[1]).toBe(0);
  });

  for (const [name, wrap] of [
    ['', undefined],
    [', behind another solver too', (rules: ContactRules) => new ContactImpacts({ solver: rules })],
  ] as const)
    it(`end with their bodies and are not those of others with their ids${name}`, () => {
      const { rules, world, add, floor, speed, box } = resting(wrap);
      rules.setSurfaceVelocity(floor, [1, 0, 0]);
      rules.setOneWay(floor, [0, -1, 0]);
      world.remove(floor);
      expect(add()).toBe(floor);
      world.setPose(box, [0, 0.2, 0]);
      run(world, 60);
      expect(Math.abs(speed())).toBeLessThan(1e-6);
      expect(world.bodies.positions[3 * box + 1]).toBeGreaterThan(0.19);
      rules.setSurfaceVelocity(floor, [1, 0, 0]);
      run(world, 60);
      expect(speed()).toBeCloseTo(1, 3);
      expect(() => rules.setSurfaceVelocity(9, [1, 0, 0])).toThrow('body must be the id of a body, got 9');
      expect(() => rules.setOneWay(9, [0, 1, 0])).toThrow('body must be the id of a body, got 9');
      rules.setOneWay(9, undefined);
    });

  it('of belts come back with their bodies', () => {
    const { rules, world, add, floor, speed } = resting();
    rules.setSurfaceVelocity(floor, [1, 0, 0]);
    const rollback = new WorldRollback(world);
    const state = rollback.save();
    world.remove(floor);
    add();
    rollback.restore(state);
    run(world, 60);
    expect(speed()).toBeCloseTo(1, 3);
  });
});

describe('one-way platforms', () => {
  it('take a way out of any length but 0', () => {
    for (const length of [1e-3, 1, 20]) {
      const { world, rules } = create();
      const floor = world.add({ shape: new BoxShape([3, 0.1, 3]), type: 'static', position: [0, 0, 0] });
      rules.setOneWay(floor, { x: 0, y: length, z: 0 });
      const ball = world.add({ shape: new SphereShape(0.25), position: [0, 1, 0] });
      const riser = world.add({ shape: new SphereShape(0.25), position: [2, -2, 0], velocity: [0, 9, 0] });
      run(world, 45);
      expect(world.bodies.positions[3 * ball + 1]).toBeGreaterThan(0.34);
      expect(world.bodies.positions[3 * riser + 1]).toBeGreaterThan(1);
    }
    expect(() => create().rules.setOneWay(0, [0, 0, 0])).toThrow('the length of up must be positive');
  });

  function platform(): { world: World; rules: ContactRules; floor: number } {
    const { world, rules } = create();
    const floor = world.add({ shape: new BoxShape([3, 0.1, 3]), type: 'static', position: [0, 0, 0] });
    rules.setOneWay(floor, [0, 1, 0]);
    return { world, rules, floor };
  }

  it('let through what comes from below, and carry it when it comes down', () => {
    const { world } = platform();
    const ball = world.add({ shape: new SphereShape(0.25), position: [0, -2, 0], velocity: [0, 8, 0] });
    let top = 0;
    for (let n = 0; n < 240; n++) {
      world.step(dt);
      top = Math.max(top, world.bodies.positions[3 * ball + 1]);
    }
    // As high as without the platform: v² / 2g.
    expect(Math.abs(top - (-2 + 64 / (2 * g)))).toBeLessThan(0.1);
    expect(world.bodies.positions[3 * ball + 1]).toBeCloseTo(0.35, 2);
  });

  it('let what does not get through fall down again', () => {
    const { world } = platform();
    const box = world.add({
      shape: new BoxShape([0.4, 0.4, 0.4]),
      position: [0, -1.5, 0],
      velocity: [0, 5, 0],
    });
    run(world, 120);
    expect(world.bodies.positions[3 * box + 1]).toBeLessThan(-3);
  });

  it('let through what comes from the side', () => {
    const { world } = platform();
    const ball = world.add({
      shape: new SphereShape(0.05),
      position: [-4, 0, 0],
      velocity: [5, 1, 0],
      gravityScale: 0,
    });
    run(world, 120);
    expect(world.bodies.positions[3 * ball]).toBeGreaterThan(5);
  });

  it('carry a stack, and are solid again when told', () => {
    const { world, rules, floor } = platform();
    for (let i = 0; i < 4; i++)
      world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), position: [0, 0.4 + 0.6 * i, 0] });
    run(world, 240);
    expect(world.bodies.positions[3 * 4 + 1]).toBeCloseTo(2.2, 1);
    rules.setOneWay(floor, undefined);
    const ball = world.add({ shape: new SphereShape(0.25), position: [2, -2, 0], velocity: [0, 8, 0] });
    run(world, 120);
    expect(world.bodies.positions[3 * ball + 1]).toBeLessThan(0);
  });
});

describe('filters and modifiers', () => {
  it('let pairs pass through each other', () => {
    const asked: string[] = [];
    const { world } = create({
      filter(a, b) {
        asked.push(`${a}-${b}`);
        return a + b !== 3;
      },
    });
    world.add({ shape: new HalfSpace() });
    const one = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
    const two = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0.1, 2, 0] });
    run(world, 120);
    expect(world.bodies.positions[3 * one + 1]).toBeCloseTo(0.5, 2);
    expect(world.bodies.positions[3 * two + 1]).toBeCloseTo(0.5, 2);
    expect(new Set(asked)).toEqual(new Set(['0-1', '0-2', '1-2']));
  });

  it('change friction and restitution of a pair', () => {
    const { world } = create({
      modify(contact) {
        if (contact.bodyB === 1) contact.friction = 0;
        if (contact.bodyB === 2) contact.friction = 2;
        if (contact.bodyB === 3) contact.restitution = 1;
      },
    });
    const normal = [Math.sin(0.5), Math.cos(0.5), 0];
    world.add({ shape: new HalfSpace(normal) });
    const rotation = [0, 0, -Math.sin(0.25), Math.cos(0.25)] as const;
    const at = (z: number) => [0.25 * normal[0], 0.25 * normal[1], z] as const;
    const shape = new BoxShape([0.25, 0.25, 0.25]);
    const slides = world.add({ shape, position: at(-2), rotation });
    const stays = world.add({ shape, position: at(2), rotation });
    run(world, 60);
    // tan 0.5 = 0.55: the default of 0.6 would hold both.
    expect(Math.hypot(...world.bodies.velocities.slice(3 * slides, 3 * slides + 3))).toBeCloseTo(
      g * Math.sin(0.5),
      1,
    );
    expect(Math.hypot(...world.bodies.velocities.slice(3 * stays, 3 * stays + 3))).toBeLessThan(1e-3);
    const ball = world.add({ shape: new SphereShape(0.25), position: [0, 3, 10] });
    let fastest = 0;
    for (let n = 0; n < 60; n++) {
      world.step(dt);
      fastest = Math.max(fastest, world.bodies.velocities[3 * ball]);
    }
    expect(fastest).toBeGreaterThan(3);
  });

  it('can switch a contact off', () => {
    const { world } = create({
      modify(contact) {
        contact.enabled = contact.bodyB !== 1;
      },
    });
    world.add({ shape: new HalfSpace() });
    const ghost = world.add({ shape: new SphereShape(0.5), position: [0, 1, 0] });
    run(world, 90);
    expect(world.bodies.positions[3 * ghost + 1]).toBeLessThan(-2);
  });

  it('change nothing by themselves, and stand in a row', () => {
    const build = (world: World) => {
      world.add({ shape: new HalfSpace() });
      for (let i = 0; i < 10; i++)
        world.add({ shape: new BoxShape([0.3, 0.2, 0.3]), position: [0.1 * i, 0.5 + 0.6 * i, 0] });
      run(world, 200);
      return [...world.bodies.positions];
    };
    const solver = new ContactImpacts({ solver: new ContactRules({ modify: () => {}, filter: () => true }) });
    expect(build(new World({ solver }))).toEqual(build(new World()));
  });

  it('refuse bad calls by name', () => {
    for (const bad of [null, 1, 'a']) expect(() => new ContactRules(bad as never)).toThrow(/options/);
    for (const name of ['solver', 'filter', 'modify'])
      for (const bad of [null, 1, {}])
        expect(() => new ContactRules({ [name]: bad })).toThrow(new RegExp(`^${name}`));
    const rules = new ContactRules();
    for (const bad of [null, -1, 1.5, 'a']) {
      expect(() => rules.setSurfaceVelocity(bad as never, [1, 0, 0])).toThrow(/^body/);
      expect(() => rules.setOneWay(bad as never, [0, 1, 0])).toThrow(/^body/);
    }
    for (const bad of [null, 1, [1], [1, NaN, 0]]) {
      expect(() => rules.setSurfaceVelocity(0, bad as never)).toThrow(/^velocity/);
      expect(() => rules.setOneWay(0, bad as never)).toThrow(/^up/);
    }
  });
});
