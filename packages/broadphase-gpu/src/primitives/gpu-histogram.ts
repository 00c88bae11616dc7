/**
 * Counts how often each value of some bits of a key occurs, on the GPU.
 *
 * Idea: each workgroup counts a tile of 2048 keys in its own memory and adds what it found to the result, so
 * that the shared counters see one addition per tile and bin instead of one per key.
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel, GpuSlice } from '../device/gpu-compute.ts';
import { groupsFor, lanes, tileSize } from '../internal/lanes-wgsl.ts';
import { histogramWgsl } from './internal/histogram-wgsl.ts';

const clearBins: GpuKernel = { code: histogramWgsl, entry: 'clearBins' };
const countKeys: GpuKernel = { code: histogramWgsl, entry: 'countKeys' };

/**
 * Records the histogram of the first `count` keys: `bins[b]` becomes the number of keys that have the value b
 * in the `bits` bits above the lowest `shift`. `bits` is at most 11.
 */
export function gpuHistogram(
  compute: GpuCompute,
  keys: GpuSlice,
  bins: GpuSlice,
  count: number,
  bits = 8,
  shift = 0,
): void {
  requireInteger('count', count, 0, 0xffffffff);
  requireInteger('bits', bits, 1, 11);
  requireInteger('shift', shift, 0, 31);
  const params = [count, 2 ** bits, shift];
  compute.dispatch(clearBins, params, [bins], groupsFor(2 ** bits, lanes));
  compute.dispatch(countKeys, params, [bins, keys], groupsFor(count, tileSize));
}
