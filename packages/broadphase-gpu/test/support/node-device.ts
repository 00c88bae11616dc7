/**
 * A WebGPU device in Node, one for all test files of the process: compiling shaders takes most of their time.
 */
import { beforeAll } from 'vitest';
import { create } from 'webgpu';
import { requestGpuDevice } from '../../src/device/gpu-device.ts';
import { type WatchedDevice, watchDevice } from './watch-device.ts';

/** Where devices come from in Node. */
export const nodeGpu: GPU = create([]);

let shared: Promise<WatchedDevice> | undefined;

/** Opens the device before the tests of the file; the result is filled in by then. */
export function useNodeDevice(): { current: WatchedDevice } {
  const held = { current: undefined as unknown as WatchedDevice };
  beforeAll(async () => {
    shared ??= requestGpuDevice(nodeGpu).then(watchDevice);
    held.current = await shared;
  });
  return held;
}
