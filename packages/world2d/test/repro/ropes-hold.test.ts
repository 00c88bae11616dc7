import { BoxShape2d, CircleShape2d } from '@colide/geometry';
import { SoftBodies2d, World2d } from '@colide/world2d';
import { expect, it } from 'vitest';

/** A rope of 4 m along the x axis, pinned at both ends. */
function createRope(gravity: [number, number], mass: number) {
  const soft = new SoftBodies2d();
  const world = new World2d({ parts: [soft], gravity });
  const positions = Array.from({ length: 42 }, (_, k) => (k % 2 === 0 ? 0.1 * k - 2 : 0));
  return { soft, world, rope: soft.addRope({ positions, pins: [0, 20], mass }) };
}

it.each([
  [5, false],
  [20, false],
  [30, false],
  [60, false],
  [10, true],
  [15, true],
])('a ball at %d m/s does not pass through a rope (wall behind it: %s)', (speed, hasWall) => {
  for (let n = 0; n < 10; n++) {
    const { world } = createRope([0, 0], 50);
    if (hasWall) world.add({ shape: new BoxShape2d([3, 0.5]), type: 'static', position: [0, -0.6] });
    const ball = world.add({
      shape: new CircleShape2d(0.1),
      position: [0.03, 1 + 0.05 * n],
      velocity: [0, -speed],
      mass: 0.1,
    });
    for (let s = 0; s < 30; s++) world.step(1 / 60);
    expect(world.bodies.positions[2 * ball + 1]).toBeGreaterThan(-0.1);
  }
});

it('what lies on a rope falls when the rope is removed, however long it has lain', () => {
  const { soft, world, rope } = createRope([0, -9.81], 5);
  const box = world.add({ shape: new BoxShape2d([0.5, 0.2]), position: [0, 0.3], mass: 1 });
  for (let n = 0; n < 900; n++) world.step(1 / 60);
  const height = world.bodies.positions[2 * box + 1];
  soft.remove(rope);
  for (let n = 0; n < 60; n++) world.step(1 / 60);
  expect(world.bodies.positions[2 * box + 1]).toBeLessThan(height - 4);
});

it('a rope lifts what it is attached to, however long that has been at rest', () => {
  const soft = new SoftBodies2d();
  const world = new World2d({ parts: [soft] });
  world.add({ shape: new BoxShape2d([5, 0.5]), type: 'static', position: [0, -0.5] });
  const box = world.add({ shape: new BoxShape2d([0.5, 0.5]), position: [0, 0.5], mass: 1 });
  const rope = soft.addRope({ positions: [0, 1, 0, 1.5, 0, 2], pins: [2], mass: 0.1 });
  soft.attach(world, rope, 0, box);
  for (let n = 0; n < 300; n++) world.step(1 / 60);
  for (let n = 0; n < 120; n++) {
    soft.move(rope, 2, [0, 2 + n / 60]);
    world.step(1 / 60);
  }
  expect(world.bodies.positions[2 * box + 1]).toBeGreaterThan(2.2);
});
