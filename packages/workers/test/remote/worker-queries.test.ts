import { BoxShape, SphereShape } from '@colide/geometry';
import { WorkerWorld } from '@colide/workers';
import { createWorldHit, World, WorldHitList, WorldQueries } from '@colide/world';
import { expect, it } from 'vitest';
import { bundleWorker } from '../support/node-worker.ts';

const startWorker = await bundleWorker(new URL('../../src/worker.ts', import.meta.url));

/** Boxes in a row along x, every second in group 2, the last a sensor. */
function fill(world: Pick<World, 'add'>): void {
  const shape = new BoxShape([0.4, 0.4, 0.4]);
  for (let i = 0; i < 6; i++)
    world.add({ shape, type: 'static', position: [i, 0, 0], group: 1 + (i % 2), sensor: i === 5 });
}

it('a world in a worker answers queries with a filter as one here does', async () => {
  const world = new WorkerWorld(startWorker());
  const local = new World();
  fill(world);
  fill(local);
  const queries = new WorldQueries(local);
  const [hit, other] = [createWorldHit(), createWorldHit()];
  const [hits, others] = [new WorldHitList(), new WorldHitList()];
  const ball = new SphereShape(2.5);
  try {
    for (const [filter, expected] of [
      [{}, 5],
      [{ mask: 2 }, 2],
      [{ mask: 2, sensors: true, except: 1 }, 2],
    ] as const) {
      await world.raycast(hit, [-3, 0, 0], [1, 0, 0], 20, filter);
      queries.raycast(other, [-3, 0, 0], [1, 0, 0], 20, filter);
      expect(hit).toEqual(other);
      hits.clear();
      others.clear();
      const count = await world.raycastEvery(hits, [-3, 0, 0], [1, 0, 0], 20, filter);
      expect(count).toBe(queries.raycastEvery(others, [-3, 0, 0], [1, 0, 0], 20, filter));
      expect(count).toBe(expected);
      for (let i = 0; i < count; i++) expect(hits.get(i)).toEqual(others.get(i));
      await world.shapecast(hit, ball, [4, 0, 0], filter);
      queries.shapecast(other, ball, [4, 0, 0], filter);
      expect(hit).toEqual(other);
      await world.closest(hit, ball, 2, filter);
      queries.closest(other, ball, 2, filter);
      expect(hit).toEqual(other);
    }
    expect(await world.overlap(ball, { mask: 1 })).toEqual([0, 2]);
  } finally {
    world.dispose();
  }
});
