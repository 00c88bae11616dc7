/**
 * The broad phase on the GPU and its twin on the CPU, `SortAndSweep`, find the same pairs while boxes move,
 * come and go.
 */

import { GpuBroadPhase, type GpuSearch } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { SortAndSweep } from '@colide/spatial';
import { boxFamilies, generateBoxes, soak } from '@colide/testing';
import { expect, it } from 'vitest';
import { useNodeDevice } from '../../broadphase-gpu/test/support/node-device.ts';

const watched = useNodeDevice();
const count = soak(800, 2000);
const searches: GpuSearch[] = ['sweep', 'grid', 'lbvh'];
/** Families in which all boxes overlap would have too many pairs. */
const families = boxFamilies.filter(family => family !== 'nested' && family !== 'identical');

it.each(families)('%s: boxes that move, by every search', async family => {
  const { device, check } = watched.current;
  const random = new Random(15);
  const boxes = generateBoxes(family, count, random);
  const twin = new SortAndSweep();
  const gpus = searches.map(search => new GpuBroadPhase({ device, search, pairCapacity: 64 }));
  const all = [twin, ...gpus];
  for (const each of all) each.insertAll(boxes);
  const [expected, found] = [new PairList(), new PairList()];
  for (let frame = 0; frame < 2; frame++) {
    expected.clear();
    twin.findPairs(expected);
    expected.sort();
    expect(expected.count).toBeGreaterThan(20);
    for (const gpu of gpus) {
      found.clear();
      await check(() => gpu.findPairs(found));
      expect(gpu.failure).toBeUndefined();
      expect(found.sort().equals(expected), `${gpu.search}, frame ${frame}`).toBe(true);
    }
    const next = generateBoxes(family, count, random);
    if (frame === 0)
      for (const each of all)
        for (let id = 0; id < count; id++)
          if (id % 100 === 7) each.remove(id);
          else each.update(id, next.subarray(6 * id, 6 * id + 6));
  }
  for (const gpu of gpus) gpu.dispose();
});
