/** As in space: joints went with the centre of mass when `bodyChange2d` gave a body another shape. */
import { BoxShape2d, CircleShape2d, Compound2d } from '@colide/geometry';
import { bodyChange2d, World2d, WorldJoints2d } from '@colide/world2d';
import { expect, it } from 'vitest';

const box = new BoxShape2d([0.5, 0.5]);
const lever = new Compound2d([{ shape: box }, { shape: new CircleShape2d(0.7), position: [3, 1] }]);

it('A planar body that changes its shape keeps its joints where they are', () => {
  const world = new World2d({ gravity: [0, 0], sleeping: false });
  const joints = new WorldJoints2d(world);
  const bob = world.add({ shape: box, position: [1, 1], rotation: 0.8 });
  joints.revolute(undefined, bob, { anchor: [0, 3] });
  for (const shape of [lever, box]) {
    bodyChange2d(world, bob, { shape });
    for (let n = 0; n < 20; n++) world.step(1 / 60);
    const pose = [0, 0];
    world.getPose(pose, [1, 0], bob);
    expect(Math.hypot(pose[0] - 1, pose[1] - 1)).toBeLessThan(1e-9);
  }
});
