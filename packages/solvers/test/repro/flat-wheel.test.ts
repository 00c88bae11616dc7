/**
 * A flat wheel on a static axle, made of particles: its hinge was held by pins far outside of the wheel,
 * whose weights were so large that the wheel, at rest at first, took up many times the energy of its fall.
 */
import { ParticleSolver, RigidBodies, RigidJoints } from '@colide/solvers';
import { expect, it } from 'vitest';

const g = 9.81;

for (const rigidity of ['distances', 'matching'] as const)
  for (const [title, halves] of [
    ['a bar', [1.2, 0.15, 0.3]],
    ['a disc', [1, 1, 0.05]],
    ['a roller', [0.1, 0.1, 1]],
  ] as const)
    it(`${title} of particles held by ${rigidity} stays at rest on its axle`, () => {
      const [axle, wheel] = [0, 1];
      const bodies = new RigidBodies({ count: 2 });
      bodies.setStatic(axle);
      const [x, y, z] = halves;
      bodies.setBox(wheel, 8000 * x * y * z, x, y, z);
      const joints = new RigidJoints();
      joints.addHinge(bodies, axle, wheel, [0, 0, 0], [0, 0, 1]);
      const solver = new ParticleSolver({ rigidity, gravity: [0, -g, 0] });
      let fastest = 0;
      for (let n = 0; n < 240; n++) {
        solver.step(bodies, undefined, 1 / 60, joints);
        for (let k = 3 * wheel; k < 3 * wheel + 3; k++)
          fastest = Math.max(fastest, Math.abs(bodies.velocities[k]), Math.abs(bodies.angularVelocities[k]));
      }
      // A wheel that is let go has g / 60 after one step.
      expect(fastest).toBeLessThan(0.05);
      expect(Math.abs(bodies.positions[3 * wheel + 1])).toBeLessThan(0.001);
    });
