/**
 * Keeps the flagged items of an array, in their order, on the GPU (stream compaction).
 *
 * Idea: the exclusive scan of the flags tells every flagged item how many come before it, which is its new place. Five
 * dispatches for up to 4 million items.
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel, GpuSlice } from '../device/gpu-compute.ts';
import { groupsFor } from '../internal/lanes-wgsl.ts';
import { gpuExclusiveScan } from './gpu-scan.ts';
import { compactWgsl } from './internal/compact-wgsl.ts';

const markOnes: GpuKernel = { code: compactWgsl, entry: 'markOnes' };
const moveItems: GpuKernel = { code: compactWgsl, entry: 'moveItems' };

/**
 * Records that those of the first `count` items of `items` whose flag is not zero are written to `kept`, one after the
 * other, and how many there are to the first word of `total`. An item is `words` 32-bit words long.
 */
export function gpuCompact(
  compute: GpuCompute,
  items: GpuSlice,
  flags: GpuSlice,
  kept: GpuSlice,
  total: GpuSlice,
  count: number,
  words = 1,
): void {
  requireInteger('count', count, 0, 0xffffffff);
  requireInteger('words', words, 1, 64);
  const places = compute.pool.acquire(4 * Math.max(1, count));
  const groups = groupsFor(count, 256);
  compute.dispatch(markOnes, [count, words], [flags, places], groups);
  gpuExclusiveScan(compute, places, count, total);
  compute.dispatch(moveItems, [count, words], [flags, places, items, kept], groups);
  compute.pool.release(places);
}
