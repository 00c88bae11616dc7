/**
 * Hashed uniform grid on the GPU.
 *
 * Idea: cells are as large as the largest volume, so that volumes which overlap have their centres in the
 * same cell or in neighbouring ones. Each volume is stored once, in the cell of its centre. Cells are
 * numbered by a hash of their row and layer plus their column: cells of one row adjoin in the sorted order,
 * and the 27 cells around a volume are three rows in each of three layers. Looking only ahead (the rest of
 * the same row and four more rows) finds every pair once. If two rows share a hash, the cells themselves are
 * compared. Ranges are cut into chunks as in the sweep.
 *
 * Cost: a sort of few bits and the tests within rows of three cells. Best for volumes of similar size,
 * whatever the arrangement; one huge volume makes all cells huge, and then the LBVH is better.
 *
 * Green, "Particle simulation using CUDA", 2010 (sorted grid). Adjoining rows are our change: 5 ranges
 * instead of 14.
 */
import type { GpuCompute } from '../device/gpu-compute.ts';
import { kernelsByKind } from '../internal/kernels-by-kind.ts';
import type { GpuPairTarget, GpuVolumes } from './gpu-volume-kind.ts';
import { type CandidateKernels, releaseSorted, sortVolumes, testCandidates } from './internal/candidates.ts';
import { gridTestWgsl, rangesWgsl } from './internal/candidates-wgsl.ts';
import { orderWgsl, rowKeys } from './internal/order-wgsl.ts';

const gridKeys = /* @__PURE__ */ kernelsByKind(orderWgsl, 'gridKeys');
const kernels: CandidateKernels = {
  ranges: /* @__PURE__ */ kernelsByKind(rangesWgsl, 'gridRanges'),
  tests: /* @__PURE__ */ kernelsByKind(gridTestWgsl, 'testChunks'),
  rangeCount: 5,
  testNeedsScene: true,
};

/**
 * Records the search for pairs of overlapping volumes. The first three words of `target.state` must be zero.
 */
export function gpuGridPairs(
  compute: GpuCompute,
  volumes: GpuVolumes,
  scene: GPUBuffer,
  target: GpuPairTarget,
): void {
  if (volumes.count < 2) return;
  const mask = 2 ** Math.ceil(Math.log2(volumes.count)) - 1;
  const bits = Math.ceil(Math.log2(mask + 1 + rowKeys));
  const sorted = sortVolumes(compute, volumes, scene, { keys: gridKeys, type: 'u32', bits, mask });
  testCandidates(compute, volumes, sorted, scene, kernels, target);
  releaseSorted(compute, sorted);
}
