/** A pool of Web Workers in Chromium: the same bits for every number of them. */
import { WorkerPool, WorkerWorld } from '@colide/workers';
import { World } from '@colide/world';
import { expect, it } from 'vitest';
import { heap } from '../support/pool-scenes.ts';

const startWorker = () => new Worker(new URL('../../src/worker.ts', import.meta.url), { type: 'module' });

it('gives the same bits with 1, 2 and 4 workers', async () => {
  const local = new World({ pool: new WorkerPool([]) });
  heap(local, 120);
  for (let n = 0; n < 30; n++) local.step(1 / 60);
  expect(local.counters.points).toBeGreaterThan(50);
  for (const helpers of [0, 1, 3]) {
    const world = new WorkerWorld(startWorker(), { helpers: Array.from({ length: helpers }, startWorker) });
    heap(world, 120);
    for (let n = 0; n < 30; n++) await world.step(1 / 60);
    expect(world.bodies.positions, `${helpers + 1} workers`).toEqual(local.bodies.positions);
    expect(world.bodies.rotations).toEqual(local.bodies.rotations);
    world.dispose();
  }
});
