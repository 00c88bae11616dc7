import { BoxShape2d, CapsuleShape2d, CircleShape2d, PolygonShape2d } from '@colide/geometry';
import { ChainShape2d, manifoldConvex2d, manifoldGjk2d } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import {
  buildPyramid,
  buildTower,
  createGround,
  deepestOverlap,
  drift,
  dt,
  run,
  topSpeed,
} from '../support/scenes.ts';

describe.each([
  ['separating axes', manifoldConvex2d],
  ['GJK and EPA', manifoldGjk2d],
])('with %s', (_, narrowPhase) => {
  it('a tower of ten rests, and a pyramid of base ten', () => {
    for (const build of [
      (world: World2d) => buildTower(world, 10),
      (world: World2d) => buildPyramid(world, 10),
    ]) {
      const world = createGround({ narrowPhase });
      const ids = build(world);
      const start = Float64Array.from(world.bodies.positions);
      run(world, 8);
      expect(world.sleeperCount).toBe(ids.length);
      expect(drift(world, ids, start)).toBeLessThan(0.02);
      expect(deepestOverlap(world)).toBeLessThan(0.005);
    }
  });

  it('all kinds of shapes come to rest in a bowl', () => {
    const random = new Random(3);
    const world = new World2d({ narrowPhase });
    world.add({ shape: new ChainShape2d([6, 6, 4, 0, -4, 0, -6, 6]), type: 'static' });
    const shapes = [
      new CircleShape2d(0.3),
      new BoxShape2d([0.4, 0.3]),
      new CapsuleShape2d(0.2, 0.3),
      new PolygonShape2d([-0.4, -0.3, 0.4, -0.3, 0.3, 0.3, 0, 0.5]),
    ];
    for (let i = 0; i < 40; i++)
      world.add({
        shape: shapes[i % 4],
        position: [random.uniform(-3, 3), 1 + 0.3 * i],
        rotation: random.uniform(-3, 3),
        rollingFriction: 0.05,
      });
    run(world, 12);
    expect(topSpeed(world)).toBeLessThan(0.05);
    expect(deepestOverlap(world)).toBeLessThan(0.02);
    const { positions } = world.bodies;
    for (const body of world.ids()) if (body > 0) expect(positions[2 * body + 1]).toBeGreaterThan(0);
  });

  it('a step puts nothing on the heap', () => {
    const world = createGround({ narrowPhase, sleeping: false });
    buildPyramid(world, 5);
    run(world, 1);
    expectNoAllocation(() => world.step(dt));
  });
});

describe('the narrow phase of a world', () => {
  it('must be a function', () => {
    for (const bad of [null, 1, 'gjk', {}])
      expect(() => new World2d({ narrowPhase: bad as never })).toThrow(/narrowPhase/);
  });
});

describe('how far away contacts are looked for', () => {
  /** Two boxes with a gap of 10 cm, after two steps: how many contact points there are. */
  function pointsBetween(left: number, right: number): number {
    const world = new World2d({ gravity: [0, 0] });
    const shape = new BoxShape2d([0.5, 0.5]);
    world.add({ shape, position: [-0.55, 0], velocity: [left, 0] });
    world.add({ shape, position: [0.55, 0], velocity: [right, 0] });
    run(world, 2 * dt);
    return world.contacts.count;
  }

  it('bodies that fly at each other have contacts before they touch', () => {
    expect(pointsBetween(2, -2)).toBe(2);
    expect(pointsBetween(4, 0)).toBe(2);
  });

  it('bodies that fly together have none, as those at rest', () => {
    for (const speed of [0, 1, 10, 100]) expect(pointsBetween(speed, speed)).toBe(0);
  });
});
