import { Worker } from 'node:worker_threads';
import { createRayHit } from '@colide/core';
import { TriangleBvh } from '@colide/spatial';
import { makeTorus } from '@colide/testing';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** The program of the worker: build, serialize, and transfer the buffer. */
const workerSource = `
import { parentPort, workerData } from 'node:worker_threads';
import { TriangleBvh } from '@colide/spatial';
const { positions, indices } = workerData;
const buffer = new TriangleBvh(positions, indices, { watertight: true }).serialize();
parentPort.postMessage(buffer, [buffer]);
`;

it('is built in a worker and answers here', async () => {
  const { positions, indices } = makeTorus(60, 30);
  const bundle = await build({
    stdin: { contents: workerSource, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    conditions: ['colide-source'],
  });
  const worker = new Worker(bundle.outputFiles[0].text, { eval: true, workerData: { positions, indices } });
  const buffer = await new Promise<ArrayBuffer>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  const here = new TriangleBvh(positions, indices, { watertight: true });
  const there = TriangleBvh.deserialize(buffer, positions, indices);
  expect(there.watertight).toBe(true);
  expect(there.nodes).toEqual(here.nodes);
  const hit = createRayHit();
  for (let i = 0; i < 50; i++) {
    const direction = [Math.cos(i), 0.1 * Math.sin(3 * i), Math.sin(i)] as const;
    expect(there.raycast(hit, [0, 0.05, 0], direction)).toBe(here.raycast(hit, [0, 0.05, 0], direction));
  }
});
