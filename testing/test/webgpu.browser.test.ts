/** Proves the route to WebGPU in Chromium with the same shader as in Node. */
import { expect, it } from 'vitest';
import { squareOnGpu } from './support/square-on-gpu.ts';

it('computes on a device in the browser', async () => {
  const adapter = await navigator.gpu.requestAdapter();
  expect(adapter, 'no WebGPU adapter in Chromium').not.toBeNull();
  const device = await adapter!.requestDevice();
  const input = Float32Array.from({ length: 1000 }, (_, i) => i - 500);
  expect(await squareOnGpu(device, input)).toEqual(input.map(x => x * x));
  device.destroy();
});
