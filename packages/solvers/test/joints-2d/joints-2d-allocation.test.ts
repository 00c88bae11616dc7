/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { ImpulseSolver2d, jointGround, RigidBodies2d, RigidJoints2d } from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { it } from 'vitest';

it('planar joints are solved without allocation', () => {
  const bodies = new RigidBodies2d({ count: 5 });
  for (let i = 0; i < 5; i++) bodies.setPose(i, [i, 0]);
  const joints = new RigidJoints2d();
  joints.addRevolute(bodies, jointGround, 0, [-0.5, 0]);
  joints.setMotor(joints.addRevolute(bodies, 0, 1, [0.5, 0]), 1.5, 2.5);
  joints.setLimits(joints.addPrismatic(bodies, 1, 2, [1.5, 0], [1, 0]), -0.1, 0.3);
  joints.addDistance(bodies, 2, 3, [2.2, 0], [2.8, 0]);
  const wheel = joints.addWheel(bodies, 3, 4, [4, 0], [0, 1]);
  joints.setSpring(wheel, 0, 50.5, 5.5);
  joints.setServo(joints.addAxis(wheel, 2), 0.3, 10.5, 1.5, 8.5);
  const solver = new ImpulseSolver2d({ gravity: [0, -9.81] });
  expectNoAllocation(() => solver.step(bodies, undefined, 0.0171, joints), { warmUp: 1500 });
});
