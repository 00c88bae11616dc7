import { SphereShape } from '@colide/geometry';
import { SoftBodies, World } from '@colide/world';
import { expect, it } from 'vitest';

it('a snapshot knows what was attached', () => {
  const soft = new SoftBodies();
  const world = new World({ parts: [soft] });
  const ball = world.add({ shape: new SphereShape(0.1), position: [0, 4, 0] });
  const positions = Array.from({ length: 30 }, (_, k) => (k % 3 === 1 ? 5 - k / 30 : 0));
  const rope = soft.addRope({ positions, pins: [0] });
  const free = world.snapshot();
  soft.attach(rope, 9, world, ball);
  const held = world.snapshot();
  const run = () => {
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    return [...world.bodies.positions.slice(0, 3), ...soft.positions];
  };
  const hanging = run();
  expect(hanging[1]).toBeGreaterThan(3);
  soft.detach(rope, 9);
  world.restore(held);
  expect(run()).toEqual(hanging);
  expect(rope.attachmentCount).toBe(1);
  world.restore(free);
  expect(rope.attachmentCount).toBe(0);
  expect(run()[1]).toBeLessThan(1);
  world.restore(held);
  expect(run()).toEqual(hanging);
  soft.addRope({ positions });
  expect(() => world.restore(held)).toThrow(/snapshot/);
});

it('and does not fit other soft bodies of the same size in all', () => {
  const snapshots = [
    [2, 4],
    [3, 3],
  ].map(counts => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    for (const count of counts) soft.addRope({ positions: Array.from({ length: 3 * count }, (_, k) => k) });
    return { world, snapshot: world.snapshot() };
  });
  expect(snapshots[0].snapshot.byteLength).toBe(snapshots[1].snapshot.byteLength);
  expect(() => snapshots[0].world.restore(snapshots[1].snapshot)).toThrow(/snapshot/);
});
