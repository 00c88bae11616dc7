/**
 * Bodies on the GPU fall, collide and come to rest, whatever the search, with nothing read back but poses.
 */
import { GpuBodies } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { HullShape, solidTruncatedOctahedron } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import { expect, it } from 'vitest';
import { useNodeDevice } from '../support/node-device.ts';
import { posedHull, randomPoses } from '../support/posed-hulls.ts';

const watched = useNodeDevice();
const shape = solidTruncatedOctahedron(1).positions;
const box = Float64Array.from({ length: 24 }, (_, i) => (((i / 3) >> (i % 3)) & 1 ? 1 : -1));

/** Poses of eight numbers as poses of seven. */
function seven(poses: Float32Array): Float32Array {
  return Float32Array.from({ length: (7 * poses.length) / 8 }, (_, i) => {
    const k = i % 7;
    return poses[8 * Math.floor(i / 7) + (k < 3 ? k : k + 1)];
  });
}

it('fall freely as the formula says, and the same in every run', async () => {
  const { device, check } = watched.current;
  const poses = randomPoses(6, 20, new Random(3));
  const run = () =>
    check(async () => {
      const bodies = new GpuBodies({
        device,
        shapes: [shape],
        shapeOf: new Uint32Array(6),
        poses,
        damping: 1,
        rounds: 1,
      });
      for (let frame = 0; frame < 20; frame++) await bodies.step(1 / 60);
      bodies.dispose();
      expect(bodies.compute.pool.liveBuffers).toBe(0);
      return bodies.poses;
    });
  const result = await run();
  const fallen = (9.81 / 3600) * ((20 * 21) / 2);
  for (let i = 0; i < 6; i++) {
    expect(result[8 * i]).toBeCloseTo(poses[7 * i], 3);
    expect(result[8 * i + 1]).toBeCloseTo(poses[7 * i + 1] - fallen, 3);
    const dot = [0, 1, 2, 3].reduce((sum, k) => sum + result[8 * i + 4 + k] * poses[7 * i + 3 + k], 0);
    expect(Math.abs(dot)).toBeCloseTo(1, 4);
  }
  expect(await run()).toEqual(result);
});

it('heap up on the ground and on a static box without sinking in', async () => {
  const { device, check } = watched.current;
  const random = new Random(4);
  const n = 6;
  const poses = randomPoses(n, 1, random);
  for (let i = 1; i < n; i++) poses[7 * i + 1] = 1.5 + 2.1 * i;
  poses.set([0, 0.5, 0, 0, 0, 0, 1]);
  const shapeOf = Uint32Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0));
  const options = {
    device,
    shapes: [shape, box],
    shapeOf,
    poses,
    ground: -0.5,
    pairCapacity: 2,
    rounds: 4,
    damping: 0.98,
  };
  const bodies = new GpuBodies({ ...options, volume: 18, search: 'sweep', swept: true });
  bodies.hulls.setFilter(0, 0xffffffff, 0xffffffff, true);
  let busy = 0;
  const result = await check(async () => {
    for (let frame = 0; frame < 110; frame++) {
      await bodies.step(1 / 60);
      if (bodies.pairCount > 0) busy++;
    }
    return seven(bodies.poses);
  });
  expect([...result.subarray(0, 7)]).toEqual([0, 0.5, 0, 0, 0, 0, 1]);
  const posed = Array.from(shapeOf, (s, i) => posedHull(HullShape.fromPoints([shape, box][s]), result, i));
  const penetration = createPenetrationResult();
  let deepest = 0;
  for (let i = 0; i < n; i++) {
    const lowest = posed[i].support(new Float64Array(3), [0, -1, 0])[1];
    expect(lowest).toBeGreaterThan(-0.6);
    for (let j = i + 1; j < n; j++)
      deepest = Math.min(deepest, signedDistance(penetration, posed[i], posed[j]));
  }
  expect(deepest).toBeGreaterThan(-0.15);
  expect(Math.max(...posed.map(({ position }) => position[1]))).toBeLessThan(9);
  const pairs = new PairList();
  expect(await check(() => bodies.findPairs(pairs))).toBe(pairs.count);
  expect(busy).toBeGreaterThan(30);
  bodies.dispose();
});
