/**
 * Sum, minimum or maximum of many numbers on the GPU.
 *
 * Idea: each workgroup reduces 2048 numbers to one, repeatedly until one is left. Floats are summed in a
 * fixed order, so the result is the same in every run; other reductions use subgroups if there are any.
 * Minimum and maximum of floats are for finite numbers: WGSL guarantees nothing about NaN and infinity.
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel, GpuSlice } from '../device/gpu-compute.ts';
import { wordBytes } from '../internal/gpu-layouts.ts';
import { groupsFor, tileSize } from '../internal/lanes-wgsl.ts';
import { type Reduction, reduceWgsl } from './internal/reduce-wgsl.ts';

/** A reduction: the operation and the type of the numbers. */
export type GpuReduction = 'sum-u32' | 'min-u32' | 'max-u32' | 'sum-f32' | 'min-f32' | 'max-f32';

const largest = '0x1.fffffep+127f';
const reductions: Record<GpuReduction, Reduction> = {
  'sum-u32': { type: 'u32', identity: '0u', operation: 'a + b', subgroup: 'subgroupAdd' },
  'min-u32': { type: 'u32', identity: '0xffffffffu', operation: 'min(a, b)', subgroup: 'subgroupMin' },
  'max-u32': { type: 'u32', identity: '0u', operation: 'max(a, b)', subgroup: 'subgroupMax' },
  'sum-f32': { type: 'f32', identity: '0f', operation: 'a + b' },
  'min-f32': { type: 'f32', identity: largest, operation: 'min(a, b)', subgroup: 'subgroupMin' },
  'max-f32': { type: 'f32', identity: `-${largest}`, operation: 'max(a, b)', subgroup: 'subgroupMax' },
};

function kernelOf(kind: GpuReduction): GpuKernel {
  return { entry: 'reduceTiles', code: subgroups => reduceWgsl(reductions[kind], subgroups) };
}

const kernels: Record<GpuReduction, GpuKernel> = {
  'sum-u32': /* @__PURE__ */ kernelOf('sum-u32'),
  'min-u32': /* @__PURE__ */ kernelOf('min-u32'),
  'max-u32': /* @__PURE__ */ kernelOf('max-u32'),
  'sum-f32': /* @__PURE__ */ kernelOf('sum-f32'),
  'min-f32': /* @__PURE__ */ kernelOf('min-f32'),
  'max-f32': /* @__PURE__ */ kernelOf('max-f32'),
};

/**
 * Records the reduction of the first `count` numbers of `data` to the first word of `result`. Without numbers
 * the result is 0 for sums, the largest number for minima and the smallest for maxima.
 */
export function gpuReduce(
  compute: GpuCompute,
  kind: GpuReduction,
  data: GpuSlice,
  result: GpuSlice,
  count: number,
): void {
  requireInteger('count', count, 0, 0xffffffff);
  const { pool } = compute;
  const kernel = kernels[kind];
  let from = data;
  let left = count;
  let held: GPUBuffer | undefined;
  while (left > tileSize) {
    const tiles = groupsFor(left, tileSize);
    const parts = pool.acquire(wordBytes * tiles);
    compute.dispatch(kernel, [left, tiles], [from, parts], tiles);
    if (held) pool.release(held);
    from = held = parts;
    left = tiles;
  }
  compute.dispatch(kernel, [left, 1], [from, result], 1);
  if (held) pool.release(held);
}
