/** Impacts against momentum: how fast and how hard things hit, in whole steps. */
import { BoxShape, Compound, HalfSpace, SphereShape } from '@colide/geometry';
import { ImpulseSolver, RigidJoints } from '@colide/solvers';
import { type ContactImpact, ContactImpacts, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;

/** Steps until there is an impact; returns it with the velocities before. */
function untilImpact(
  world: World,
  impacts: ContactImpacts,
  body: number,
): { hit: ContactImpact; before: number[] } {
  for (let n = 0; n < 600; n++) {
    const before = [...world.bodies.velocities.slice(3 * body, 3 * body + 3)];
    world.step(dt);
    if (impacts.count > 0) return { hit: impacts.get(0), before };
  }
  throw new Error('no impact');
}

describe('impacts', () => {
  for (const restitution of [0, 0.5, 1])
    for (const mass of [0.1, 7, 1000])
      it(`of a ball of ${mass} kg on the ground have its momentum, e = ${restitution}`, () => {
        const impacts = new ContactImpacts();
        const world = new World({ solver: impacts });
        world.add({ shape: new HalfSpace() });
        const ball = world.add({ shape: new SphereShape(0.25), mass, restitution, position: [1, 2.25, 0] });
        const { hit, before } = untilImpact(world, impacts, ball);
        // It has fallen by 2 m, less what it falls in a step.
        expect(hit.speed).toBeCloseTo(-before[1], 9);
        expect(Math.abs(hit.speed - Math.sqrt(2 * g * 2))).toBeLessThan(0.4);
        const after = world.bodies.velocities[3 * ball + 1];
        expect(hit.impulse / (mass * (after - before[1] + g * dt))).toBeCloseTo(1, 9);
        expect(hit.impulse).toBeGreaterThan(0.95 * mass * hit.speed * (1 + restitution));
        expect([hit.bodyA, hit.bodyB].sort()).toEqual([0, ball]);
        expect(Math.abs(hit.normal[1])).toBeCloseTo(1, 9);
        expect(hit.point[0]).toBeCloseTo(1, 9);
        expect(Math.abs(hit.point[1])).toBeLessThan(0.02);
      });

  it('of two balls are those of the textbook', () => {
    for (const [m1, m2, e] of [
      [1, 1, 1],
      [3, 1, 0.5],
      [0.5, 20, 0],
    ]) {
      const impacts = new ContactImpacts();
      const world = new World({ solver: impacts, gravity: [0, 0, 0] });
      const a = world.add({
        shape: new SphereShape(0.5),
        mass: m1,
        restitution: e,
        position: [-2, 0, 0],
        velocity: [3, 0, 0],
      });
      world.add({
        shape: new SphereShape(0.5),
        mass: m2,
        restitution: e,
        position: [0, 0, 0],
        velocity: [-1, 0, 0],
      });
      const { hit } = untilImpact(world, impacts, a);
      const expected = (1 + e) * 4 * ((m1 * m2) / (m1 + m2));
      expect(hit.speed).toBeCloseTo(4, 9);
      expect(hit.impulse / expected).toBeGreaterThan(0.999);
      expect(hit.impulse / expected).toBeLessThan(1.001);
    }
  });

  it('are distinguished from what lies below', () => {
    const impacts = new ContactImpacts({ minSpeed: 1 });
    const world = new World({ solver: impacts });
    const ground = world.add({ shape: new HalfSpace() });
    const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), mass: 50, position: [0, 0.5, 0] });
    for (let n = 0; n < 30; n++) world.step(dt);
    expect(impacts.count).toBe(0);
    const ball = world.add({ shape: new SphereShape(0.25), mass: 2, position: [0, 3, 0] });
    const { hit, before } = untilImpact(world, impacts, ball);
    expect([hit.bodyA, hit.bodyB].sort()).toEqual([box, ball]);
    const after = world.bodies.velocities[3 * ball + 1];
    expect(hit.impulse).toBeCloseTo(2 * (after - before[1] + g * dt), 6);
    expect(impacts.count).toBe(1);
    expect([...impacts].length).toBe(1);
    expect(ground).toBe(0);
  });

  it('of compounds count once per pair', () => {
    const impacts = new ContactImpacts();
    const world = new World({ solver: impacts });
    world.add({ shape: new HalfSpace() });
    const shape = new Compound(
      [-1, 1].map(x => ({ shape: new BoxShape([0.3, 0.3, 0.3]), position: [x, 0, 0] })),
    );
    const body = world.add({ shape, mass: 10, position: [0, 2, 0] });
    const { hit, before } = untilImpact(world, impacts, body);
    expect(impacts.count).toBe(1);
    const after = world.bodies.velocities[3 * body + 1];
    expect(hit.impulse).toBeCloseTo(10 * (after - before[1] + g * dt), 6);
  });

  it('in rings and on joints are estimated, and positive', () => {
    const impacts = new ContactImpacts({ minSpeed: 0.2 });
    const joints = new RigidJoints();
    const world = new World({ solver: impacts, joints });
    world.add({ shape: new HalfSpace() });
    for (let i = 0; i < 12; i++)
      world.add({
        shape: new BoxShape([0.4, 0.4, 0.4]),
        position: [0.45 * (i % 3), 0.6 + 0.9 * Math.floor(i / 3), 0],
      });
    joints.addBall(world.bodies, 1, 2, [0.2, 0.6, 0]);
    let seen = 0;
    for (let n = 0; n < 120; n++) {
      world.step(dt);
      for (const hit of impacts) {
        seen++;
        expect(hit.impulse).toBeGreaterThan(0);
        expect(hit.impulse).toBeLessThan(1e5);
      }
    }
    expect(seen).toBeGreaterThan(3);
  });

  it('below the thresholds are left out', () => {
    for (const options of [{ minSpeed: 7 }, { minImpulse: 50 }]) {
      const impacts = new ContactImpacts(options);
      const world = new World({ solver: impacts });
      world.add({ shape: new HalfSpace() });
      world.add({ shape: new SphereShape(0.25), mass: 5, position: [0, 2.25, 0] });
      world.add({ shape: new SphereShape(0.25), mass: 50, position: [2, 7, 0] });
      let seen = 0;
      for (let n = 0; n < 120; n++) {
        world.step(dt);
        seen += impacts.count;
        for (const hit of impacts) expect(Math.max(hit.bodyA, hit.bodyB)).toBe(2);
      }
      expect(seen).toBeGreaterThan(0);
    }
  });

  it('do not change what happens', () => {
    const build = (solver?: ContactImpacts) => {
      const world = new World(solver ? { solver } : {});
      world.add({ shape: new HalfSpace() });
      for (let i = 0; i < 10; i++)
        world.add({
          shape: new BoxShape([0.3, 0.2, 0.3]),
          restitution: 0.2,
          position: [0.1 * i, 0.5 + 0.6 * i, 0],
        });
      for (let n = 0; n < 200; n++) world.step(dt);
      return [...world.bodies.positions];
    };
    expect(build(new ContactImpacts({ solver: new ImpulseSolver() }))).toEqual(build());
  });

  it('refuse bad calls by name', () => {
    for (const bad of [null, 1, 'a']) expect(() => new ContactImpacts(bad as never)).toThrow(/options/);
    for (const bad of [null, 1, {}])
      expect(() => new ContactImpacts({ solver: bad as never })).toThrow(/^solver/);
    for (const bad of [null, -1, NaN, '1']) {
      expect(() => new ContactImpacts({ minSpeed: bad as never })).toThrow(/^minSpeed/);
      expect(() => new ContactImpacts({ minImpulse: bad as never })).toThrow(/^minImpulse/);
    }
    const impacts = new ContactImpacts();
    for (const bad of [0, -1, 1.5, 'a']) expect(() => impacts.get(bad as never)).toThrow(/^index/);
  });
});
