/**
 * Solvers of vertices took pairs that may meet within a step into account, but not that one of the two may be
 * asleep: it stood like a wall, what hit it lost its momentum, and the body that was hit stayed where it was.
 */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { ProjectionSolver, SupportPlaneSolver, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const half = 0.4;
const cube = new BoxShape([half, half, half]);
const solvers = {
  'support planes': () => new SupportPlaneSolver(),
  'middle planes': () => new SupportPlaneSolver({ planes: 'middle' }),
  projection: () => new ProjectionSolver(),
};

describe.each(Object.entries(solvers))('%s', (_, make) => {
  it('lets what hits a body that sleeps push it as if it were awake', () => {
    const hit = (sleeping: object | false, speed: number, gap: number) => {
      const world = new World({ solver: make(), gravity: [0, 0, 0], sleeping });
      const body = world.add({ shape: cube, position: [0, 0, 0] });
      for (let n = 0; n < 60; n++) world.step(1 / 60);
      expect(world.bodies.asleep[body]).toBe(sleeping ? 1 : 0);
      const other = world.add({ shape: cube, position: [-2 * half - gap, 0, 0], velocity: [speed, 0, 0] });
      for (let n = 0; n < 10; n++) world.step(1 / 60);
      return [body, other].map(i => world.bodies.velocities[3 * i] / speed);
    };
    for (const speed of [2, 5, 8])
      for (const gap of [0.025, 0.04, 0.06, 0.09]) {
        const velocities = hit({}, speed, gap);
        expect(velocities[0]).toBeGreaterThan(0.25);
        expect(velocities).toEqual(hit(false, speed, gap));
      }
  });

  it('wakes a pile that is hit, which stays where it stands', () => {
    const drops = (sleeping: object | false) => {
      const world = new World({ solver: make(), sleeping });
      world.add({ shape: new HalfSpace() });
      const pile = [0, 1, 2].map(n => world.add({ shape: cube, position: [0, half + 2 * half * n, 0] }));
      for (let n = 0; n < 300; n++) world.step(1 / 60);
      for (const body of pile) expect(world.bodies.asleep[body]).toBe(sleeping ? 1 : 0);
      const heights = () => pile.map(body => world.bodies.positions[3 * body + 1]);
      const before = heights();
      world.add({ shape: cube, position: [0, 7 * half + 0.06, 0], velocity: [0, -6, 0], mass: 1 });
      world.step(1 / 60);
      for (const body of pile) expect(world.bodies.asleep[body]).toBe(0);
      return heights().map((y, n) => before[n] - y);
    };
    const awake = drops(false);
    drops({}).forEach((drop, n) => {
      expect(Math.abs(drop - awake[n])).toBeLessThan(0.003);
    });
  });
});
