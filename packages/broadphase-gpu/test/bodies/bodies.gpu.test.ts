/** Bodies on the GPU fall, collide, slide and come to rest, with nothing read back but poses. */
import { GpuBodies } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';
import { HullShape, solidTruncatedOctahedron } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import { soak } from '@colide/testing';
import { expect, it } from 'vitest';
import { useNodeDevice } from '../support/node-device.ts';
import { posedHull, randomPoses } from '../support/posed-hulls.ts';

const watched = useNodeDevice();
const shape = solidTruncatedOctahedron(1).positions;
const box = Float64Array.from({ length: 24 }, (_, i) => (((i / 3) >> (i % 3)) & 1 ? 1 : -1));
const floor = Float64Array.from(box, (x, i) => (i % 3 === 1 ? x : 20 * x));

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

/**
 * The largest overlap of bodies, of the ground, and the highest speed of a vertex in the last step, from
 * poses of seven.
 */
function measure(shapes: readonly Float64Array[], poses: Float32Array, before: Float32Array, ground: number) {
  const result = createPenetrationResult();
  const point = new Float64Array(3);
  const found = { overlap: 0, sunk: 0, speed: 0 };
  const posed = shapes.map((points, i) => posedHull(HullShape.fromPoints(points), poses, i));
  posed.forEach((body, i) => {
    found.sunk = Math.max(found.sunk, ground - body.support(point, [0, -1, 0])[1]);
    for (const other of posed.slice(i + 1))
      found.overlap = Math.max(found.overlap, -signedDistance(result, body, other));
    const then = posedHull(HullShape.fromPoints(shapes[i]), before, i);
    for (let v = 0; v < shapes[i].length / 3; v++) {
      const [p, q] = [body, then].map(at => at.vertex!(new Float64Array(3), v));
      found.speed = Math.max(found.speed, 60 * Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
    }
  });
  return found;
}

/** The poses of `bodies` after `frames` steps, and those before the last one. */
async function run(bodies: GpuBodies, frames: number) {
  let before = bodies.poses;
  for (let frame = 0; frame < frames; frame++) {
    before = bodies.poses;
    await watched.current.check(() => bodies.step(1 / 60));
  }
  return { poses: seven(bodies.poses), before: seven(before) };
}

it('rest in a stack on a static box, and in a heap on the ground', async () => {
  const { device } = watched.current;
  const stack = [box, box, box, box, shape, shape];
  const poses = new Float32Array(7 * stack.length);
  for (let i = 0; i < 4; i++)
    poses.set([0.1 * (i % 2), 0.5 + 2.01 * i, 0, 0, 0.1 * i, 0, Math.sqrt(1 - 0.01 * i * i)], 7 * i);
  // Two on the ground beside it, one on the other.
  poses.set([6, 0.6, 0, 0, 0, 0, 1], 7 * 4);
  poses.set([6.2, 2.6, 0.1, 0, 0, 0, 1], 7 * 5);
  const bodies = new GpuBodies({
    device,
    shapes: [box, shape],
    shapeOf: [0, 0, 0, 0, 1, 1],
    poses,
    ground: -0.5,
    pairCapacity: 2,
    search: 'sweep',
    swept: true,
  });
  bodies.hulls.setFilter(0, 0xffffffff, 0xffffffff, true);
  const result = await run(bodies, soak(60, 150));
  expect([...result.poses.subarray(0, 7)]).toEqual([0, 0.5, 0, 0, 0, 0, 1]);
  expect(bodies.pairCount).toBeGreaterThanOrEqual(3);
  const { overlap, sunk, speed } = measure(stack, result.poses, result.before, -0.5);
  // At rest, not nearly so.
  expect(speed).toBe(0);
  expect(overlap).toBeLessThan(0.01);
  expect(sunk).toBeLessThan(0.01);
  // The stack has not moved aside.
  for (let i = 1; i < 4; i++) expect(Math.abs(result.poses[7 * i] - poses[7 * i])).toBeLessThan(0.02);
  const pairs = new PairList();
  expect(await watched.current.check(() => bodies.findPairs(pairs))).toBe(pairs.count);
  bodies.dispose();
});

it('rest with planes through support vertices where they are told to, and creep where not', async () => {
  const { device } = watched.current;
  const heap = [
    [0, -1, 0, 0, 0, 0, 1],
    [0, 0.9, 0, 0, 0, 0, 1],
    [0.3, 2.7, 0.2, 0, 0.1, 0, 0.995],
  ];
  for (const restSpeed of [0.02, 0]) {
    const bodies = new GpuBodies({
      device,
      shapes: [floor, shape],
      shapeOf: [0, 1, 1],
      poses: heap.flat(),
      response: 'support',
      damping: 0.95,
      search: 'sweep',
      restSpeed,
    });
    bodies.hulls.setFilter(0, 0xffffffff, 0xffffffff, true);
    const result = await run(bodies, soak(40, 300));
    const { speed, overlap } = measure([floor, shape, shape], result.poses, result.before, -Infinity);
    expect(speed > 0).toBe(restSpeed === 0);
    expect(overlap).toBeLessThan(0.01);
    bodies.dispose();
  }
});

it('hold and slide on a slope as Coulomb says, on the ground and on a box', async () => {
  const { device } = watched.current;
  const poses = Float32Array.of(0, -1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1);
  const frames = soak(25, 40);
  for (const onGround of [true, false])
    for (const [friction, pull] of [
      [0, 3],
      [0.15, 3],
      // Nine tenths of what friction can hold.
      [0.5, 4.41],
    ]) {
      const bodies = new GpuBodies({
        device,
        shapes: [box, floor],
        shapeOf: onGround ? [0] : [1, 0],
        poses: onGround ? poses.subarray(7) : poses,
        gravity: [pull, -9.81, 0],
        damping: 1,
        friction,
        search: 'sweep',
        ...(onGround && { ground: 0 }),
      });
      if (!onGround) bodies.hulls.setFilter(0, 0xffffffff, 0xffffffff, true);
      const result = await run(bodies, frames);
      const way = result.poses[onGround ? 0 : 7];
      const free = (Math.max(0, pull - friction * 9.81) * frames * (frames + 1)) / 7200;
      if (free > 0) expect(Math.abs(way - free)).toBeLessThan(0.01 * free);
      else {
        // It leans a little until the rounds of response balance, and then it is at rest.
        expect(Math.abs(way)).toBeLessThan(0.0015);
        expect(result.poses).toEqual(result.before);
      }
      bodies.dispose();
    }
});

it('hold on a slanted box, whatever part of their vertices touches it, and stop on it as Coulomb says', async () => {
  const { device } = watched.current;
  const slope = 0.45;
  const angle = Math.atan(slope);
  const [x, y] = [Math.sin(angle), Math.cos(angle)];
  const turn = [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)];
  // Three of four vertices touch, and half of eight.
  const tetrahedron = Float64Array.of(-1, -0.5, -1, 1, -0.5, -1, 0, -0.5, 1, 0, 0.8, -0.3);
  const poses = [
    [-x, -y, 0, ...turn],
    [0.5 * x, 0.5 * y, 5, ...turn],
    [x, y, -5, ...turn],
  ].flat();
  const bodies = new GpuBodies({
    device,
    shapes: [floor, tetrahedron, box],
    shapeOf: [0, 1, 2],
    poses,
    damping: 1,
    friction: 0.5,
    search: 'sweep',
  });
  bodies.hulls.setFilter(0, 0xffffffff, 0xffffffff, true);
  const rested = await run(bodies, 15);
  expect(rested.poses).toEqual(rested.before);
  for (const k of [7, 8, 14, 15]) expect(Math.abs(rested.poses[k] - poses[k])).toBeLessThan(0.0015);
  // A push down the slope starts them, and they come as far as v² / 2 g (μ cos − sin).
  const speed = 0.5;
  bodies.setVelocities([0, 0, 0, ...[1, 2].flatMap(() => [speed * y, -speed * x, 0])]);
  const stopped = await run(bodies, 90);
  expect(stopped.poses).toEqual(stopped.before);
  const way = speed ** 2 / (2 * 9.81 * (0.5 * y - x));
  for (const k of [7, 14]) {
    const come = (stopped.poses[k] - rested.poses[k]) / y;
    expect(Math.abs(come / way - 1)).toBeLessThan(0.05);
  }
  expect(() => bodies.setVelocities([1, 2, 3])).toThrow(/velocities/);
  expect(() => {
    bodies.friction = -1;
  }).toThrow(/friction/);
  bodies.dispose();
});
