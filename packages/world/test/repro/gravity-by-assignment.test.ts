/** Gravity that was assigned in JavaScript had no effect, and nothing was said. */
import { World } from '@colide/world';
import { expect, it } from 'vitest';

it('an assignment of gravity is told in development; its numbers may be changed', () => {
  const world = new World();
  expect(() => Object.assign(world, { gravity: [0, 6, 0] })).toThrow(/read only property 'gravity'/);
  world.gravity.set([0, 6, 0]);
  expect([...world.gravity]).toEqual([0, 6, 0]);
});
