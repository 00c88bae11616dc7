import { createRayHit } from '@colide/core';
import { TriangleBvh } from '@colide/spatial';
import { expect, it } from 'vitest';
import { gridMesh } from '../support/grid-mesh.ts';

it('is built in a worker of the browser and answers here', async () => {
  const { positions, indices } = gridMesh(40);
  const worker = new Worker(new URL('../support/build-worker.ts', import.meta.url), { type: 'module' });
  const buffer = await new Promise<ArrayBuffer>((resolve, reject) => {
    worker.onmessage = event => resolve(event.data as ArrayBuffer);
    worker.onerror = event => reject(new Error(event.message));
    worker.postMessage({ positions, indices });
  });
  worker.terminate();
  const bvh = TriangleBvh.deserialize(buffer, positions, indices);
  expect(bvh.nodes).toEqual(new TriangleBvh(positions, indices).nodes);
  const hit = createRayHit();
  expect(bvh.raycast(hit, [10.3, 5, 20.6], [0, -1, 0])).toBeLessThan(6.5);
  expect(bvh.raycast(hit, [50, 5, 20], [0, -1, 0])).toBe(Infinity);
});
