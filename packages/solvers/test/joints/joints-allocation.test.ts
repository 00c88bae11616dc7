/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { ImpulseSolver, RigidBodies, RigidJoints } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('joints are solved without allocation', () => {
  const bodies = new RigidBodies({ count: 5 });
  bodies.setStatic(0);
  for (let i = 1; i < 5; i++) {
    bodies.setBox(i, 1.5, 0.5, 0.4, 0.3);
    bodies.setPose(i, [i, 0, 0]);
  }
  const joints = new RigidJoints();
  joints.addBall(bodies, 0, 1, [0.5, 0, 0]);
  joints.setMotor(joints.addHinge(bodies, 1, 2, [1.5, 0, 0], [0, 0, 1]), 1.5, 2.5);
  joints.setLimits(joints.addSlider(bodies, 2, 3, [2.5, 0, 0], [1, 0, 0]), -0.1, 0.3);
  joints.addDistance(bodies, 3, 4, [3.2, 0, 0], [3.8, 0, 0]);
  const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
  expectNoAllocation(() => solver.step(bodies, undefined, 0.0171, joints), { warmUp: 1500 });
});
