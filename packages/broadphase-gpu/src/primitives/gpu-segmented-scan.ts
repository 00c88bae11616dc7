/**
 * Exclusive prefix sums of many segments at once, in place: item i becomes the sum of the items before it in
 * its own segment. A segment begins wherever `heads` is not zero, and at the first item.
 *
 * Idea: scan pairs of a flag and a sum with an operation that resets the sum where a segment begins; it is
 * associative, so tiles can be combined as in the plain scan. Three dispatches for up to 4 million items.
 *
 * Sengupta, Harris, Zhang & Owens, "Scan primitives for GPU computing", 2007.
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel, GpuSlice } from '../device/gpu-compute.ts';
import { wordBytes } from '../internal/gpu-layouts.ts';
import { groupsFor, tileSize } from '../internal/lanes-wgsl.ts';
import { segmentedScanWgsl } from './internal/segmented-scan-wgsl.ts';

const sumTiles: GpuKernel = { code: segmentedScanWgsl, entry: 'sumTiles' };
const scanTiles: GpuKernel = { code: segmentedScanWgsl, entry: 'scanTiles' };

/** Records the segmented scan of the first `count` items of `data`, in place; `heads` is not changed. */
export function gpuSegmentedScan(compute: GpuCompute, data: GpuSlice, heads: GpuSlice, count: number): void {
  requireInteger('count', count, 0, 0xffffffff);
  scanLevel(compute, data, heads, count, 1);
}

function scanLevel(compute: GpuCompute, data: GpuSlice, heads: GpuSlice, count: number, reset: number): void {
  const { pool } = compute;
  const tiles = groupsFor(count, tileSize);
  const sums = pool.acquire(wordBytes * Math.max(1, tiles));
  if (tiles > 1) {
    const tileHeads = pool.acquire(wordBytes * tiles);
    compute.dispatch(sumTiles, [count, tiles], [data, heads, sums, tileHeads], tiles);
    scanLevel(compute, sums, tileHeads, tiles, 0);
    pool.release(tileHeads);
  }
  compute.dispatch(scanTiles, [count, tiles, reset, tiles > 1 ? 1 : 0], [data, heads, sums], tiles);
  pool.release(sums);
}
