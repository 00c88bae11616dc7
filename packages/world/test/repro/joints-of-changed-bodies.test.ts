/**
 * Joints and attachments are stored in axes through the centre of mass. When `bodyChange` moved that centre,
 * or gave the body other principal axes, they went with it: a pendulum with a new shape jumped by metres.
 */
import { BoxShape, Compound, SphereShape } from '@colide/geometry';
import { bodyChange, SoftBodies, World, WorldJoints } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const cube = new BoxShape([0.5, 0.5, 0.5]);
/** Its centre of mass is far from its origin, and its principal axes are not those of the shape. */
const lever = new Compound([
  { shape: cube },
  { shape: new BoxShape([2, 0.1, 0.1]), position: [2, 0.4, 0] },
  { shape: new SphereShape(0.4), position: [4, 1, 0.7] },
]);

/** Runs until the body that carries the change has had time to jump; returns how far its origin went. */
function wander(world: World, body: number): number {
  const before = [0, 0, 0];
  const after = [0, 0, 0];
  const rotation = [0, 0, 0, 1];
  world.getPose(before, rotation, body);
  for (let n = 0; n < 20; n++) world.step(dt);
  world.getPose(after, rotation, body);
  return Math.hypot(...after.map((x, k) => x - before[k]));
}

describe('A body that changes its shape', () => {
  for (const name of ['ball', 'fixed', 'hinge'] as const)
    it(`keeps its ${name} joint where it is, and so does its change back`, () => {
      const world = new World({ gravity: [0, 0, 0], sleeping: false });
      const joints = new WorldJoints(world);
      const post = world.add({ shape: cube, type: 'static', position: [0, 3, 0] });
      const bob = world.add({ shape: cube, position: [1, 1, 0], rotation: [0, 0.6, 0, 0.8] });
      if (name === 'ball') joints.ball(post, bob, { anchor: [0, 3, 0] });
      else if (name === 'fixed') joints.fixed(post, bob, { anchor: [0, 3, 0] });
      else joints.hinge(post, bob, { anchor: [0, 3, 0], axis: [1, 0, 0] });
      bodyChange(world, bob, { shape: lever });
      expect(wander(world, bob)).toBeLessThan(1e-9);
      bodyChange(world, bob, { shape: cube, centerOfMass: [0.3, 0, 0.2] });
      expect(wander(world, bob)).toBeLessThan(1e-9);
    });

  it('keeps the particles that are attached to it', () => {
    const soft = new SoftBodies();
    const world = new World({ gravity: [0, 0, 0], sleeping: false, parts: [soft] });
    const hook = world.add({ shape: cube, density: 1e6, position: [0, 5, 0], mask: 0 });
    const rope = soft.addRope({ positions: [0, 5, 0, 0, 4.5, 0, 0, 4, 0] });
    soft.attach(rope, 0, world, hook);
    bodyChange(world, hook, { shape: lever });
    for (let n = 0; n < 20; n++) world.step(dt);
    const { positions } = rope.view;
    expect(Math.hypot(positions[0], positions[1] - 5, positions[2])).toBeLessThan(1e-6);
  });
});
