/**
 * Linear bounding-volume hierarchy on the GPU, rebuilt every frame, and the search for overlapping pairs in
 * it.
 *
 * Idea: sort the volumes by the Morton codes of their centres; the radix tree over the codes is a hierarchy
 * in which every inner node is found on its own, without the others. Each leaf then traverses the tree in
 * search of leaves after itself, so that every pair is found once.
 *
 * Where we depart from the paper: boxes are not propagated from the leaves with a counter in each node,
 * because WGSL does not guarantee that one workgroup sees what another wrote in the same dispatch. The leaves
 * of a node are a range of the sorted order, so its box comes from a pyramid over the leaves, eight to one.
 * Nodes hold the boxes of both children.
 *
 * Cost: a sort of 30 bits, O(n log n) for boxes and nodes, and traversals of O(log n), more if much overlaps.
 * Sizes may differ arbitrarily. One thread traverses the tree per leaf.
 *
 * Karras, "Maximizing parallelism in the construction of BVHs, octrees, and k-d trees", HPG 2012. Karras,
 * "Thinking parallel, part II: tree traversal on the GPU", 2012.
 */

import type { GpuCompute, GpuKernel } from '../device/gpu-compute.ts';
import { lbvhBoxBytes, lbvhNodeBytes } from '../internal/gpu-layouts.ts';
import { kernelsByKind } from '../internal/kernels-by-kind.ts';
import { fewLanes, groupsFor, lanes } from '../internal/lanes-wgsl.ts';
import type { GpuPairTarget, GpuVolumes } from './gpu-volume-kind.ts';
import { releaseSorted, type SortOrder, sortVolumes } from './internal/candidates.ts';
import { lbvhBuildWgsl, lbvhWalkWgsl } from './internal/lbvh-wgsl.ts';
import { orderWgsl } from './internal/order-wgsl.ts';

const order: SortOrder = {
  keys: /* @__PURE__ */ kernelsByKind(orderWgsl, 'mortonKeys'),
  type: 'u32',
  bits: 30,
  mask: 0,
};
const leafBoxes = /* @__PURE__ */ kernelsByKind(lbvhBuildWgsl, 'leafBoxes');
const walkTree = /* @__PURE__ */ kernelsByKind(lbvhWalkWgsl, 'walkTree');
/** Number of boxes of the pyramid that make one box of the next level. */
const branching = 8;
const raisePyramid: GpuKernel = { code: lbvhBuildWgsl, entry: 'raisePyramid' };
const buildNodes: GpuKernel = { code: lbvhBuildWgsl, entry: 'buildNodes' };

/**
 * Records the search for pairs of overlapping volumes. The first three words of `target.state` must be zero.
 */
export function gpuLbvhPairs(
  compute: GpuCompute,
  input: GpuVolumes,
  scene: GPUBuffer,
  target: GpuPairTarget,
): void {
  const { count, kind } = input;
  if (count < 2) return;
  const { pool } = compute;
  const sorted = sortVolumes(compute, input, scene, order);
  const sizes = [count];
  while (sizes.at(-1)! > 1) sizes.push(Math.ceil(sizes.at(-1)! / branching));
  const boxes = pool.acquire(lbvhBoxBytes * sizes.reduce((a, b) => a + b));
  const nodes = pool.acquire(lbvhNodeBytes * count);
  const groups = groupsFor(count, lanes);
  compute.stage('build');
  compute.dispatch(leafBoxes[kind], [count], [boxes, sorted.volumes], groups);
  let from = 0;
  for (let level = 1; level < sizes.length; level++) {
    const fromCount = sizes[level - 1];
    const toCount = sizes[level];
    const to = from + fromCount;
    compute.dispatch(raisePyramid, [count, from, fromCount, to, toCount], [boxes], groupsFor(toCount, lanes));
    from = to;
  }
  compute.dispatch(buildNodes, [count], [boxes, undefined, sorted.keys, nodes], groups);
  compute.stage('walk');
  compute.dispatch(
    walkTree[kind],
    [count, target.capacity],
    [sorted.volumes, sorted.filters, boxes, nodes, target.state, target.pairs],
    groupsFor(count, fewLanes),
  );
  pool.release(boxes);
  pool.release(nodes);
  releaseSorted(compute, sorted);
}
