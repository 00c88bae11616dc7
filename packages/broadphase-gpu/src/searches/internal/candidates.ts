/**
 * The common part of the sweep and the grid: sort by key, gather, cut ranges into chunks, test the chunks.
 */

import type { GpuCompute, GpuKernel } from '../../device/gpu-compute.ts';
import { filterBytes, wordBytes, workBytes, workgroupsAt } from '../../internal/gpu-layouts.ts';
import type { KernelsByKind } from '../../internal/kernels-by-kind.ts';
import { groupsFor, lanes } from '../../internal/lanes-wgsl.ts';
import { gpuRadixSort } from '../../primitives/gpu-radix-sort.ts';
import { gpuExclusiveScan } from '../../primitives/gpu-scan.ts';
import { type GpuPairTarget, type GpuVolumes, gpuVolumeSize } from '../gpu-volume-kind.ts';
import { planWgsl } from './candidates-wgsl.ts';
import { gatherWgsl } from './order-wgsl.ts';

const gatherKernel: GpuKernel = { code: gatherWgsl, entry: 'gather' };
/** Bytes per range of candidates: first, and one after the last. */
const rangeBytes = 8;
const planChunks: GpuKernel = { code: planWgsl, entry: 'planChunks' };

/** The order of volumes. */
export interface SortOrder {
  /** The kernels that compute the keys. */
  readonly keys: KernelsByKind;
  /** The type of the keys. */
  readonly type: 'u32' | 'f32';
  /** How many of the lowest bits of the keys matter. */
  readonly bits: number;
  /** Mask of the hashes of grid cells; 0 for other keys. */
  readonly mask: number;
}

/** Volumes in sorted order, with their keys; released by the caller. */
export interface SortedVolumes {
  /** Mask of the hashes among the keys. */
  readonly mask: number;
  readonly keys: GPUBuffer;
  readonly volumes: GPUBuffer;
  readonly filters: GPUBuffer;
}

/** Records keys, sort and gathering. */
export function sortVolumes(
  compute: GpuCompute,
  input: GpuVolumes,
  scene: GPUBuffer,
  by: SortOrder,
): SortedVolumes {
  const { count } = input;
  const { pool } = compute;
  const groups = groupsFor(count, lanes);
  const words = gpuVolumeSize(input.kind);
  const keys = pool.acquire(wordBytes * count);
  const order = pool.acquire(wordBytes * count);
  const volumes = pool.acquire(wordBytes * words * count);
  const filters = pool.acquire(filterBytes * count);
  compute.stage('project');
  compute.dispatch(
    by.keys[input.kind],
    [count, by.mask],
    [input.volumes, input.filters, scene, keys, order],
    groups,
  );
  compute.stage('sort');
  gpuRadixSort(compute, keys, order, count, by.type, by.bits);
  compute.stage('gather');
  compute.dispatch(
    gatherKernel,
    [count, words],
    [input.volumes, input.filters, order, volumes, filters],
    groups,
  );
  pool.release(order);
  return { mask: by.mask, keys, volumes, filters };
}

/** The kernels of one search. */
export interface CandidateKernels {
  readonly ranges: KernelsByKind;
  readonly tests: KernelsByKind;
  /** Ranges per volume. */
  readonly rangeCount: number;
  /** Whether the test reads the scene. */
  readonly testNeedsScene: boolean;
}

/** Records ranges, chunks and tests of sorted volumes; without `target.pairs` the chunks are only counted. */
export function testCandidates(
  compute: GpuCompute,
  input: GpuVolumes,
  sorted: SortedVolumes,
  scene: GPUBuffer,
  kernels: CandidateKernels,
  target: Pick<GpuPairTarget, 'state'> & Partial<GpuPairTarget>,
): void {
  const { pool } = compute;
  const { count, kind } = input;
  const { rangeCount } = kernels;
  const rangeTotal = rangeCount * count;
  const ranges = pool.acquire(rangeBytes * rangeTotal);
  const chunks = pool.acquire(wordBytes * rangeTotal);
  const work = pool.acquire(workBytes);
  compute.stage('ranges');
  compute.dispatch(
    kernels.ranges[kind],
    [count, sorted.mask],
    [sorted.volumes, sorted.filters, scene, sorted.keys, ranges, chunks],
    groupsFor(rangeTotal, lanes),
  );
  gpuExclusiveScan(compute, chunks, rangeTotal, work);
  compute.dispatch(planChunks, [compute.maxGroups], [work, target.state], 1);
  if (target.pairs) {
    compute.stage('test');
    const slices = [sorted.volumes, sorted.filters, ranges, chunks, target.state, target.pairs];
    if (kernels.testNeedsScene) slices.push(scene);
    compute.dispatchIndirect(
      kernels.tests[kind],
      [count, rangeCount, target.capacity ?? 0],
      slices,
      work,
      wordBytes * workgroupsAt,
    );
  }
  for (const buffer of [ranges, chunks, work]) pool.release(buffer);
}

/** Releases sorted volumes. */
export function releaseSorted(compute: GpuCompute, sorted: SortedVolumes): void {
  for (const buffer of [sorted.keys, sorted.volumes, sorted.filters]) compute.pool.release(buffer);
}
