/**
 * Exclusive prefix sum of unsigned integers on the GPU, in place: item i becomes the sum of the items before
 * it, modulo 2³².
 *
 * Idea: reduce, then scan. Each workgroup sums a tile of 2048 items; the sums are scanned by the same method;
 * then each workgroup scans its tile and adds the sum of what lies before. No workgroup ever waits for
 * another, because WebGPU does not guarantee that such a wait ends. Three dispatches for up to 4 million
 * items, five for more; each item is read twice and written once.
 *
 * Blelloch, "Prefix sums and their applications", 1990. Merrill & Grimshaw, "Parallel scan for stream
 * architectures", 2009 (reduce-then-scan).
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel, GpuSlice } from '../device/gpu-compute.ts';
import { wordBytes } from '../internal/gpu-layouts.ts';
import { groupsFor, tileSize } from '../internal/lanes-wgsl.ts';
import { scanWgsl } from './internal/scan-wgsl.ts';

const sumTiles: GpuKernel = { code: scanWgsl, entry: 'sumTiles' };
const scanTile: GpuKernel = { code: scanWgsl, entry: 'scanTile' };
const scanTiles: GpuKernel = { code: scanWgsl, entry: 'scanTiles' };

/**
 * Records the exclusive scan of the first `count` items of `data`, in place. `total`, if given, receives the
 * sum of all items in its first word.
 */
export function gpuExclusiveScan(compute: GpuCompute, data: GpuSlice, count: number, total?: GpuSlice): void {
  requireInteger('count', count, 0, 0xffffffff);
  const { pool } = compute;
  const sums = pool.acquire(wordBytes * Math.max(1, groupsFor(count, tileSize)));
  if (count <= tileSize) compute.dispatch(scanTile, [count, 1], [data, total ?? sums], 1);
  else {
    const tiles = groupsFor(count, tileSize);
    compute.dispatch(sumTiles, [count, tiles], [data, sums], tiles);
    gpuExclusiveScan(compute, sums, tiles, total);
    compute.dispatch(scanTiles, [count, tiles], [data, sums], tiles);
  }
  pool.release(sums);
}
