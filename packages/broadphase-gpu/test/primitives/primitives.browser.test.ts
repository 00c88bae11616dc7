/** The same checks in Chromium: primitives on lengths to 1000, hard keys, and pairs by every search. */
import { GpuCompute, type GpuSearch, requestGpuDevice } from '@colide/broadphase-gpu';
import { Random } from '@colide/math';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkFloatSorts, checkLengthsToThousand, checkLongLength } from '../support/check-primitives.ts';
import { findPairs } from '../support/find-pairs.ts';
import { type WatchedDevice, watchDevice } from '../support/watch-device.ts';

let watched: WatchedDevice;

beforeAll(async () => {
  watched = watchDevice(await requestGpuDevice());
});

afterAll(() => watched.device.destroy());

it('scan, sort and compaction are exact on lengths from 0 to 1000', async () => {
  const compute = new GpuCompute(watched.device);
  await watched.check(() => checkLengthsToThousand(compute, false));
  compute.dispose();
});

it('all primitives are exact on longer input and hard keys', async () => {
  const compute = new GpuCompute(watched.device);
  await watched.check(async () => {
    await checkLongLength(compute, 7001, new Random(1));
    await checkFloatSorts(compute, 500);
    await checkFloatSorts(compute, 1300);
  });
  compute.dispose();
});

it.each<GpuSearch>(['sweep', 'grid', 'lbvh'])('%s finds the pairs of brute force', async search => {
  const random = new Random(2);
  const n = 600;
  const boxes = new Float32Array(6 * n);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < 3; k++) {
      boxes[6 * i + k] = random.uniform(-8, 8);
      boxes[6 * i + k + 3] = boxes[6 * i + k] + random.uniform(0.2, 2);
    }
  const { pairs } = await watched.check(() => findPairs(boxes, { device: watched.device, search }));
  const expected: [number, number][] = [];
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++)
      if (
        [0, 1, 2].every(
          k => boxes[6 * i + k] <= boxes[6 * j + k + 3] && boxes[6 * j + k] <= boxes[6 * i + k + 3],
        )
      )
        expected.push([i, j]);
  expect(expected.length).toBeGreaterThan(100);
  expect(pairs.toArray()).toEqual(expected);
});
