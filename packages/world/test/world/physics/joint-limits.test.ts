/** Joints that meet their limits stop there and do not bounce. */
import { BoxShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

describe('a door that meets the limit of its hinge', () => {
  it.each([
    [4.35, 0.5, 1 / 60],
    [1, 0.5, 1 / 60],
    [12, 0.5, 1 / 60],
    [-4.35, 0.5, 1 / 30],
    [4.35, 0.05, 1 / 60],
    [4.35, 3, 1 / 120],
  ])('at %d rad/s, half as wide as %d m, with steps of %d s, stays there', (spin, half, dt) => {
    for (const isReversed of [false, true]) {
      const joints = new RigidJoints();
      const world = new World({ joints, gravity: [0, 0, 0], sleeping: false });
      const frame = {
        shape: new BoxShape([0.02, half, 0.02]),
        type: 'static',
        position: [-2 * half, 0, 0],
      } as const;
      const leaf = {
        shape: new BoxShape([half, 2 * half, 0.06 * half]),
        position: [half, 0, 0],
        velocity: [0, 0, -half * spin],
        angularVelocity: [0, spin, 0],
      };
      const [a, b] = isReversed ? [world.add(leaf), world.add(frame)] : [world.add(frame), world.add(leaf)];
      const hinge = joints.addHinge(world.bodies, a, b, [0, 0, 0], [0, 1, 0]);
      joints.setLimits(hinge, -1, 1);
      const door = isReversed ? a : b;
      let back = 0;
      for (let n = 0; n < 3 / dt; n++) {
        world.step(dt);
        back = Math.max(back, -Math.sign(spin) * world.bodies.angularVelocities[3 * door + 1]);
      }
      expect(back).toBeLessThan(0.01 * Math.abs(spin));
      expect(Math.abs(joints.values[hinge])).toBeCloseTo(1, 2);
    }
  });
});

it('a slider and a rope stop at their limits', () => {
  const joints = new RigidJoints();
  const world = new World({ joints, gravity: [0, 0, 0], sleeping: false });
  const cube = new BoxShape([0.1, 0.1, 0.1]);
  const wall = world.add({ shape: cube, type: 'static', position: [0, 5, 0] });
  const sled = world.add({ shape: cube, position: [0, 0, 0], velocity: [3, 0, 0] });
  const bob = world.add({ shape: cube, position: [0, 3, 0], velocity: [3, 0, 0] });
  joints.setLimits(joints.addSlider(world.bodies, wall, sled, [0.05, 0.08, 0], [1, 0, 0]), -1, 1);
  joints.addDistance(world.bodies, wall, bob, [0, 3, 0], [0, 3, 0], [0, 1]);
  for (let n = 0; n < 90; n++) world.step(1 / 60);
  for (const [body, y] of [
    [sled, 0],
    [bob, 3],
  ]) {
    expect(world.bodies.positions[3 * body]).toBeCloseTo(1, 2);
    expect(world.bodies.positions[3 * body + 1]).toBeCloseTo(y, 3);
    expect(Math.abs(world.bodies.velocities[3 * body])).toBeLessThan(0.01);
  }
});
