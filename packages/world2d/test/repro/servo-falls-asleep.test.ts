/** Motors that move slowly used to fall asleep on the way, and unlimited ones to push through limits. */
import { BoxShape2d } from '@colide/geometry';
import { World2d, WorldJoints2d } from '@colide/world2d';
import { expect, it } from 'vitest';

function hinged() {
  const world = new World2d({ gravity: [0, 0] });
  const bar = world.add({ shape: new BoxShape2d([0.5, 0.1]), position: [0.5, 3], mass: 1 });
  const joints = new WorldJoints2d(world);
  return { world, joints, joint: joints.revolute(undefined, bar, { anchor: [0, 3] }) };
}

it.each([
  [40, 40],
  [10, 20],
  [2, 1],
])('a servo of stiffness %d and damping %d arrives, then sleeps', (stiffness, damping) => {
  const { world, joints, joint } = hinged();
  joints.setMotor(joint, { target: 1, stiffness, damping });
  for (let n = 0; n < 1800; n++) world.step(1 / 60);
  expect(joints.value(joint)).toBeCloseTo(1, 3);
  expect(world.sleeperCount).toBe(1);
});

it('an unlimited motor stops at a limit, and sleeps there', () => {
  const { world, joints, joint } = hinged();
  joints.setLimits(joint, [-0.3, 0.8]);
  joints.setMotor(joint, { speed: 6 });
  for (let n = 0; n < 300; n++) world.step(1 / 60);
  expect(joints.value(joint)).toBeCloseTo(0.8, 2);
  expect(world.sleeperCount).toBe(1);
});
