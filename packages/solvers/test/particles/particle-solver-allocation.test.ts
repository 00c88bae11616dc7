import { ColoredParticleSolver, ParticleSolver, RigidJoints } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, it } from 'vitest';
import { findContacts } from '../support/box-contacts.ts';
import { createBoxes, tower } from '../support/box-scenes.ts';

describe.each([ParticleSolver, ColoredParticleSolver])('$name', Solver => {
  for (const rigidity of ['matching', 'distances'] as const)
    it(`allocates nothing in steady state, ${rigidity}`, () => {
      const scene = createBoxes(tower(() => 1));
      const joints = new RigidJoints();
      joints.addFixed(scene.bodies, 1, 2, [0, 1, 0]);
      const solver = new Solver({ rigidity, gravity: [0, -9.81, 0] });
      findContacts(scene);
      // The same step again and again: with contacts of long ago, a tower would fly apart.
      const { positions, rotations, velocities, angularVelocities } = scene.bodies;
      const start = positions.slice();
      const upright = rotations.slice();
      expectNoAllocation(() => {
        positions.set(start);
        rotations.set(upright);
        velocities.fill(0);
        angularVelocities.fill(0);
        solver.step(scene.bodies, scene.contacts, 1 / 60, joints);
      });
    });
});
