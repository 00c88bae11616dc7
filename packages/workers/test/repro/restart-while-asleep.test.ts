/** `restart` told materials after the snapshot was restored, which woke the bodies. */
import { BoxShape } from '@colide/geometry';
import { WorkerWorld } from '@colide/workers';
import { expect, it } from 'vitest';
import { servedPort } from '../support/channel.ts';

const cube = new BoxShape([0.5, 0.5, 0.5]);
const dt = 1 / 60;

it('bodies whose materials were set sleep on', async () => {
  const world = new WorkerWorld(servedPort());
  world.add({ shape: cube, type: 'static' });
  const body = world.add({ shape: cube, position: [0, 1, 0] });
  const other = world.add({ shape: cube, position: [5, 9, 0] });
  world.setMaterial(body, { friction: 0.5, linearDamping: 2 });
  for (let n = 0; n < 60; n++) await world.step(dt);
  expect(world.sleeperCount).toBe(1);
  await world.snapshot();
  // The id is in the snapshot, the body is not.
  world.remove(other);
  expect(world.add({ shape: cube, position: [5, 9, 0] })).toBe(other);
  world.setMaterial(other, { linearDamping: 60 });
  await world.restart(servedPort());
  await world.step(dt);
  expect(world.sleeperCount).toBe(1);
  await world.step(dt);
  // Damping halves the velocity of the first step.
  expect(world.bodies.velocities[3 * other + 1]).toBeCloseTo(-9.81 * dt * 1.5, 3);
  world.applyImpulse(body, [0, 6000, 0]);
  await world.step(dt);
  const rising = world.bodies.velocities[3 * body + 1];
  await world.step(dt);
  // Damping is from before the snapshot.
  expect(world.bodies.velocities[3 * body + 1]).toBeLessThan(rising * 0.98 - 9.81 * dt * 0.9);
  world.dispose();
});
