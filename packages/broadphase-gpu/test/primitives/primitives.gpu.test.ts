/** Scan, reduction, compaction, histogram and sort are exact on every length and on hard keys. */
import {
  GpuCompute,
  type GpuKernel,
  type GpuReduction,
  gpuRadixSort,
  gpuReduce,
} from '@colide/broadphase-gpu';
import { Random } from '@colide/math';
import { isSoak, soak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import {
  checkFloatSorts,
  checkLengthsToThousand,
  checkLongLength,
  download,
  upload,
} from '../support/check-primitives.ts';
import { useNodeDevice } from '../support/node-device.ts';

const watched = useNodeDevice();

const variants = [
  { name: 'plain', subgroups: false },
  { name: 'with subgroups', subgroups: true },
  { name: 'with at most 3 workgroups a row', subgroups: false, maxGroups: 3 },
];

/** Runs `work` with a recorder of its own; nothing may be in use after it but the parameters. */
async function using(options: object, work: (compute: GpuCompute) => Promise<void>): Promise<void> {
  const compute = new GpuCompute(watched.current.device, options);
  await watched.current.check(() => work(compute));
  expect(compute.pool.inUse).toBeLessThanOrEqual(600);
  compute.dispose();
  expect(compute.pool.liveBuffers).toBe(0);
  expect(compute.pool.liveBytes).toBe(0);
}

it('are exact on lengths from 0 to 1000', () =>
  using({}, compute => checkLengthsToThousand(compute, isSoak)));

describe.each(variants)('$name', ({ name: _, ...options }) => {
  it('are exact on random lengths', () =>
    using(options, async compute => {
      const random = new Random(11);
      const limit = options.maxGroups ? 9 * 2048 : options.subgroups ? 20_000 : soak(70_000, 200_000);
      for (const n of [1, 1023, 1024, 1025, 2047, 2048, 2049, 4097, random.integer(limit)])
        await checkLongLength(compute, n, random);
    }));

  it('sort hard floats', () =>
    using(options, async compute => {
      await checkFloatSorts(compute, 600);
      await checkFloatSorts(compute, options.maxGroups ? 2500 : 1300);
    }));
});

it('reduce in every way', () =>
  using({}, async compute => {
    const random = new Random(3);
    for (const n of [0, 1, 300, 5000, 70_000]) {
      const floats = Float32Array.from({ length: n }, () => random.uniform(-10, 10));
      const data = upload(compute, floats);
      const result = compute.pool.acquire(256);
      const reduce = async (kind: GpuReduction) => {
        gpuReduce(compute, kind, data, result, n);
        return new Float32Array((await download(compute, result, 1)).buffer)[0];
      };
      expect(await reduce('min-f32')).toBe(floats.reduce((a, b) => Math.min(a, b), 3.4028234663852886e38));
      expect(await reduce('max-f32')).toBe(floats.reduce((a, b) => Math.max(a, b), -3.4028234663852886e38));
      const sum = await reduce('sum-f32');
      expect(Math.abs(sum - floats.reduce((a, b) => a + b, 0))).toBeLessThanOrEqual(1e-7 * 10 * n);
      expect(await reduce('sum-f32')).toBe(sum);
      compute.pool.release(data);
      compute.pool.release(result);
    }
  }));

it('sort by some bits only', () =>
  using({}, async compute => {
    const random = new Random(4);
    for (const [bits, n] of [1, 4, 5, 12, 17, 20].flatMap(bits => [
      [bits, 3000] as const,
      [bits, 500] as const,
    ])) {
      const input = Uint32Array.from({ length: n }, () => random.integer(2 ** bits));
      const keys = upload(compute, input);
      const order = upload(compute, Uint32Array.from(input.keys()));
      gpuRadixSort(compute, keys, order, input.length, 'u32', bits);
      expect(await download(compute, keys, n)).toEqual(input.slice().sort());
      const expected = Array.from(input.keys()).sort((a, b) => input[a] - input[b] || a - b);
      expect(Array.from(await download(compute, order, n))).toEqual(expected);
      compute.pool.release(keys);
      compute.pool.release(order);
    }
  }));

it('take more workgroups than a dimension has', () =>
  using({}, async compute => {
    const { maxComputeWorkgroupsPerDimension: limit } = watched.current.device.limits;
    expect(compute.maxGroups).toBe(limit);
    const kernel: GpuKernel = {
      entry: 'mark',
      code: () => /* wgsl */ `
@group(0) @binding(0) var<uniform> params: vec4u;
@group(0) @binding(1) var<storage, read_write> marks: array<u32>;
@compute @workgroup_size(1)
fn mark(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) counts: vec3u) {
  let i = group.y * counts.x + group.x;
  if (i < params.x) { marks[i] += i + 1u; }
}`,
    };
    const groups = 2 * limit + 77;
    const marks = compute.pool.acquire(4 * groups);
    compute.clear(marks);
    compute.dispatch(kernel, [groups, 0, 0, 0], [marks], groups);
    const found = await download(compute, marks, groups);
    let wrong = 0;
    for (let i = 0; i < groups; i++) if (found[i] !== i + 1) wrong++;
    expect(wrong).toBe(0);
    expect(() => compute.dispatch(kernel, [0], [marks], limit * limit + 1)).toThrow(/workgroups/);
    compute.pool.release(marks);
  }));

it('name the argument at fault', () => {
  const compute = new GpuCompute(watched.current.device);
  const buffer = compute.pool.acquire(16);
  expect(() => gpuRadixSort(compute, buffer, undefined, -1)).toThrow(/count/);
  expect(() => gpuRadixSort(compute, buffer, undefined, 4, 'u32', 33)).toThrow(/bits/);
  expect(() => compute.pool.acquire(2 ** 40)).toThrow(/device allows/);
  compute.pool.release(buffer);
  expect(() => compute.pool.release(buffer)).toThrow(/buffer/);
  compute.dispose();
});
