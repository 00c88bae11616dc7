/** Impacts against momentum: how fast and how hard bodies hit, in whole steps. */
import { BoxShape2d, CircleShape2d, Compound2d, HalfPlane2d } from '@colide/geometry';
import { type ContactImpact2d, ContactImpacts2d, World2d, WorldJoints2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;

/** Steps until there is an impact; returns it with the velocity before. */
function untilImpact(
  world: World2d,
  impacts: ContactImpacts2d,
  body: number,
): { hit: ContactImpact2d; before: number[] } {
  for (let n = 0; n < 600; n++) {
    const before = [...world.bodies.velocities.slice(2 * body, 2 * body + 2)];
    world.step(dt);
    if (impacts.count > 0) return { hit: impacts.get(0), before };
  }
  throw new Error('no impact');
}

describe('planar impacts', () => {
  for (const restitution of [0, 0.5, 1])
    for (const mass of [0.1, 7, 1000])
      it(`of a ball of ${mass} kg on the ground have its momentum, e = ${restitution}`, () => {
        const impacts = new ContactImpacts2d();
        const world = new World2d({ solver: impacts });
        world.add({ shape: new HalfPlane2d() });
        const ball = world.add({ shape: new CircleShape2d(0.25), mass, restitution, position: [1, 2.25] });
        const { hit, before } = untilImpact(world, impacts, ball);
        expect(hit.speed).toBeCloseTo(-before[1], 9);
        expect(Math.abs(hit.speed - Math.sqrt(2 * g * 2))).toBeLessThan(0.4);
        const after = world.bodies.velocities[2 * ball + 1];
        expect(hit.impulse / (mass * (after - before[1] + g * dt))).toBeCloseTo(1, 9);
        expect([hit.bodyA, hit.bodyB].sort()).toEqual([0, ball]);
        expect(Math.abs(hit.normal[1])).toBeCloseTo(1, 9);
        expect(hit.point[0]).toBeCloseTo(1, 9);
      });

  it('of two balls are those of the textbook', () => {
    for (const [m1, m2, e] of [
      [1, 1, 1],
      [3, 1, 0.5],
      [0.5, 20, 0],
    ]) {
      const impacts = new ContactImpacts2d();
      const world = new World2d({ solver: impacts, gravity: [0, 0] });
      const shape = new CircleShape2d(0.5);
      const a = world.add({ shape, mass: m1, restitution: e, position: [-2, 0], velocity: [3, 0] });
      world.add({ shape, mass: m2, restitution: e, position: [0, 0], velocity: [-1, 0] });
      const { hit } = untilImpact(world, impacts, a);
      const expected = (1 + e) * 4 * ((m1 * m2) / (m1 + m2));
      expect(hit.speed).toBeCloseTo(4, 9);
      expect(hit.impulse / expected).toBeGreaterThan(0.999);
      expect(hit.impulse / expected).toBeLessThan(1.001);
    }
  });

  it('count once per pair, and not for what lies', () => {
    const impacts = new ContactImpacts2d({ minSpeed: 1 });
    const world = new World2d({ solver: impacts });
    world.add({ shape: new HalfPlane2d() });
    world.add({ shape: new BoxShape2d([2, 0.5]), mass: 50, position: [0, 0.5] });
    for (let n = 0; n < 30; n++) world.step(dt);
    expect(impacts.count).toBe(0);
    const shape = new Compound2d([-1, 1].map(x => ({ shape: new BoxShape2d([0.3, 0.3]), position: [x, 0] })));
    const body = world.add({ shape, mass: 10, position: [0, 3] });
    const { hit, before } = untilImpact(world, impacts, body);
    expect([impacts.count, [...impacts].length]).toEqual([1, 1]);
    const after = world.bodies.velocities[2 * body + 1];
    expect(hit.impulse).toBeCloseTo(10 * (after - before[1] + g * dt), 6);
  });

  it('in rings and on joints are estimated, and positive', () => {
    const impacts = new ContactImpacts2d({ minSpeed: 0.2, minImpulse: 1e-3 });
    const world = new World2d({ solver: impacts });
    world.add({ shape: new HalfPlane2d() });
    for (let i = 0; i < 12; i++)
      world.add({
        shape: new BoxShape2d([0.4, 0.4]),
        position: [0.45 * (i % 3), 0.6 + 0.9 * Math.floor(i / 3)],
      });
    new WorldJoints2d(world).revolute(1, 2, { anchor: [0.2, 0.6] });
    let seen = 0;
    for (let n = 0; n < 120; n++) {
      world.step(dt);
      for (const hit of impacts) {
        expect(hit.impulse).toBeGreaterThan(1e-3);
        expect(hit.impulse).toBeLessThan(100);
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(5);
  });

  it('names what is wrong', () => {
    expect(() => new ContactImpacts2d({ minSpeed: -1 })).toThrow('minSpeed');
    expect(() => new ContactImpacts2d({ minImpulse: Number.NaN })).toThrow('minImpulse');
    expect(() => new ContactImpacts2d({ solver: {} as never })).toThrow('solver');
    expect(() => new ContactImpacts2d({ speed: 1 } as never)).toThrow('options must not have speed');
    expect(() => new ContactImpacts2d().get(0)).toThrow('index');
  });
});
