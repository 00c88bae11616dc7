/** A state from before a world was given joints could not be restored: the joints stayed. */
import { BoxShape } from '@colide/geometry';
import { World, WorldJoints, WorldRollback } from '@colide/world';
import { expect, it } from 'vitest';

it('goes back to where there were no joints', () => {
  const world = new World();
  const shape = new BoxShape([0.5, 0.5, 0.5]);
  const a = world.add({ shape });
  const b = world.add({ shape, position: [2, 0, 0] });
  const rollback = new WorldRollback(world);
  const before = rollback.save();
  const joints = new WorldJoints(world);
  const hinge = joints.hinge(a, b, { anchor: [1, 0, 0], axis: [0, 0, 1] });
  world.step(1 / 60);
  const joined = rollback.save();
  rollback.restore(before);
  expect(joints.has(hinge)).toBe(false);
  world.step(1 / 60);
  rollback.restore(joined);
  expect(joints.has(hinge)).toBe(true);
});
