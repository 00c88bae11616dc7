/**
 * A world with its pairs from the GPU: the same bits as on the CPU, also when the GPU is missing, lost, full
 * or too small.
 */
import { type GpuBroadPhase, type GpuErrorReason, requestGpuDevice } from '@colide/broadphase-gpu';
import { SortAndSweep } from '@colide/spatial';
import { createGpuBroadPhase, type World } from '@colide/world';
import { expect, it } from 'vitest';
import { withChangedDevice } from '../../../broadphase-gpu/test/support/change-device.ts';
import { nodeGpu, useNodeDevice } from '../../../broadphase-gpu/test/support/node-device.ts';
import { disturb, heap, outcome } from '../support/async-scene.ts';
import { gpuWithOnly } from '../support/gpu-with-only.ts';

const watched = useNodeDevice();
const frames = 45;
const expected: number[][] = [];
const reference = heap();
for (let frame = 0; frame < frames; frame++) {
  disturb(reference, frame);
  reference.step(1 / 60);
  expected.push(outcome(reference));
}

/** Runs the heap on `asyncBroadPhase` and compares each frame with the CPU. */
async function run(asyncBroadPhase: GpuBroadPhase, between?: (frame: number) => unknown): Promise<World> {
  const world = heap({ asyncBroadPhase });
  for (let frame = 0; frame < frames; frame++) {
    disturb(world, frame);
    await Promise.all([world.stepAsync(1 / 60), between?.(frame)]);
    expect(outcome(world)).toEqual(expected[frame]);
  }
  return world;
}

/** The CPU has taken over for `reason`, and nothing is left on the GPU. */
function expectFallback(broadPhase: GpuBroadPhase, reason: GpuErrorReason): void {
  expect(broadPhase.failure?.reason).toBe(reason);
  const { compute } = broadPhase;
  if (compute) expect([compute.pool.liveBuffers, compute.pool.liveBytes]).toEqual([0, 0]);
  broadPhase.dispose();
}

it('steps to the same bits as on the CPU', async () => {
  const { device, check } = watched.current;
  let destroyed = 0;
  await withChangedDevice(device, { destroy: () => destroyed++ }, async () => {
    const broadPhase = await createGpuBroadPhase({ gpu: gpuWithOnly(device), pairCapacity: 4 });
    const world = await check(() => run(broadPhase));
    expect(broadPhase.failure).toBeUndefined();
    expect(broadPhase.retries).toBeGreaterThan(0);
    expect(world.timings.broad).toBeGreaterThan(0);
    expect(destroyed).toBe(0);
    broadPhase.dispose();
    expect(broadPhase.compute!.pool.liveBuffers).toBe(0);
  });
  expect(destroyed).toBe(1);
});

it('goes on where the device is lost, in the middle of a step', async () => {
  const broadPhase = await createGpuBroadPhase({ gpu: nodeGpu });
  await run(broadPhase, async frame => {
    await Promise.resolve();
    if (frame === 9) broadPhase.compute!.device.destroy();
  });
  expectFallback(broadPhase, 'device-lost');
});

it('goes on where there is no adapter or no device', async () => {
  const nothing = { requestAdapter: async () => null } as GPU;
  const none = await createGpuBroadPhase({ gpu: nothing });
  await run(none);
  expectFallback(none, 'no-adapter');
  const adapter = {
    limits: {},
    features: new Set(),
    requestDevice: () => Promise.reject(new Error('too busy')),
  };
  const refusing = { requestAdapter: async () => adapter } as unknown as GPU;
  const refused = await createGpuBroadPhase({ gpu: refusing, fallback: new SortAndSweep() });
  expect(refused.failure?.message).toMatch(/too busy/);
  await run(refused);
  expectFallback(refused, 'no-adapter');
  // Node has no navigator.gpu.
  const missing = await createGpuBroadPhase();
  expectFallback(missing, 'no-adapter');
});

it('goes on where limits are too small', async () => {
  // Its own device: that it is destroyed is seen from outside.
  const device = await requestGpuDevice(nodeGpu);
  const { maxComputeWorkgroupsPerDimension } = device.limits;
  const limits = { maxComputeWorkgroupsPerDimension, maxBufferSize: 512, maxStorageBufferBindingSize: 512 };
  await withChangedDevice(device, { limits }, async () => {
    const small = await createGpuBroadPhase({ gpu: gpuWithOnly(device) });
    await run(small);
    expectFallback(small, 'limits');
  });
  expect((await device.lost).reason).toBe('destroyed');
});

it('goes on where memory is full after a while', async () => {
  const { device } = watched.current;
  const pop = device.popErrorScope.bind(device);
  let pops = 0;
  let destroyed = 0;
  const popErrorScope = async () => {
    const error = await pop();
    return ++pops === 20 ? { message: 'no memory left' } : error;
  };
  await withChangedDevice(device, { popErrorScope, destroy: () => destroyed++ }, async () => {
    const full = await createGpuBroadPhase({ gpu: gpuWithOnly(device) });
    await run(full);
    expect(pops).toBe(20);
    expect(destroyed).toBeGreaterThan(0);
    expectFallback(full, 'out-of-memory');
  });
});
