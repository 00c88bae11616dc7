/** A world with its pairs from the GPU: the same bits as on the CPU, also when the GPU is missing, lost, full or too small. */
import {
  createGpuBroadPhase,
  type GpuBroadPhase,
  type GpuErrorReason,
  SortAndSweep,
  type World,
} from 'colide';
import { expect, it } from 'vitest';
import { create } from 'webgpu';
import { disturb, heap, outcome } from './support/async-scene.ts';

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

/** A GPU whose device answers some properties differently. */
function pretend(gpu: GPU, changes: (device: GPUDevice) => Record<string, unknown>): GPU {
  const requestAdapter = async (options?: GPURequestAdapterOptions) => {
    const adapter = (await gpu.requestAdapter(options))!;
    const requestDevice = async (descriptor?: GPUDeviceDescriptor) => {
      const device = await adapter.requestDevice(descriptor);
      const changed = changes(device);
      return new Proxy(device, {
        get(target, key) {
          if (typeof key === 'string' && key in changed) return changed[key];
          const value = Reflect.get(target, key) as unknown;
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
    };
    return { limits: adapter.limits, features: adapter.features, requestDevice };
  };
  return { requestAdapter } as unknown as GPU;
}

/** The CPU has taken over for `reason`, and nothing is left on the GPU. */
async function expectFallback(broadPhase: GpuBroadPhase, reason: GpuErrorReason): Promise<void> {
  expect(broadPhase.failure?.reason).toBe(reason);
  const { compute } = broadPhase;
  if (compute) {
    expect((await compute.device.lost).reason).toBe('destroyed');
    expect([compute.pool.liveBuffers, compute.pool.liveBytes]).toEqual([0, 0]);
  }
  broadPhase.destroy();
}

it('steps to the same bits as on the CPU', async () => {
  const broadPhase = await createGpuBroadPhase({ gpu: create([]), pairCapacity: 4 });
  const { device, pool } = broadPhase.compute!;
  device.pushErrorScope('validation');
  const world = await run(broadPhase);
  expect(await device.popErrorScope()).toBeNull();
  expect(broadPhase.failure).toBeUndefined();
  expect(broadPhase.retries).toBeGreaterThan(0);
  expect(world.timings.broad).toBeGreaterThan(0);
  broadPhase.destroy();
  expect((await device.lost).reason).toBe('destroyed');
  expect(pool.liveBuffers).toBe(0);
});

it('goes on where the device is lost, in the middle of a step', async () => {
  const broadPhase = await createGpuBroadPhase({ gpu: create([]) });
  await run(broadPhase, async frame => {
    await Promise.resolve();
    if (frame === 9) broadPhase.compute!.device.destroy();
  });
  await expectFallback(broadPhase, 'device-lost');
});

it('goes on where there is no adapter or no device', async () => {
  const nothing = { requestAdapter: async () => null } as unknown as GPU;
  const none = await createGpuBroadPhase({ gpu: nothing });
  await run(none);
  await expectFallback(none, 'no-adapter');
  const adapter = {
    limits: {},
    features: new Set(),
    requestDevice: () => Promise.reject(new Error('too busy')),
  };
  const refusing = { requestAdapter: async () => adapter } as unknown as GPU;
  const refused = await createGpuBroadPhase({ gpu: refusing, fallback: new SortAndSweep() });
  expect(refused.failure?.message).toMatch(/too busy/);
  await run(refused);
  await expectFallback(refused, 'no-adapter');
  // Node has no navigator.gpu.
  const missing = await createGpuBroadPhase();
  await expectFallback(missing, 'no-adapter');
});

it('goes on where limits are too small', async () => {
  const gpu = pretend(create([]), ({ limits }) => ({
    limits: {
      maxComputeWorkgroupsPerDimension: limits.maxComputeWorkgroupsPerDimension,
      maxBufferSize: 512,
      maxStorageBufferBindingSize: 512,
    },
  }));
  const small = await createGpuBroadPhase({ gpu });
  await run(small);
  await expectFallback(small, 'limits');
});

it('goes on where memory is full after a while', async () => {
  let pops = 0;
  const gpu = pretend(create([]), device => ({
    popErrorScope: async () => {
      const error = await device.popErrorScope();
      return ++pops === 20 ? { message: 'no memory left' } : error;
    },
  }));
  const full = await createGpuBroadPhase({ gpu });
  await run(full);
  expect(pops).toBe(20);
  await expectFallback(full, 'out-of-memory');
});
