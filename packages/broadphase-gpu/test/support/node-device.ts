/**
 * A WebGPU device in Node, one for all test files of the process: compiling shaders takes most of their time.
 */
import { requestGpuDevice } from '@colide/broadphase-gpu';
import { createNodeGpu } from '@colide/testing/node-gpu';
import { beforeAll } from 'vitest';
import { create } from 'webgpu';
import { type WatchedDevice, watchDevice } from './watch-device.ts';

/** The source of devices in Node. */
export const nodeGpu: GPU = createNodeGpu(create);

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
