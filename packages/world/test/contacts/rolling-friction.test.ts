/** Rolling bodies slow down, stop and stay, according to closed forms. */
import { BoxShape, CapsuleShape, CylinderShape, HalfSpace, SphereShape } from '@colide/geometry';
import { ColoredSolver, ImpulseSolver, type RigidSolver } from '@colide/solvers';
import {
  ContactImpacts,
  ContactRules,
  RollingFriction,
  type RollingFrictionOptions,
  World,
  WorldRollback,
  worldLoad,
  worldSave,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;

function create(options: RollingFrictionOptions, sleeps = false): { rolling: RollingFriction; world: World } {
  const rolling = new RollingFriction(options);
  return { rolling, world: new World({ solver: rolling, ...(sleeps ? {} : { sleeping: false }) }) };
}

function run(world: World, steps: number): void {
  for (let n = 0; n < steps; n++) world.step(dt);
}

/** A body that rolls along x at `speed` on a half-space; its axis is z. */
function roller(world: World, shape: SphereShape | CylinderShape | CapsuleShape, speed: number): number {
  world.add({ shape: new HalfSpace() });
  const { radius } = shape;
  const half = Math.SQRT1_2;
  return world.add({
    shape,
    position: [0, radius, 0],
    rotation: [half, 0, 0, half],
    velocity: [speed, 0, 0],
    angularVelocity: [0, 0, -speed / radius],
  });
}

describe('rolling friction', () => {
  // (1 + I / m r²) a = c g
  it.each([
    ['a small ball', new SphereShape(0.02), 2 / 5],
    ['a ball', new SphereShape(0.5), 2 / 5],
    ['a large ball', new SphereShape(5), 2 / 5],
    ['a cylinder', new CylinderShape(0.5, 1), 1 / 2],
  ] as const)('slows %s down by c g / (1 + I / m r²), and stops it', (_, shape, inertia) => {
    for (const coefficient of [0.01, 0.05]) {
      const { world } = create({ coefficient });
      const body = roller(world, shape, 1);
      const { positions: x, velocities: v } = world.bodies;
      const slowing = (coefficient * g) / (1 + inertia);
      const time = 1 / slowing;
      const steps = Math.floor((0.5 * time) / dt);
      // Normal forces are those of the last step: there are none in the first one.
      run(world, steps + 1);
      expect(v[3 * body] / (1 - slowing * steps * dt)).toBeCloseTo(1, 3);
      run(world, Math.ceil((0.6 * time) / dt) + 10);
      expect(Math.abs(v[3 * body])).toBeLessThan(1e-4);
      // v² / 2a
      expect(x[3 * body] / (0.5 / slowing)).toBeCloseTo(1, 1);
      const stopped = x[3 * body];
      run(world, 300);
      expect(Math.abs(x[3 * body] - stopped)).toBeLessThan(1e-4);
    }
  });

  it('holds balls on slopes whose tangent is less than c, and lets them roll on steeper ones', () => {
    const coefficient = 0.1;
    for (const radius of [0.05, 0.5, 3])
      for (const tangent of [0.03, 0.09, 0.13, 0.3]) {
        const { world } = create({ coefficient });
        const angle = Math.atan(tangent);
        const [s, c] = [Math.sin(angle), Math.cos(angle)];
        world.add({ shape: new HalfSpace([s, c, 0]) });
        const ball = world.add({
          shape: new SphereShape(radius),
          position: [radius * s, radius * c, 0],
        });
        const { positions: x, velocities: v } = world.bodies;
        run(world, 60);
        const start = x[3 * ball];
        run(world, 240);
        if (tangent < coefficient) expect(Math.abs(x[3 * ball] - start)).toBeLessThan(1e-4);
        else {
          const acceleration = (5 / 7) * g * (s - coefficient * c);
          expect(Math.hypot(v[3 * ball], v[3 * ball + 1]) / (acceleration * 5)).toBeCloseTo(1, 1);
        }
      }
  });

  it('lets bodies fall asleep on slopes', () => {
    const { world } = create({ coefficient: 0.1 }, true);
    world.add({ shape: new HalfSpace([0.05, 1, 0]) });
    world.add({ shape: new SphereShape(0.5), position: [0, 0.51, 0] });
    world.add({ shape: new CapsuleShape(0.2, 1), position: [3, 0.1, 0], rotation: [0.5, 0.5, 0.5, 0.5] });
    run(world, 300);
    expect(world.sleeperCount).toBe(2);
  });

  it('is equal and opposite: balls come to rest on what carries them', () => {
    const { world } = create({ coefficient: 0.05 });
    const friction = 0;
    world.add({ shape: new HalfSpace([0, 1, 0], -1), friction });
    const plank = world.add({ shape: new BoxShape([40, 0.5, 2]), position: [0, -0.5, 0], mass: 500 });
    world.setMaterial(plank, { friction: 1 });
    const ball = world.add({
      shape: new SphereShape(0.5),
      mass: 100,
      position: [-20, 0.5, 0],
      velocity: [3, 0, 0],
      angularVelocity: [0, 0, -6],
    });
    const { velocities: v, angularVelocities: w } = world.bodies;
    run(world, 900);
    // The ball stops on the plank, and both slide on together.
    expect(v[3 * ball]).toBeCloseTo(0.5, 2);
    expect(v[3 * plank]).toBeCloseTo(0.5, 2);
    expect(w[3 * ball + 2]).toBeCloseTo(0, 3);
  });

  it('leaves faces and free rotation alone', () => {
    const poses = (solver: RigidSolver) => {
      const world = new World({ solver });
      world.add({ shape: new HalfSpace() });
      for (let i = 0; i < 8; i++)
        world.add({ shape: new BoxShape([0.3, 0.2, 0.3]), position: [0.1 * i, 0.5 + 0.6 * i, 0] });
      world.add({ shape: new SphereShape(0.3), position: [0, 99, 0], angularVelocity: [1, 2, 3] });
      run(world, 100);
      return [...world.bodies.positions, ...world.bodies.rotations];
    };
    expect(poses(new RollingFriction({ coefficient: 1 }))).toEqual(poses(new ImpulseSolver()));
  });

  it('stops balls that spin without friction', () => {
    const { world } = create({ coefficient: 0.1 });
    world.add({ shape: new HalfSpace(), friction: 0 });
    const ball = world.add({
      shape: new SphereShape(0.5),
      position: [0, 0.5, 0],
      angularVelocity: [0, 0, -3],
    });
    const { velocities: v, angularVelocities: w } = world.bodies;
    run(world, 10);
    // 5/2 c g / r
    expect(w[3 * ball + 2]).toBeCloseTo(-3 + ((5 / 2) * 0.1 * g * 9 * dt) / 0.5, 1);
    run(world, 60);
    expect(Math.abs(w[3 * ball + 2])).toBeLessThan(1e-9);
    expect(Math.abs(v[3 * ball])).toBeLessThan(1e-9);
  });

  it('of a body is its own, ends with it, and wakes what a change concerns', () => {
    const { world, rolling } = create({ coefficient: 0 }, true);
    const first = roller(world, new SphereShape(0.5), 1);
    rolling.setCoefficient(first, 0.2);
    expect(rolling.coefficientOf(first)).toBe(0.2);
    run(world, 200);
    expect(world.sleeperCount).toBe(1);
    rolling.setCoefficient(first, 0.2);
    expect(world.bodies.asleep[first]).toBe(1);
    rolling.setCoefficient(first, 0.1);
    expect(world.bodies.asleep[first]).toBe(0);
    world.remove(first);
    const second = world.add({ shape: new SphereShape(0.5), position: [0, 0.5, 0] });
    expect(second).toBe(first);
    expect(rolling.coefficientOf(second)).toBe(0);
    rolling.setCoefficient(second, 0.3);
    rolling.setCoefficient(second, undefined);
    expect(rolling.coefficientOf(second)).toBe(0);
    expect(() => rolling.setCoefficient(9, 1)).toThrow('body must be the id of a body, got 9');
  });

  it('refuses bad calls by name', () => {
    for (const bad of [null, 1, 'a']) expect(() => new RollingFriction(bad as never)).toThrow(/options/);
    for (const bad of [null, 1, {}])
      expect(() => new RollingFriction({ solver: bad as never })).toThrow(/^solver/);
    for (const bad of [null, -1, NaN, Infinity, 'a']) {
      expect(() => new RollingFriction({ coefficient: bad as never })).toThrow(/^coefficient/);
      expect(() => new RollingFriction().setCoefficient(0, bad as never)).toThrow(/^coefficient/);
    }
    for (const bad of [null, -1, 1.5, 'a'])
      expect(() => new RollingFriction().setCoefficient(bad as never, 1)).toThrow(/^body/);
  });

  it('works with other solvers, in front of and behind rules', () => {
    for (const solver of [
      new RollingFriction({ coefficient: 0.05, solver: new ColoredSolver() }),
      new RollingFriction({ coefficient: 0.05, solver: new ContactRules({ modify: () => {} }) }),
      new ContactImpacts({ solver: new RollingFriction({ coefficient: 0.05 }) }),
    ]) {
      const world = new World({ solver, sleeping: false });
      const ball = roller(world, new SphereShape(0.5), 1);
      run(world, 91);
      expect(world.bodies.velocities[3 * ball]).toBeCloseTo(1 - (5 / 7) * 0.05 * g * 1.5, 3);
    }
  });

  it('goes on with the same bits after snapshots, rollback and saved games', () => {
    const { world, rolling } = create({ coefficient: 0.05 }, true);
    world.add({ shape: new HalfSpace([0.03, 1, 0]) });
    for (let i = 0; i < 12; i++)
      world.add({ shape: new SphereShape(0.3 + 0.01 * i), position: [0.05 * i, 1 + 0.8 * i, 0.02 * i] });
    rolling.setCoefficient(3, 0.2);
    run(world, 100);
    const snapshot = world.snapshot();
    const rollback = new WorldRollback(world);
    const state = rollback.save();
    const bytes = worldSave(world);
    const motions = () => [...world.bodies.positions, ...world.bodies.angularVelocities];
    run(world, 100);
    const expected = motions();
    world.restore(snapshot);
    run(world, 100);
    expect(motions()).toEqual(expected);
    world.remove(5);
    rollback.restore(state);
    run(world, 100);
    expect(motions()).toEqual(expected);
    const again = new RollingFriction({ coefficient: 0.05 });
    const loaded = worldLoad(bytes, { solver: again });
    again.setCoefficient(3, 0.2);
    run(loaded, 100);
    expect([...loaded.bodies.positions, ...loaded.bodies.angularVelocities]).toEqual(expected);
  });
});
