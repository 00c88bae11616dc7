/**
 * Sorts pairs of ids on the GPU by first, then by second id: two radix sorts, by the second id and then,
 * stable, by the first. Searches append pairs in the order in which threads happen to finish; sorted, they
 * are the same in every run.
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel } from '../device/gpu-compute.ts';
import { wordBytes } from '../internal/gpu-layouts.ts';
import { groupsFor, lanes } from '../internal/lanes-wgsl.ts';
import { gpuRadixSort } from './gpu-radix-sort.ts';
import { pairOrderWgsl } from './internal/pair-order-wgsl.ts';

const splitPairs: GpuKernel = { code: pairOrderWgsl, entry: 'splitPairs' };
const joinPairs: GpuKernel = { code: pairOrderWgsl, entry: 'joinPairs' };

/** Records the sort of the first `count` pairs, whose ids are below `ids`. */
export function gpuSortPairs(compute: GpuCompute, pairs: GPUBuffer, count: number, ids = 0xffffffff): void {
  requireInteger('count', count, 0, 0xffffffff);
  requireInteger('ids', ids, 0, 0xffffffff);
  if (count < 2) return;
  const bits = Math.max(1, Math.ceil(Math.log2(ids)));
  const firsts = compute.pool.acquire(wordBytes * count);
  const seconds = compute.pool.acquire(wordBytes * count);
  const groups = groupsFor(count, lanes);
  compute.stage('sort pairs');
  compute.dispatch(splitPairs, [count], [pairs, firsts, seconds], groups);
  gpuRadixSort(compute, seconds, firsts, count, 'u32', bits);
  gpuRadixSort(compute, firsts, seconds, count, 'u32', bits);
  compute.dispatch(joinPairs, [count], [pairs, firsts, seconds], groups);
  compute.pool.release(firsts);
  compute.pool.release(seconds);
}
