/** A world with its pairs from the GPU in Chromium: the same bits as without. */
import { createGpuBroadPhase } from '@colide/world';
import { expect, it } from 'vitest';
import { disturb, heap, outcome } from '../support/async-scene.ts';

it('steps to the same bits with the GPU as without', async () => {
  const asyncBroadPhase = await createGpuBroadPhase({ search: 'grid' });
  expect(asyncBroadPhase.failure).toBeUndefined();
  const { device, pool } = asyncBroadPhase.compute!;
  device.pushErrorScope('validation');
  const [world, twin] = [heap({ asyncBroadPhase }), heap()];
  for (let frame = 0; frame < 30; frame++) {
    for (const each of [world, twin]) disturb(each, frame);
    twin.step(1 / 60);
    await world.stepAsync(1 / 60);
    expect(outcome(world)).toEqual(outcome(twin));
  }
  expect(twin.counters.touching).toBeGreaterThan(5);
  expect(await device.popErrorScope()).toBeNull();
  asyncBroadPhase.dispose();
  expect((await device.lost).reason).toBe('destroyed');
  expect(pool.liveBuffers).toBe(0);
});
