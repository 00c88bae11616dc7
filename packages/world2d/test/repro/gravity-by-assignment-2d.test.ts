/** Gravity that was assigned, as `world.gravity = [0, 1]`, had no effect, and nothing was said. */
import { CircleShape2d, HalfPlane2d } from '@colide/geometry';
import { World2d } from '@colide/world2d';
import { expect, it } from 'vitest';

function sleepers(): World2d {
  const world = new World2d();
  world.add({ shape: new HalfPlane2d() });
  const shape = new CircleShape2d(0.5);
  const bodies = [0, 2, 4].map(x => world.add({ shape, position: [x, 0.5], angularDamping: 5 }));
  // A hole among the ids.
  world.remove(bodies[0]);
  for (let i = 0; i < 200; i++) world.step(1 / 60);
  expect([...bodies.slice(1)].map(body => world.bodies.asleep[body])).toEqual([1, 1]);
  return world;
}

it('an assigned vector is the gravity from the next step on, for sleeping bodies, too', () => {
  const world = sleepers();
  const { gravity } = world;
  world.gravity = { x: 0, y: 6 };
  expect(world.gravity).toBe(gravity);
  expect([...gravity]).toEqual([0, 6]);
  for (let i = 0; i < 60; i++) world.step(1 / 60);
  for (const body of [2, 3]) expect(world.bodies.positions[2 * body + 1]).toBeCloseTo(3.5, 1);
});

it('the same vector again wakes nothing, and what is no vector changes nothing', () => {
  const world = sleepers();
  world.gravity = [0, -9.81];
  expect(world.bodies.asleep[2]).toBe(1);
  expect(() => {
    world.gravity = [1, Number.NaN];
  }).toThrow('gravity[1]');
  expect([...world.gravity]).toEqual([0, -9.81]);
});
