/**
 * Keeps the flagged items of an array, in their order, on the GPU (stream compaction).
 *
 * Idea: the exclusive scan of the flags gives the number of flagged items before each item, which is its new
 * position. Five dispatches for up to 4 million items.
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel, GpuSlice } from '../device/gpu-compute.ts';
import { wordBytes } from '../internal/gpu-layouts.ts';
import { groupsFor, lanes } from '../internal/lanes-wgsl.ts';
import { gpuExclusiveScan } from './gpu-scan.ts';
import { compactWgsl } from './internal/compact-wgsl.ts';

const markOnes: GpuKernel = { code: compactWgsl, entry: 'markOnes' };
const moveItems: GpuKernel = { code: compactWgsl, entry: 'moveItems' };

/** The buffers for compacted items. */
export interface GpuCompacted {
  /** The items that are kept, one after the other. */
  readonly kept: GpuSlice;
  /** Its first word receives their number. */
  readonly total: GpuSlice;
}

/**
 * Records the compaction of the first `count` items of `items` to `out`: items with a flag other than zero
 * are kept. An item is `words` 32-bit words long.
 */
export function gpuCompact(
  compute: GpuCompute,
  items: GpuSlice,
  flags: GpuSlice,
  out: GpuCompacted,
  count: number,
  words = 1,
): void {
  requireInteger('count', count, 0, 0xffffffff);
  requireInteger('words', words, 1, 64);
  const slots = compute.pool.acquire(wordBytes * Math.max(1, count));
  const groups = groupsFor(count, lanes);
  compute.dispatch(markOnes, [count, words], [flags, slots], groups);
  gpuExclusiveScan(compute, slots, count, out.total);
  compute.dispatch(moveItems, [count, words], [flags, slots, items, out.kept], groups);
  compute.pool.release(slots);
}
