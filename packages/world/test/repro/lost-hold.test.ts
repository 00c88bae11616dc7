import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { SoftBodies, type SoftBody, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const ball = new SphereShape(0.1);
const dt = 1 / 60;
const height = (world: World, body: number) => world.bodies.positions[3 * body + 1];

function run(world: World, seconds: number): void {
  for (let n = 0; n < 60 * seconds; n++) world.step(dt);
}

/** A ball that hangs from a fixed one by a joint and sleeps. */
function lamp(): { world: World; joints: RigidJoints; body: number; joint: number; hook: number } {
  const joints = new RigidJoints();
  const world = new World({ joints });
  const hook = world.add({ shape: ball, type: 'static', position: [0, 5, 0] });
  const body = world.add({ shape: ball, position: [0, 4, 0] });
  const joint = joints.addHinge(world.bodies, hook, body, [0, 5, 0], [0, 0, 1]);
  run(world, 2);
  expect(world.bodies.asleep[body]).toBe(1);
  return { world, joints, body, joint, hook };
}

/** A ball that hangs from a pinned rope and sleeps, as the rope does. */
function bob(): { soft: SoftBodies; world: World; body: number; rope: SoftBody } {
  const soft = new SoftBodies();
  const world = new World({ parts: [soft] });
  const body = world.add({ shape: ball, position: [0, 4, 0] });
  const rope = soft.addRope({ positions: [0, 4.3, 0, 0, 4.2, 0, 0, 4.1, 0], pins: [0] });
  soft.attach(rope, 2, world, body);
  run(world, 6);
  expect([world.bodies.asleep[body], world.sleeperCount, soft.sleeperCount]).toEqual([1, 1, 1]);
  return { soft, world, body, rope };
}

describe('a sleeping body wakes', () => {
  it('when its joint is removed, also in a snapshot', () => {
    const { world, joints, body, joint } = lamp();
    joints.remove(joint);
    const snapshot = world.snapshot();
    run(world, 1);
    expect(height(world, body)).toBeLessThan(1);
    const fallen = height(world, body);
    world.restore(snapshot);
    run(world, 1);
    expect(height(world, body)).toBe(fallen);
  });

  it('when it is detached from a rope, also in a snapshot and not in an older one', () => {
    const { soft, world, body, rope } = bob();
    const asleep = world.snapshot();
    run(world, 0.5);
    const hanging = new Uint8Array(world.snapshot());
    soft.detach(rope, 2);
    const loose = world.snapshot();
    run(world, 0.5);
    const fallen = height(world, body);
    expect(fallen).toBeLessThan(3);
    world.restore(loose);
    run(world, 0.5);
    expect(height(world, body)).toBe(fallen);
    world.restore(asleep);
    soft.detach(rope, 2);
    world.restore(asleep);
    run(world, 0.5);
    expect(new Uint8Array(world.snapshot())).toEqual(hanging);
  });

  it('when it gets a joint', () => {
    const { world, joints, body, hook, joint } = lamp();
    world.add({ shape: ball, position: [3, 4, 0] });
    joints.remove(joint);
    joints.addDistance(world.bodies, hook, body, [0, 5, 0], [0, 4, 0], [0, 2]);
    run(world, 1);
    expect(height(world, body)).toBeLessThan(3.3);
  });

  it('when its motor or its limits are set otherwise', () => {
    const { world, joints, body, joint } = lamp();
    joints.setMotor(joint, 0, 0);
    joints.setLimits(joint, -Infinity, Infinity);
    world.step(dt);
    expect(world.bodies.asleep[body]).toBe(1);
    joints.setMotor(joint, 2, 1e6);
    run(world, 0.5);
    expect(Math.abs(world.bodies.positions[3 * body])).toBeGreaterThan(0.5);
    const other = lamp();
    other.joints.setLimits(other.joint, 0.5, 1);
    run(other.world, 0.5);
    expect(Math.abs(other.world.bodies.positions[3 * other.body])).toBeGreaterThan(0.3);
  });

  it('when what it hangs on moves or is put elsewhere', () => {
    const joints = new RigidJoints();
    const world = new World({ joints });
    const crane = world.add({ shape: ball, type: 'kinematic', position: [0, 5, 0] });
    const load = world.add({ shape: ball, position: [0, 4, 0] });
    joints.addBall(world.bodies, crane, load, [0, 5, 0]);
    run(world, 2);
    expect(world.bodies.asleep[load]).toBe(1);
    world.setVelocity(crane, [0, 1, 0]);
    run(world, 1);
    expect(height(world, load)).toBeGreaterThan(4.8);
    const { world: other, hook, body } = lamp();
    other.setPose(hook, [0, 6, 0]);
    run(other, 1);
    expect(height(other, body)).toBeGreaterThan(4.5);
  });

  it('when the soft body under it is removed', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: new HalfSpace() });
    const block = soft.addSoft({ size: [4, 3, 4], spacing: 0.25, position: [0, 0.3, 0], stiffness: 0.8 });
    const box = world.add({ shape: new BoxShape([0.2, 0.2, 0.2]), position: [0, 0.85, 0], density: 50 });
    run(world, 6);
    expect(world.bodies.asleep[box]).toBe(1);
    const before = height(world, box);
    soft.remove(block);
    run(world, 1);
    expect(height(world, box)).toBeLessThan(before - 0.2);
  });

  it('when the rope it hangs on is released or removed', () => {
    for (const how of ['detach', 'remove'] as const) {
      const { soft, world, body, rope } = bob();
      if (how === 'detach') soft.detach(rope, 2);
      else soft.remove(rope);
      run(world, 1);
      expect(height(world, body)).toBeLessThan(1);
    }
  });
});
