/**
 * Sweep and prune on the GPU, on spheres, AABBs and k-DOPs.
 *
 * Idea: sort the volumes by their lower bounds along the sweep axis. The candidates of a volume follow it in
 * the sorted order, with lower bounds below its upper bound. They form a range; a binary search finds its
 * end. Every pair is found once, from the volume that begins first. The remaining directions decide.
 *
 * With one thread per volume the longest range would determine the time of all. Here ranges are cut into
 * chunks of 32 candidates. There are as many threads as chunks, and a scan over the numbers of chunks tells
 * each thread which chunk is its own. Hits are kept as bits, so a thread reserves room for all of its pairs
 * at once.
 *
 * Cost: a sort, plus one test per pair of intervals that overlap along the axis. If many do (such as bodies
 * spread over a floor) this grows like n^(5/3) or worse; see the grid and the LBVH.
 *
 * Liu, Harada, Lee & Kim, "Real-time collision culling of a million bodies on graphics processing units",
 * SIGGRAPH Asia 2010, sweep AABBs on a GPU and split long ranges as well; here the volumes are k-DOPs and the
 * axis is one of theirs.
 */
import type { GpuCompute } from '../device/gpu-compute.ts';
import { kernelsByKind } from '../internal/kernels-by-kind.ts';
import type { GpuPairTarget, GpuVolumes } from './gpu-volume-kind.ts';
import {
  type CandidateKernels,
  releaseSorted,
  type SortOrder,
  sortVolumes,
  testCandidates,
} from './internal/candidates.ts';
import { rangesWgsl, sweepTestWgsl } from './internal/candidates-wgsl.ts';
import { orderWgsl } from './internal/order-wgsl.ts';

const order: SortOrder = {
  keys: /* @__PURE__ */ kernelsByKind(orderWgsl, 'sweepKeys'),
  type: 'f32',
  bits: 32,
  mask: 0,
};
const kernels: CandidateKernels = {
  ranges: /* @__PURE__ */ kernelsByKind(rangesWgsl, 'sweepRanges'),
  tests: /* @__PURE__ */ kernelsByKind(sweepTestWgsl, 'testChunks'),
  rangeCount: 1,
  testNeedsScene: false,
};

/**
 * Records the search for pairs of overlapping volumes along the axis of `scene`. The first three words of
 * `target.state` must be zero. A target without `pairs` only counts chunks of candidates, a measure of the
 * density along the axis.
 */
export function gpuSweepPairs(
  compute: GpuCompute,
  volumes: GpuVolumes,
  scene: GPUBuffer,
  target: Pick<GpuPairTarget, 'state'> & Partial<GpuPairTarget>,
): void {
  if (volumes.count < 2) return;
  const sorted = sortVolumes(compute, volumes, scene, order);
  testCandidates(compute, volumes, sorted, scene, kernels, target);
  releaseSorted(compute, sorted);
}
