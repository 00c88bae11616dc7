import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { SoftBodies, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shape = new SphereShape(0.1);
const dt = 1 / 60;

describe('what holds a body that is removed', () => {
  it('does not hold the body that gets its id: attachments of soft bodies', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const crane = world.add({ shape, type: 'static', position: [0, 5, 0] });
    const other = world.add({ shape, type: 'static', position: [0.3, 5, 0] });
    const rope = soft.addRope({ positions: [0, 5, 0, 0.1, 5, 0, 0.2, 5, 0, 0.3, 5, 0] });
    soft.attach(rope, 0, world, crane);
    soft.attach(rope, 3, world, other);
    world.step(dt);
    world.remove(crane);
    const next = world.add({ shape, type: 'kinematic', position: [9, 5, 0], velocity: [0, 30, 0] });
    expect(next).toBe(crane);
    for (let n = 0; n < 60; n++) world.step(dt);
    expect(soft.positions[3 * rope.first + 1]).toBeLessThan(5);
    // The other end still hangs.
    expect(soft.positions[3 * rope.first + 10]).toBeCloseTo(5, 2);
    expect(rope.attachmentCount).toBe(1);
  });

  it('does not hold the body that gets its id: joints', () => {
    const joints = new RigidJoints();
    const world = new World({ joints });
    const a = world.add({ shape, position: [0, 5, 0] });
    const b = world.add({ shape, position: [1, 5, 0] });
    const c = world.add({ shape, position: [2, 5, 0] });
    joints.addBall(world.bodies, a, b, [0.5, 5, 0]);
    const kept = joints.addBall(world.bodies, b, c, [1.5, 5, 0]);
    world.remove(a);
    world.add({ shape, type: 'static', position: [50, 5, 0] });
    for (let n = 0; n < 30; n++) world.step(dt);
    expect(world.bodies.positions[3 * b]).toBeCloseTo(1);
    expect(world.bodies.positions[3 * b + 1]).toBeLessThan(4);
    expect(joints.bodies.slice(0, 2)).toEqual(Int32Array.of(-1, -1));
    joints.remove(kept);
    expect(() => joints.removeBody(-1)).toThrow(/body/);
  });

  it('lets what hung on it fall: it wakes', () => {
    const joints = new RigidJoints();
    const world = new World({ joints });
    world.add({ shape: new HalfSpace() });
    const hook = world.add({ shape: new BoxShape([0.1, 0.1, 0.1]), type: 'static', position: [0, 5, 0] });
    const lamp = world.add({ shape, position: [0, 4, 0], linearDamping: 1, angularDamping: 1 });
    joints.addBall(world.bodies, hook, lamp, [0, 5, 0]);
    for (let n = 0; n < 120; n++) world.step(dt);
    expect(world.bodies.asleep[lamp]).toBe(1);
    world.remove(hook);
    for (let n = 0; n < 60; n++) world.step(dt);
    expect(world.bodies.positions[3 * lamp + 1]).toBeLessThan(1);
  });
});
