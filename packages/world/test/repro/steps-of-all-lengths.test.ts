import { BoxShape, HalfSpace } from '@colide/geometry';
import { ParticleSolver, RigidJoints } from '@colide/solvers';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

describe('steps of very different lengths', () => {
  for (const solver of ['impulses', 'matching', 'distances'] as const)
    it(`do not throw jointed bodies about, ${solver}`, () => {
      // The impulses of a step of a nanosecond, times ten million, were where the next step began.
      const joints = new RigidJoints();
      const world = new World({
        joints,
        ...(solver === 'impulses' ? {} : { solver: new ParticleSolver({ rigidity: solver }) }),
      });
      world.add({ shape: new HalfSpace() });
      const box = new BoxShape([0.5, 0.5, 0.5]);
      const a = world.add({ shape: box, position: [0, 2, 0] });
      const b = world.add({ shape: box, position: [1.2, 2, 0] });
      joints.addBall(world.bodies, a, b, [0.6, 2, 0]);
      for (let n = 0; n < 60; n++) world.step(1 / 60);
      world.setPose(b, [1.4, 0.6, 0.1]);
      world.step(1e-9);
      for (let n = 0; n < 60; n++) world.step(1 / 60);
      for (let k = 0; k < 3; k++) expect(Math.abs(world.bodies.positions[3 * b + k])).toBeLessThan(4);
      for (const dt of [1, 10, 100, 1 / 60]) {
        world.step(dt);
        for (const x of world.bodies.velocities) expect(Number.isFinite(x)).toBe(true);
      }
    });
});
