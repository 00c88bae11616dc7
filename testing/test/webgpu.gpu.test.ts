/** Proves the route to WebGPU in Node: a compute shader that squares numbers on a real device. */
import { expect, it } from 'vitest';
import { create, globals } from 'webgpu';
import { squareOnGpu } from './support/square-on-gpu.ts';

it('computes on a device through Dawn', async () => {
  const gpu = create([]);
  // Kept for as long as the process runs: Dawn crashes if this object is collected before those created from
  // it.
  Object.assign(globalThis, globals, { gpu });
  const adapter = await gpu.requestAdapter();
  expect(adapter, 'no WebGPU adapter: is VK_ICD_FILENAMES set and libvulkan1 installed?').not.toBeNull();
  const device = await adapter!.requestDevice();
  const input = Float32Array.from({ length: 1000 }, (_, i) => i - 500);
  expect(await squareOnGpu(device, input)).toEqual(input.map(x => x * x));
  device.destroy();
});
