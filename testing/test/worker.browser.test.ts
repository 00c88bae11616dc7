/** Proves the route to parallel work in Chromium: a worker that sorts in memory shared with the page. */
import { expect, it } from 'vitest';

it('shares memory with a worker', async () => {
  expect(crossOriginIsolated, 'the page must be cross-origin isolated').toBe(true);
  const shared = new SharedArrayBuffer(1000 * 4);
  const numbers = new Float32Array(shared);
  for (let i = 0; i < numbers.length; i++) numbers[i] = (i * 617) % 1000;
  const worker = new Worker(new URL('./support/sorting-worker.ts', import.meta.url), { type: 'module' });
  await new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = reject;
    worker.postMessage(shared);
  });
  worker.terminate();
  expect(Array.from(numbers)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
});
