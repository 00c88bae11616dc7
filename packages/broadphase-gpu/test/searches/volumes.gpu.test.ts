/**
 * Volumes of every kind, by every search, in every family of scenes, with subgroups and without, with room
 * for too few pairs at first: always the pairs of brute force.
 */
import {
  GpuCompute,
  type GpuVolumeKind,
  type GpuVolumes,
  gpuGridPairs,
  gpuLbvhPairs,
  gpuMeasureScene,
  gpuSceneBytes,
  gpuSweepPairs,
} from '@colide/broadphase-gpu';
import type { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { type BoxFamily, boxFamilies, boxPairsOracle, generateBoxes, isSoak, soak } from '@colide/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { upload } from '../support/check-primitives.ts';
import { useNodeDevice } from '../support/node-device.ts';
import { ExpectedPairs, volumesIn } from '../support/volume-scenes.ts';

const watched = useNodeDevice();
const kinds: GpuVolumeKind[] = ['sphere', 'obb', 6, 14, 18, 26];
const searches = { sweep: gpuSweepPairs, grid: gpuGridPairs, lbvh: gpuLbvhPairs };
type Search = keyof typeof searches;
/** Recorders without subgroups and with. */
let computes: readonly GpuCompute[];

beforeAll(() => {
  computes = [false, true].map(subgroups => new GpuCompute(watched.current.device, { subgroups }));
});

afterAll(() => {
  for (const compute of computes) {
    compute.dispose();
    expect(compute.pool.liveBuffers).toBe(0);
  }
});

/** A scene on the GPU, measured. */
function place(compute: GpuCompute, kind: GpuVolumeKind, data: Float32Array, count: number) {
  const filters = new Uint32Array(4 * count);
  for (let i = 0; i < count; i++) filters.set([1, 1, 0, i], 4 * i);
  const volumes: GpuVolumes = {
    kind,
    count,
    volumes: upload(compute, data),
    filters: upload(compute, filters),
  };
  const scene = compute.pool.acquire(gpuSceneBytes);
  gpuMeasureScene(compute, volumes, scene);
  return { volumes, scene };
}

/** How many pairs a search finds, and those for which there is room. */
async function find(
  compute: GpuCompute,
  search: Search,
  { volumes, scene }: ReturnType<typeof place>,
  capacity: number,
) {
  const { pool } = compute;
  const target = { capacity, pairs: pool.acquire(8 * capacity), state: pool.acquire(16) };
  compute.clear(target.state, 16);
  searches[search](compute, volumes, scene, target);
  const [count] = new Uint32Array(await compute.read(target.state, 16));
  const pairs = new Uint32Array(await compute.read(target.pairs, 8 * Math.min(count, capacity)));
  pool.release(target.pairs);
  pool.release(target.state);
  return { count: count, pairs };
}

const known = new Map<string, { boxes: Float64Array; candidates: PairList }>();

/** Boxes of a family whose bounds are floats, and their pairs. */
function familyOf(family: BoxFamily, n: number): { boxes: Float64Array; candidates: PairList } {
  let scene = known.get(`${family} ${n}`);
  if (!scene) {
    const boxes = generateBoxes(family, n, new Random(7)).map(Math.fround);
    scene = { boxes, candidates: boxPairsOracle(boxes) };
    known.set(`${family} ${n}`, scene);
  }
  return scene;
}

let turn = 0;

/**
 * Searches a scene with room for a quarter of its pairs, where these are not too many, then with enough.
 * Recorders take turns: one of the two runs is with subgroups, the other without.
 */
async function check(kind: GpuVolumeKind, family: BoxFamily, n: number, names: readonly Search[]) {
  const { boxes, candidates } = familyOf(family, n);
  const data = volumesIn(boxes, kind, new Random(3));
  const expected = new ExpectedPairs(kind, data, candidates);
  expect(expected.sure).toBeGreaterThan(0);
  expect(expected.open).toBeLessThanOrEqual(2);
  await watched.current.check(async () => {
    const { pool } = computes[0];
    const scene = place(computes[0], kind, data, n);
    computes[0].submit();
    for (const search of names) {
      const [first, second] = turn++ % 2 ? [computes[1], computes[0]] : [computes[0], computes[1]];
      const title = `${n} × ${family} by ${search}, ${second.subgroups ? 'with' : 'without'} subgroups`;
      const all = await find(second, search, scene, expected.sure + expected.open);
      expect(expected.compare(all.pairs), title).toEqual({ missing: 0, wrong: 0 });
      if (n > 1000) continue;
      const few = Math.max(1, expected.sure >> 2);
      const some = await find(first, search, scene, few);
      expect(some.count, title).toBe(all.count);
      expect(some.pairs.length, title).toBe(2 * few);
      expect(expected.compare(some.pairs).wrong, title).toBe(0);
    }
    for (const buffer of [scene.volumes.volumes, scene.volumes.filters, scene.scene]) pool.release(buffer);
  });
  return { pairs: expected.sure, candidates: candidates.count };
}

/** Families in which everything overlaps everything: 1000 volumes would have half a million pairs. */
const denseFamilies: readonly BoxFamily[] = ['nested', 'identical'];

/** Families for oriented boxes: those in boxes that only touch do not touch each other. */
const obbFamilies: readonly BoxFamily[] = ['uniform', 'mixed', 'clustered'];

it.each(kinds)('hundreds of volumes of kind %s in all families by every search', async kind => {
  let pairs = 0;
  let candidates = 0;
  for (const family of kind === 'obb' ? obbFamilies : boxFamilies) {
    const isDense = denseFamilies.includes(family);
    const counted = await check(kind, family, isDense ? soak(150, 300) : soak(400, 1000), [
      'sweep',
      'grid',
      'lbvh',
    ]);
    // If all volumes overlap, their number says nothing.
    if (isDense) continue;
    pairs += counted.pairs;
    candidates += counted.candidates;
  }
  if (kind === 6) expect(pairs).toBe(candidates);
  else expect(pairs / candidates).toBeLessThan(0.8);
  expect(pairs / candidates).toBeGreaterThan(0.2);
});

// One kind for each search, in a family of its own; soaks have all kinds by all searches.
it('10 000 spheres, 18-DOPs and 26-DOPs by every search', async () => {
  const families: BoxFamily[] = ['layered', 'offset', 'clustered'];
  for (const [k, kind] of (['sphere', 18, 26] as const).entries())
    for (const [s, search] of (['sweep', 'grid', 'lbvh'] as const).entries())
      if (isSoak || k === s) await check(kind, families[(k + s) % 3], 10_000, [search]);
});
