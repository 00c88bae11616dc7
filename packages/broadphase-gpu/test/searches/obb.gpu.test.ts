/**
 * The test of oriented boxes on the GPU against that of the CPU: boxes at random, parallel, flat, and boxes
 * that touch or miss each other with a face, an edge or a corner.
 */
import { obbFromBox, obbOverlap } from '@colide/bounds';
import {
  GpuBroadPhase,
  GpuCompute,
  gpuLbvhPairs,
  gpuMeasureScene,
  gpuSceneBytes,
} from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { expect, it } from 'vitest';
import { upload } from '../support/check-primitives.ts';
import { useNodeDevice } from '../support/node-device.ts';
import { obbsOverlap } from '../support/volume-scenes.ts';

const watched = useNodeDevice();
const pairCount = 4000;
/** Pairs are so far apart that no box meets one of another pair. */
const spacing = 16;
type Vector = [number, number, number];
type Rotation = [number, number, number, number];

/** Half of the length of a box along a direction. */
function extent(box: Float64Array, d: Vector): number {
  let sum = 0;
  for (let k = 0; k < 3; k++)
    sum += box[3 + k] * Math.abs(box[6 + 3 * k] * d[0] + box[7 + 3 * k] * d[1] + box[8 + 3 * k] * d[2]);
  return sum;
}

/**
 * Two boxes: of independent rotations or parallel, some flat; apart by `gap` along a random axis of the test,
 * or anywhere.
 */
function pairOf(random: Random, n: number): [Float64Array, Float64Array] {
  const rotations: [Rotation, Rotation] = [
    [0, 0, 0, 1],
    [0, 0, 0, 1],
  ];
  for (const q of rotations) random.rotation(q);
  if (n % 4 === 1) rotations[1] = rotations[0];
  // Nearly parallel: cross products of edges are noise.
  if (n % 4 === 2) rotations[1] = rotations[0].map(x => x + 1e-6 * random.normal()) as Rotation;
  const [a, b] = rotations.map(q => {
    const halves = [0, 1, 2].map(k => (n % 16 === 3 + k ? 0 : random.uniform(0.1, 1.5)));
    return obbFromBox(new Float64Array(15), [0, 0, 0], halves, q) as Float64Array;
  });
  const edges = n % 3 === 0;
  const u = 6 + 3 * random.integer(3);
  const v = 6 + 3 * random.integer(3);
  let d: Vector = [a[u], a[u + 1], a[u + 2]];
  if (edges) {
    const e: Vector = [b[v], b[v + 1], b[v + 2]];
    const cross: Vector = [d[1] * e[2] - d[2] * e[1], d[2] * e[0] - d[0] * e[2], d[0] * e[1] - d[1] * e[0]];
    const length = Math.hypot(...cross);
    if (length > 1e-3) d = cross.map(x => x / length) as Vector;
  }
  const gaps = [0, 1e-4, -1e-4, 0.1, -0.1, 1e-7];
  const distance = n % 5 === 4 ? random.uniform(0, 4) : extent(a, d) + extent(b, d) + gaps[n % gaps.length];
  const side: Vector = [random.normal(), random.normal(), random.normal()];
  const along = side[0] * d[0] + side[1] * d[1] + side[2] * d[2];
  const slide = random.uniform(0, 0.3);
  for (let k = 0; k < 3; k++) b[k] = distance * d[k] + slide * (side[k] - along * d[k]);
  return [a, b];
}

function scene(): Float64Array {
  const random = new Random(16);
  const boxes = new Float64Array(30 * pairCount);
  for (let n = 0; n < pairCount; n++)
    pairOf(random, n).forEach((box, i) => {
      box[0] += spacing * (n % 16);
      box[1] += spacing * (Math.floor(n / 16) % 16);
      box[2] += spacing * Math.floor(n / 256);
      // Axes stay doubles: rounded ones are not orthonormal enough for the CPU where edges are nearly
      // parallel.
      for (let k = 0; k < 6; k++) box[k] = Math.fround(box[k]);
      boxes.set(box, 30 * n + 15 * i);
    });
  return boxes;
}

it('misses none of 4000 pairs, and its false positives are closer than rounding', async () => {
  const { device, check } = watched.current;
  const boxes = scene();
  const data = Float32Array.from(boxes);
  const expected = Array.from({ length: pairCount }, (_, n) =>
    obbsOverlap(boxes.subarray(30 * n, 30 * n + 15), boxes.subarray(30 * n + 15, 30 * n + 30)),
  );
  const sure = expected.filter(verdict => verdict > 0).length;
  expect(sure / pairCount).toBeGreaterThan(0.3);
  expect(sure / pairCount).toBeLessThan(0.7);
  // Those that touch.
  expect(expected.filter(verdict => verdict === 0).length).toBeGreaterThan(100);
  const compute = new GpuCompute(device);
  const pairs = await check(async () => {
    const count = 2 * pairCount;
    const filters = Uint32Array.from({ length: 4 * count }, (_, i) =>
      i % 4 === 3 ? i >> 2 : i % 4 === 2 ? 0 : 1,
    );
    const volumes = {
      kind: 'obb',
      count,
      volumes: upload(compute, data),
      filters: upload(compute, filters),
    } as const;
    const [space, target] = [gpuSceneBytes, 8 * pairCount].map(bytes => compute.pool.acquire(bytes));
    const state = compute.pool.acquire(16);
    compute.clear(state, 16);
    gpuMeasureScene(compute, volumes, space);
    gpuLbvhPairs(compute, volumes, space, { pairs: target, capacity: pairCount, state });
    const [found] = new Uint32Array(await compute.read(state, 16));
    expect(found).toBeLessThanOrEqual(pairCount);
    return new Uint32Array(await compute.read(target, 8 * found));
  });
  const found = new Set<number>();
  for (let k = 0; k < pairs.length; k += 2) {
    expect([pairs[k] % 2, pairs[k + 1]]).toEqual([0, pairs[k] + 1]);
    found.add(pairs[k] / 2);
  }
  expect(found.size).toBe(pairs.length / 2);
  const wrong = expected.flatMap((verdict, n) => (verdict !== 0 && found.has(n) !== verdict > 0 ? [n] : []));
  expect(wrong).toEqual([]);
  compute.dispose();
});

it('gives exactly the pairs of the CPU once they are tested again', async () => {
  const { device, check } = watched.current;
  const boxes = scene();
  const broadPhase = new GpuBroadPhase({ device, volume: 'obb', search: 'lbvh', sorted: true });
  broadPhase.insertAll(boxes);
  const pairs = new PairList();
  await check(() => broadPhase.findPairs(pairs));
  const expected: number[][] = [];
  for (let n = 0; n < pairCount; n++)
    if (obbOverlap(boxes, boxes, 30 * n, 30 * n + 15)) expected.push([2 * n, 2 * n + 1]);
  expect(pairs.toArray()).toEqual(expected);
  broadPhase.dispose();
});
