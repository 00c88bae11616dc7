/** A WebGPU device in Node, one for each test file. */
import { afterAll, beforeAll, expect } from 'vitest';
import { create } from 'webgpu';
import { requestGpuDevice } from '../../src/gpu-device.ts';
import { type WatchedDevice, watchDevice } from './watch-device.ts';

/** Opens a device before the tests of the file and closes it after them; the result is filled in by then. */
export function useNodeDevice(): { current: WatchedDevice } {
  const held = { current: undefined as unknown as WatchedDevice, gpu: undefined as unknown };
  beforeAll(async () => {
    const gpu = create([]);
    held.gpu = gpu;
    held.current = watchDevice(await requestGpuDevice(gpu));
  });
  afterAll(async () => {
    const { device } = held.current;
    device.destroy();
    expect((await device.lost).reason).toBe('destroyed');
  });
  return held;
}
