/** The narrow phase on the GPU agrees with that on the CPU. */
import { GpuCompute, GpuHulls, gpuContactBytes, gpuNarrowPhase, gpuPlanPairs } from '@colide/broadphase-gpu';
import { HullShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import { expect, it } from 'vitest';
import { useNodeDevice } from '../support/node-device.ts';
import { hullShapes, posedHull, randomPoses } from '../support/posed-hulls.ts';

const watched = useNodeDevice();

it('agrees with the CPU on 10 000 pairs of hulls', async () => {
  const { device, check } = watched.current;
  const random = new Random(5);
  const shapes = hullShapes(random);
  const hullOf = shapes.map(shape => HullShape.fromPoints(shape));
  const n = 10_000;
  const shapeOf = Uint32Array.from({ length: 2 * n }, () => random.integer(shapes.length));
  const poses = randomPoses(2 * n, 500, random);
  const unit: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    const distance = random.uniform(0, 2.6);
    random.unitVector(unit);
    for (let k = 0; k < 3; k++) poses[14 * i + 7 + k] = poses[14 * i + k] + distance * unit[k];
  }
  const compute = new GpuCompute(device);
  const hulls = new GpuHulls(compute, shapes, shapeOf);
  hulls.setPoses(poses);
  const contacts = await check(async () => {
    const { pool } = compute;
    const target = { pairs: pool.acquire(8 * n), state: pool.acquire(16), capacity: n };
    const result = pool.acquire(gpuContactBytes * n);
    const sizes = pool.acquire(16);
    compute.upload(
      target.pairs,
      Uint32Array.from({ length: 2 * n }, (_, i) => i),
    );
    compute.upload(target.state, Uint32Array.of(n, 0, 0, 0));
    gpuPlanPairs(compute, target, sizes);
    gpuNarrowPhase(compute, hulls, target, result, sizes);
    return new Float32Array(await compute.read(result, gpuContactBytes * n));
  });
  compute.dispose();
  const result = createPenetrationResult();
  let overlaps = 0;
  let wrong = 0;
  let worst = 0;
  let worstPoint = 0;
  for (let i = 0; i < n; i++) {
    const a = posedHull(hullOf[shapeOf[2 * i]], poses, 2 * i);
    const b = posedHull(hullOf[shapeOf[2 * i + 1]], poses, 2 * i + 1);
    const distance = signedDistance(result, a, b);
    const size = hullOf[shapeOf[2 * i]].boundingRadius + hullOf[shapeOf[2 * i + 1]].boundingRadius;
    const found = contacts[8 * i + 3];
    if (distance < 0) overlaps++;
    if (Math.abs(distance) > 1e-5 * size && distance < 0 !== found < 0) wrong++;
    worst = Math.max(worst, Math.abs(found - distance) / size);
    // The point lies on the supporting plane of A along the normal found.
    const normal = contacts.subarray(8 * i, 8 * i + 3);
    const farthest = a.support(new Float64Array(3), [normal[0], normal[1], normal[2]]);
    const height = [0, 1, 2].reduce((sum, k) => sum + normal[k] * (farthest[k] - contacts[8 * i + 4 + k]), 0);
    worstPoint = Math.max(worstPoint, Math.abs(height) / size);
  }
  expect(overlaps / n).toBeGreaterThan(0.2);
  expect(overlaps / n).toBeLessThan(0.8);
  expect(wrong).toBe(0);
  expect(worst).toBeLessThan(1e-4);
  expect(worstPoint).toBeLessThan(2e-4);
});
