/** Motors and springs that move slowly used to fall asleep on the way. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { World, WorldJoints } from '@colide/world';
import { expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.1, 0.1]);

/** A bar on a hinge, without gravity unless it is given. */
function hinged(gravity: readonly [number, number, number] = [0, 0, 0]) {
  const world = new World({ gravity });
  const bar = world.add({ shape, position: [0.5, 3, 0], mass: 1 });
  const joints = new WorldJoints(world);
  const joint = joints.hinge(undefined, bar, { anchor: [0, 3, 0], axis: [0, 0, 1] });
  return { world, bar, joints, joint };
}

function run(world: World, seconds: number): void {
  for (let n = 0; n < 60 * seconds; n++) world.step(1 / 60);
}

it.each([
  // Overdamped by far, so that the end of the way is slow.
  [40, 40],
  [10, 20],
  [200, 20],
  [2, 1],
])('a servo of stiffness %d and damping %d arrives, then sleeps', (stiffness, damping) => {
  const { world, joints, joint } = hinged();
  joints.setMotor(joint, { target: 1, stiffness, damping });
  run(world, 30);
  expect(joints.value(joint)).toBeCloseTo(1, 3);
  expect(world.sleeperCount).toBe(1);
});

it('a servo that gravity keeps from its target sleeps where it hangs', () => {
  const { world, joints, joint } = hinged([0, -9.81, 0]);
  joints.setMotor(joint, { target: 0, stiffness: 20, damping: 10 });
  run(world, 30);
  const angle = joints.value(joint);
  // The torque of the servo is that of the weight.
  expect(-20 * angle).toBeCloseTo(9.81 * 0.5 * Math.cos(angle), 2);
  expect(world.sleeperCount).toBe(1);
});

it('a servo that the floor stops sleeps', () => {
  const { world, joints, joint } = hinged();
  world.add({ shape: new HalfSpace([0, 1, 0], 2.7) });
  joints.setMotor(joint, { target: -2, stiffness: 10, damping: 5 });
  run(world, 10);
  expect(world.sleeperCount).toBe(1);
});

it('a door closer closes the door', () => {
  const { world, joints, joint } = hinged();
  joints.setSpring(joint, { rest: -0.8, stiffness: 5, damping: 10 });
  run(world, 30);
  expect(joints.value(joint)).toBeCloseTo(-0.8, 3);
  expect(world.sleeperCount).toBe(1);
});

it.each([0.01, 0.1])('a clock runs at %d rad/s', speed => {
  const { world, joints, joint } = hinged();
  joints.setMotor(joint, { speed });
  run(world, 20);
  expect(joints.value(joint)).toBeCloseTo(20 * speed, 2);
  expect(world.sleeperCount).toBe(0);
});

it('a weak motor gets a heavy body going', () => {
  const { world, joints, joint } = hinged();
  // 1 kg at 0.5 m with its own moment of inertia.
  const inertia = 0.25 + (1 + 0.04) / 12;
  joints.setMotor(joint, { speed: 1, maxForce: 0.02 * inertia });
  run(world, 20);
  expect(joints.value(joint)).toBeCloseTo(0.5 * 0.02 * 20 ** 2, 1);
});

it('a motor that is blocked sleeps', () => {
  const { world, joints, joint } = hinged();
  joints.setLimits(joint, [-0.5, 0.5]);
  joints.setMotor(joint, { speed: 1, maxForce: 5 });
  run(world, 10);
  expect(joints.value(joint)).toBeCloseTo(0.5, 2);
  expect(world.sleeperCount).toBe(1);
});
