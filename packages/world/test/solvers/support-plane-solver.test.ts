import { BoxShape, HalfSpace, HullShape, SphereShape, solidTruncatedOctahedron } from '@colide/geometry';
import { SupportPlaneSolver, World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import {
  cube,
  cylinder,
  deepestOverlap,
  drift,
  dropBodies,
  icosahedron,
  walledWorld,
} from '../support/vertex-scenes.ts';

const octahedron = HullShape.fromPoints(solidTruncatedOctahedron(0.4).positions);

for (const planes of ['support', 'middle'] as const)
  describe(`planes through support vertices, ${planes}`, () => {
    it('let the 24-vertex bodies of the source and cubes come to rest', () => {
      // Without friction, when the last body has found its hollow differs from heap to heap.
      const rests: number[] = [];
      for (const shape of [octahedron, cube])
        for (const seed of [31, 32, 33]) {
          const solver = new SupportPlaneSolver({ planes });
          const world = walledWorld(solver);
          dropBodies(world, [shape], 9, seed);
          let [contacts, particles] = [0, 0];
          let steps = 0;
          for (; steps < 900 && world.sleeperCount < 9; steps++) {
            world.step(1 / 60);
            contacts += solver.counters.contacts;
            particles += solver.counters.particles;
          }
          expect(contacts).toBeGreaterThan(1000);
          expect(particles).toBeGreaterThan(contacts);
          expect(world.sleeperCount).toBe(9);
          expect(drift(world, 30)).toBe(0);
          expect(deepestOverlap(world)).toBeLessThan(seed === 31 ? 0.001 : 0.004);
          rests.push(steps);
        }
      expect(rests.sort((a, b) => a - b)[3]).toBeLessThan(420);
    });

    it('keep mixed shapes apart and let them come to rest', () => {
      const solver = new SupportPlaneSolver({ planes });
      const world = walledWorld(solver);
      dropBodies(world, [icosahedron, cylinder, cube], 9);
      for (let n = 0; n < 300; n++) world.step(1 / 60);
      expect(deepestOverlap(world)).toBeLessThan(0.005);
      // Without friction they slide until each lies in a hollow, which takes 7 to 8 s here; then all sleep.
      for (let n = 300; n < 560; n++) world.step(1 / 60);
      expect(deepestOverlap(world)).toBeLessThan(0.002);
      expect(world.sleeperCount).toBe(9);
      expect(drift(world, 30)).toBe(0);
    });

    it('part two cubes along the normal, by the same way each', () => {
      const world = new World({ solver: new SupportPlaneSolver({ planes }), gravity: [0, 0, 0] });
      world.add({ shape: new BoxShape([0.5, 0.5, 0.5]) });
      world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0.9, 0.05, 0] });
      world.step(1 / 60);
      const [x, y, , u, v] = world.bodies.positions;
      // Half of a cube's vertices move to the plane, by the whole overlap or by half of it; matching halves
      // the distance.
      expect(u - x).toBeGreaterThan(planes === 'support' ? 1 - 1e-9 : 0.9995);
      expect(u - x).toBeLessThan(1.001);
      expect(x + u).toBeCloseTo(0.9, 12);
      expect([y, v].map(Math.abs)).toEqual([expect.closeTo(0, 9), expect.closeTo(0.05, 9)]);
    });
  });

describe('a support plane solver', () => {
  it('goes to the other plane by default: the first round moves each cube by half of the overlap', () => {
    const part = (planes: 'support' | 'middle') => {
      const solver = new SupportPlaneSolver({ planes, rounds: 1 });
      const world = new World({ solver, gravity: [0, 0, 0] });
      world.add({ shape: cube });
      world.add({ shape: cube, position: [0.5, 0, 0] });
      world.step(1 / 60);
      return world.bodies.positions[0];
    };
    expect(part('support')).toBeCloseTo(-0.05, 9);
    expect(part('middle')).toBeCloseTo(-0.025, 9);
  });

  it('falls by the integrator of the source, x + v h + ½ g h², d (v + g h)', () => {
    for (const damping of [0.95, 0.5, 1]) {
      const world = new World({ solver: new SupportPlaneSolver({ damping }), gravity: [0, -8, 1] });
      const dt = 1 / 64;
      let [y, z, v, w] = [3, 0, 2, -1];
      // Velocities of a world are half a step older than those of the source.
      const velocity = [0, v + 0.5 * damping * 8 * dt, w - 0.5 * damping * dt] as const;
      const body = world.add({ shape: cube, position: [0, y, z], velocity });
      for (let n = 0; n < 100; n++) {
        world.step(dt);
        y += v * dt - 4 * dt * dt;
        z += w * dt + 0.5 * dt * dt;
        v = damping * (v - 8 * dt);
        w = damping * (w + dt);
        expect(Math.abs(world.bodies.positions[3 * body + 1] - y)).toBeLessThan(1e-12);
        expect(Math.abs(world.bodies.positions[3 * body + 2] - z)).toBeLessThan(1e-12);
      }
    }
  });

  it('goes on from a snapshot with the same bits', () => {
    const make = () => {
      const world = walledWorld(new SupportPlaneSolver());
      dropBodies(world, [octahedron], 6);
      return world;
    };
    const world = make();
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    const snapshot = world.snapshot();
    for (let n = 0; n < 30; n++) world.step(1 / 60);
    const twin = make();
    twin.restore(snapshot);
    for (let n = 0; n < 30; n++) twin.step(1 / 60);
    expect(twin.bodies.positions).toEqual(world.bodies.positions);
  });

  it('refuses what it cannot do', () => {
    expect(() => new SupportPlaneSolver({ planes: 'both' as 'middle' })).toThrow(/planes/);
    expect(() => new SupportPlaneSolver({ rounds: 0 })).toThrow(/rounds/);
    expect(() => new SupportPlaneSolver({ damping: 1.1 })).toThrow(/damping/);
    const world = new World({ solver: new SupportPlaneSolver() });
    world.add({ shape: new HalfSpace() });
    world.add({ shape: new SphereShape(0.5), position: [0, 1, 0] });
    expect(() => world.step(1 / 60)).toThrow(/body 1 must be a box or a hull/);
  });
});
