import { BoxShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.5, 0.5]);

describe('a joint', () => {
  it('is refused to an id without a body, removed or never used', () => {
    const joints = new RigidJoints();
    const world = new World({ joints });
    for (let x = 0; x < 3; x++) world.add({ shape, position: [2 * x, 0, 0] });
    world.remove(1);
    const before = world.snapshot();
    for (const nobody of [1, 3, 15]) {
      expect(() => joints.addBall(world.bodies, 0, nobody, [1, 0, 0])).toThrow(
        /^b must be the index of a body/,
      );
      expect(() => joints.addFixed(world.bodies, nobody, 0, [1, 0, 0])).toThrow(
        /^a must be the index of a body/,
      );
    }
    expect(joints.count).toBe(0);
    expect(world.snapshot()).toEqual(before);
    // A world that has grown knows its free ids too.
    for (let n = 0; n < 20; n++) world.add({ shape, position: [0, 2 * n + 2, 0] });
    expect(() => joints.addBall(world.bodies, 0, 25, [1, 0, 0])).toThrow(/^b /);
    joints.addBall(world.bodies, 0, 1, [1, 0, 0]);
    world.step(1 / 60);
  });

  it('is not left behind by limits that are refused', () => {
    const joints = new RigidJoints();
    const world = new World({ joints });
    for (let x = 0; x < 2; x++) world.add({ shape, position: [2 * x, 0, 0] });
    const [from, to] = [
      [0, 0, 0],
      [2, 0, 0],
    ];
    for (const limits of [[-1, 1], [2, 1], [Number.NaN, 1], [0, 1e308], [Infinity, Infinity], [0], 1, null])
      expect(() => joints.addDistance(world.bodies, 0, 1, from, to, limits as never)).toThrow(/limits/);
    expect(joints.count).toBe(0);
    joints.addDistance(world.bodies, 0, 1, from, to, [0, Infinity]);
    world.step(1 / 60);
  });
});
