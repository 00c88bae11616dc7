/** The GPU broad phase finds exactly the pairs of brute force, by every search, in every family of scenes. */
import { GpuBroadPhase, GpuError, type GpuSearch } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { boxFamilies, boxPairsOracle, generateBoxes, moveBoxes, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { findPairs } from '../support/find-pairs.ts';
import { useNodeDevice } from '../support/node-device.ts';

const watched = useNodeDevice();
const searches: GpuSearch[] = ['sweep', 'grid', 'lbvh'];

describe.each(searches)('%s', search => {
  it.each(boxFamilies)('%s: hundreds of boxes', async family => {
    // If all boxes overlap, 1000 of them have half a million pairs.
    const isDense = family === 'nested' || family === 'identical';
    const boxes = generateBoxes(family, isDense ? soak(300, 1000) : soak(600, 1000), new Random(7));
    const expected = boxPairsOracle(boxes);
    expect(expected.count).toBeGreaterThan(0);
    const { device, check } = watched.current;
    const { pairs, broadPhase } = await check(() => findPairs(boxes, { device, search, pairCapacity: 8 }));
    expect(broadPhase.failure).toBeUndefined();
    expect(broadPhase.search).toBe(search);
    expect(broadPhase.retries).toBeLessThanOrEqual(1);
    expect(pairs.count).toBe(expected.count);
    expect(pairs.equals(expected)).toBe(true);
  });

  it('few boxes', async () => {
    const { device, check } = watched.current;
    for (const n of [0, 1, 2, 3, 33, 257]) {
      const boxes = generateBoxes('uniform', n, new Random(n));
      const { pairs } = await check(() => findPairs(boxes, { device, search, subgroups: false }));
      expect(pairs.equals(boxPairsOracle(boxes)), `${n} boxes`).toBe(true);
    }
  });

  it('without subgroups, with few workgroups per row, sorted on the GPU', async () => {
    const boxes = generateBoxes('layered', 1500, new Random(3));
    const { device, check } = watched.current;
    const options = { device, search, subgroups: false, maxGroups: 3, sorted: true };
    const { pairs } = await check(() => findPairs(boxes, options));
    expect(pairs.equals(boxPairsOracle(boxes))).toBe(true);
  });
});

it('thousands of boxes, by the search that suits them', async () => {
  const { device, check } = watched.current;
  const uniform = generateBoxes('uniform', 10_000, new Random(9));
  const oneHuge = uniform.slice();
  oneHuge.set([-40, -40, -40, 0, 0, 0]);
  const scenes: [Float64Array, GpuSearch][] = [
    [uniform, 'grid'],
    [oneHuge, 'lbvh'],
    [generateBoxes('line', soak(4000, 10_000), new Random(9)), 'sweep'],
  ];
  for (const [boxes, search] of scenes) {
    const { pairs, broadPhase } = await check(() => findPairs(boxes, { device }));
    expect(broadPhase.search).toBe(search);
    expect(pairs.equals(boxPairsOracle(boxes)), search).toBe(true);
  }
});

it('boxes come, move and go; filters hold', async () => {
  const { device, check } = watched.current;
  const random = new Random(21);
  const boxes = generateBoxes('uniform', 400, random);
  const broadPhase = new GpuBroadPhase({ device, sorted: true });
  expect(broadPhase.insertAll(boxes.subarray(0, 6 * 200))).toBe(0);
  for (let id = 200; id < 400; id++) expect(broadPhase.insert(boxes.subarray(6 * id, 6 * id + 6))).toBe(id);
  const gone = new Set<number>();
  const filter = (id: number) => ({ group: 1 << (id % 3), mask: id % 5 === 0 ? 1 : 7, still: id % 4 === 0 });
  for (let id = 0; id < 400; id++) {
    const { group, mask, still } = filter(id);
    broadPhase.setFilter(id, group, mask, still);
  }
  const expected = () =>
    boxPairsOracle(boxes)
      .toArray()
      .filter(([i, j]) => {
        const [a, b] = [filter(i), filter(j)];
        const met = (a.group & b.mask) !== 0 && (b.group & a.mask) !== 0 && !(a.still && b.still);
        return met && !gone.has(i) && !gone.has(j);
      });
  const pairs = new PairList();
  for (let frame = 0; frame < 4; frame++) {
    pairs.clear();
    expect(await check(() => broadPhase.findPairs(pairs))).toBe(pairs.count);
    expect(pairs.toArray()).toEqual(expected());
    expect(pairs.count).toBeGreaterThan(20);
    moveBoxes(boxes, 0.3, random);
    for (let id = frame; id < 400; id += 7)
      if (!gone.has(id)) {
        broadPhase.remove(id);
        gone.add(id);
      }
    for (let id = 0; id < 400; id++)
      if (!gone.has(id)) broadPhase.update(id, boxes.subarray(6 * id, 6 * id + 6));
  }
  expect(broadPhase.count).toBe(400 - gone.size);
  const last = [...gone].at(-1)!;
  expect(broadPhase.insert([0, 0, 0, 1, 1, 1])).toBe(last);
  expect(() => broadPhase.remove(999)).toThrow(/id/);
  expect(() => broadPhase.update([...gone][0], [0, 0, 0, 1, 1, 1])).toThrow(/removed/);
  expect(() => broadPhase.insert([0, 0, 2, 1, 1, 1])).toThrow(/axis z/);
  broadPhase.clear();
  expect(broadPhase.count).toBe(0);
  expect(await broadPhase.findPairs(pairs)).toBe(0);
  broadPhase.dispose();
  expect(() => broadPhase.insert([0, 0, 0, 1, 1, 1])).toThrow(/disposed/);
});

it('infinite boxes, points, and boxes that floats cannot hold', async () => {
  const { device, check } = watched.current;
  const tiny = 2 ** -60;
  const boxes = Float64Array.from(
    [
      [-Infinity, -Infinity, -Infinity, Infinity, Infinity, 0],
      [1, 1, 0, 1, 1, 0],
      [1, 1, 1e-300, 2, 2, 1],
      [1 + tiny, 0.1, 0.1, 5, 5, 5],
      [-1e300, 0, 2, 1 - 2 ** -53, 1e300, 3],
      [0.1, 0.1, 0.1, 0.1, 0.1, 0.1],
      [0.1 + tiny, 0.1, 0.1, 1, 1, 1],
    ].flat(),
  );
  const expected = boxPairsOracle(boxes);
  expect(expected.count).toBe(5);
  for (const search of searches) {
    const { pairs } = await check(() => findPairs(boxes, { device, search }));
    expect(pairs.toArray(), search).toEqual(expected.toArray());
  }
});

it('tells which pairs have begun and which have ended', async () => {
  const { device, check } = watched.current;
  const random = new Random(6);
  const boxes = generateBoxes('uniform', 200, random);
  for (const sorted of [false, true]) {
    const broadPhase = new GpuBroadPhase({ device, sorted, search: 'grid' });
    broadPhase.insertAll(boxes);
    let before = new Set<string>();
    let changed = 0;
    for (let frame = 0; frame < 3; frame++) {
      const [begun, ended] = [new PairList(), new PairList()];
      const count = await check(() => broadPhase.findChanges(begun, ended));
      const after = new Set(boxPairsOracle(boxes).toArray().map(String));
      expect(count).toBe(after.size);
      expect(begun.toArray().map(String)).toEqual([...after].filter(pair => !before.has(pair)));
      expect(ended.toArray().map(String)).toEqual([...before].filter(pair => !after.has(pair)));
      changed += ended.count;
      before = after;
      moveBoxes(boxes, 0.4, random);
      for (let id = 0; id < 200; id++) broadPhase.update(id, boxes.subarray(6 * id, 6 * id + 6));
    }
    expect(changed).toBeGreaterThan(10);
    broadPhase.dispose();
  }
});

it('a swept box meets what is in its path', async () => {
  const { device, check } = watched.current;
  const broadPhase = new GpuBroadPhase({ device });
  broadPhase.insertAll(Float64Array.of(0, 0, 0, 1, 1, 1, 5, 0, 0, 6, 1, 1, 0, 5, 0, 1, 6, 1));
  const pairs = new PairList();
  expect(await check(() => broadPhase.findPairs(pairs))).toBe(0);
  broadPhase.updateSwept(0, [0, 0, 0, 1, 1, 1], [10, -1, 0]);
  await check(() => broadPhase.findPairs(pairs));
  expect(pairs.toArray()).toEqual([[0, 1]]);
  broadPhase.dispose();
});

it('rejects with a reason when a limit is too small and there is no fallback', async () => {
  const { device } = watched.current;
  const small = new Proxy(device, {
    get(target, key) {
      if (key === 'limits')
        return {
          maxBufferSize: 4096,
          maxStorageBufferBindingSize: 4096,
          maxComputeWorkgroupsPerDimension: 65535,
        };
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const broadPhase = new GpuBroadPhase({ device: small });
  broadPhase.insertAll(generateBoxes('uniform', 1000, new Random(1)));
  const failed = await broadPhase.findPairs(new PairList()).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(GpuError);
  expect((failed as GpuError).reason).toBe('limits');
  expect(broadPhase.compute!.pool.liveBuffers).toBe(0);
});
