import { expect, it } from 'vitest';
import { mixedSceneHash2d, runMixedScene2d } from '../support/mixed-scene.ts';

it('computes in Chromium the bits that Node computes, after a restore too', () => {
  expect(runMixedScene2d(false)).toBe(mixedSceneHash2d);
  expect(runMixedScene2d(true)).toBe(mixedSceneHash2d);
});

it('computes the same bits in a worker', async () => {
  const worker = new Worker(new URL('../support/mixed-scene-worker.ts', import.meta.url), { type: 'module' });
  const hash = await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  worker.terminate();
  expect(hash).toBe(mixedSceneHash2d);
});
