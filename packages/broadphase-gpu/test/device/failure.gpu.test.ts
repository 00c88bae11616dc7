/**
 * The behaviour when the GPU is missing, lost, full or too small; no buffers are left behind in steady state.
 */
import { GpuBroadPhase, GpuError, type GpuErrorReason, requestGpuDevice } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { boxPairsOracle, generateBoxes, moveBoxes, soak } from '@colide/testing';
import { expect, it } from 'vitest';
import { BruteForceForTests } from '../support/brute-force.ts';
import { withChangedDevice } from '../support/change-device.ts';
import { nodeGpu, useNodeDevice } from '../support/node-device.ts';

const watched = useNodeDevice();

/** Boxes come, go and move on a broad phase that must have failed; pairs are right all the same. */
async function checkFallback(broadPhase: GpuBroadPhase, reason: GpuErrorReason): Promise<void> {
  const random = new Random(17);
  const boxes = generateBoxes('uniform', 120, random);
  for (let i = 0; i < boxes.length; i++) boxes[i] += i % 6 < 3 ? -0.3 : 0.3;
  broadPhase.insertAll(boxes.subarray(0, 600));
  broadPhase.remove(40);
  const pairs = new PairList();
  // Every third box meets nobody; box 0 is static, as all even ones are.
  for (let id = 0; id < 100; id++)
    if (id !== 40) broadPhase.setFilter(id, 1, id % 3 === 2 ? 0xfffffffe : 0xffffffff, id % 2 === 0);
  const admitted = boxPairsOracle(boxes.subarray(0, 600))
    .toArray()
    .filter(ids => ids.every(id => id !== 40 && id % 3 !== 2) && ids.some(id => id % 2 === 1));
  await broadPhase.findPairs(pairs);
  expect(admitted.length).toBeGreaterThan(5);
  expect(pairs.sort().toArray()).toEqual(admitted);
  expect(broadPhase.failure?.reason).toBe(reason);
  broadPhase.clear();
  expect(broadPhase.count).toBe(0);
  broadPhase.insertAll(boxes.subarray(0, 600));
  broadPhase.remove(7);
  for (let id = 100; id < 120; id++) broadPhase.insert(boxes.subarray(6 * id, 6 * id + 6));
  // The first of them took the place of box 7.
  const places = [...boxes];
  for (let k = 0; k < 6; k++) places[42 + k] = boxes[600 + k];
  const moved = Float64Array.from(places.slice(0, 600).concat(places.slice(606)));
  moveBoxes(moved, 0.2, random);
  for (let id = 0; id < 119; id++) broadPhase.update(id, moved.subarray(6 * id, 6 * id + 6));
  pairs.clear();
  await broadPhase.findPairs(pairs);
  expect(pairs.sort().equals(boxPairsOracle(moved))).toBe(true);
  expect(pairs.count).toBeGreaterThan(10);
  if (broadPhase.compute) expect(broadPhase.compute.pool.liveBuffers).toBe(0);
  broadPhase.dispose();
}

it('goes on with the fallback when there is no device', async () => {
  await checkFallback(new GpuBroadPhase({ fallback: new BruteForceForTests() }), 'no-adapter');
  expect(() => new GpuBroadPhase({})).toThrow(GpuError);
  await expect(requestGpuDevice(undefined)).rejects.toThrow(/WebGPU/);
  const none = { requestAdapter: async () => null } as GPU;
  await expect(requestGpuDevice(none)).rejects.toThrow(/no adapter/);
});

it('goes on with the fallback when the device is lost', async () => {
  const device = await requestGpuDevice(nodeGpu);
  const broadPhase = new GpuBroadPhase({ device, fallback: new BruteForceForTests() });
  const pairs = new PairList();
  broadPhase.insertAll(generateBoxes('uniform', 100, new Random(1)));
  await broadPhase.findPairs(pairs);
  expect(pairs.count).toBeGreaterThan(0);
  expect(broadPhase.failure).toBeUndefined();
  device.destroy();
  await device.lost;
  broadPhase.clear();
  await checkFallback(broadPhase, 'device-lost');
});

it('goes on with the fallback when memory is full or a limit too small', async () => {
  const { device } = watched.current;
  const fallback = () => new BruteForceForTests();
  let pops = 0;
  const pop = device.popErrorScope.bind(device);
  const popErrorScope = async () => {
    const error = await pop();
    return pops++ % 2 === 1 ? { message: 'no memory left' } : error;
  };
  await withChangedDevice(device, { popErrorScope }, () =>
    checkFallback(new GpuBroadPhase({ device, fallback: fallback() }), 'out-of-memory'),
  );
  expect(pops).toBe(2);
  const limits = {
    maxBufferSize: 1024,
    maxStorageBufferBindingSize: 1024,
    maxComputeWorkgroupsPerDimension: 9,
  };
  await withChangedDevice(device, { limits }, () =>
    checkFallback(new GpuBroadPhase({ device, fallback: fallback() }), 'limits'),
  );
});

it('leaves nothing behind in hundreds of frames', async () => {
  const { device, check } = watched.current;
  const random = new Random(2);
  const boxes = generateBoxes('uniform', 8, random);
  const broadPhase = new GpuBroadPhase({ device });
  broadPhase.insertAll(boxes);
  const { pool } = broadPhase.compute!;
  const pairs = new PairList();
  await check(() => broadPhase.findPairs(pairs));
  const { inUse, created, liveBytes } = pool;
  await check(async () => {
    for (let frame = 0; frame < soak(200, 1000); frame++) {
      broadPhase.update(frame % 8, boxes.subarray(6 * (frame % 8), 6 * (frame % 8) + 6));
      pairs.clear();
      await broadPhase.findPairs(pairs);
    }
  });
  expect([pool.inUse, pool.created, pool.liveBytes]).toEqual([inUse, created, liveBytes]);
  expect(pairs.sort().equals(boxPairsOracle(boxes))).toBe(true);
  broadPhase.dispose();
  expect([pool.inUse, pool.liveBuffers, pool.liveBytes]).toEqual([0, 0, 0]);
});
