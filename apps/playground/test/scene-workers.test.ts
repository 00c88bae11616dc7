/**
 * Every scene with its steps divided among 1 and 2 workers: the same bits. Of large scenes there are fewer
 * bodies here, and 30 steps, in which things fall and meet, 15 of deformable ones; a soak takes 3 000 steps
 * of all of them.
 */
import type { Worker } from 'node:worker_threads';
import { soak } from '@colide/testing';
import { WorkerPool, type WorkerPort } from 'colide';
import { expect, it } from 'vitest';
import { bundleWorker } from '../../../packages/workers/test/support/node-worker.ts';
import type { SceneDefinition } from '../src/scene.ts';
import { scenes } from '../src/scenes/index.ts';
import { countAtMost } from './support/count-at-most.ts';
import { hashWorld } from './support/hash-world.ts';

const dt = 1 / 60;
const steps = soak(30, 3000);
const softSteps = soak(15, steps);
const most = soak(15, Infinity);
const every = soak(15, 50);
const startWorker = await bundleWorker(new URL('../../../packages/workers/src/worker.ts', import.meta.url));

/** The bits of a scene every few steps with these helpers, and how many workers took part. */
async function run(definition: SceneDefinition, helpers: readonly Worker[]) {
  const ports = helpers.map(helper => {
    const { port1, port2 } = new MessageChannel();
    helper.postMessage({ method: 'help', port: port1 }, [port1 as never]);
    return port2;
  });
  // However few there are, they are divided.
  const pool = new WorkerPool(ports as WorkerPort[], { fewPairs: 0, patience: 60_000 });
  await pool.ready;
  const count = countAtMost(definition, most);
  const scene = definition.build({ count, solver: 'impulses', broadPhase: 'hash grid', pool });
  const hashes: number[] = [];
  let workers = 1;
  for (let n = 0; n < (scene.soft ? softSteps : steps); n++) {
    scene.beforeStep?.(n * dt);
    scene.world.step(dt);
    workers = Math.max(workers, pool.count);
    if ((n + 1) % every === 0) hashes.push(hashWorld(scene.world));
  }
  for (const port of ports) port.close();
  return { hashes, workers };
}

it(`computes the same bits of every scene with 1 and 2 workers over ${steps} steps`, async () => {
  const helper = startWorker();
  const firsts = new Set<number>();
  try {
    for (const definition of scenes) {
      const alone = await run(definition, []);
      const together = await run(definition, [helper]);
      expect(alone.hashes.length).toBeGreaterThan(0);
      expect(alone.workers).toBe(1);
      // Rules of contacts come with a solver of their own, which is not divided.
      expect(together.workers, definition.name).toBe(definition.name === 'belts' ? 1 : 2);
      expect(together.hashes, definition.name).toEqual(alone.hashes);
      firsts.add(alone.hashes[0]);
    }
  } finally {
    await helper.terminate();
  }
  expect(firsts.size).toBe(scenes.length);
});
