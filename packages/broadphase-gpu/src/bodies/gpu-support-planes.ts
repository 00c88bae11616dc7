/**
 * Response by planes through support vertices, as Amaral (2021, §3.7) states it, on the GPU: the counterpart
 * of `SupportPlaneSolver` of `@colide/world`. For each pair that overlaps along the normal N from A to B,
 * each of the support vertices, a of A along N and b of B along −N, defines a plane; the particles of A
 * beyond the plane through b move back to it, and those of B beyond the plane through a move back to that
 * one; and shape matching makes both rigid again. There is no friction, and both bodies move by the whole
 * depth.
 *
 * The source handles pair by pair. Pairs that share no moving body can be handled at once without changing
 * the result: here they are sorted and divided into groups, each pair into the first group after those of all
 * earlier pairs of its bodies. The result is the same as that of one pair after the other, to the bit and in
 * every run.
 *
 * Cost: a dispatch per group and round. The CPU has to know the pairs, which costs one round trip per frame
 * more than {@link GpuShapeMatching}, our form, where all pairs push at once to planes in the middle and
 * pushes are averaged. In piles there are some dozen groups; a chain of bodies numbered in order makes as
 * many groups as there are bodies.
 *
 * Amaral, M.Sc. thesis, COPPE/UFRJ 2021, §3.7. Müller, Heidelberger, Teschner & Gross, "Meshless deformations
 * based on shape matching", SIGGRAPH 2005.
 */
import { type PairList, refuse } from '@colide/core';
import type { GpuCompute, GpuKernel } from '../device/gpu-compute.ts';
import { pairBytes } from '../internal/gpu-layouts.ts';
import { fewLanes, groupsFor } from '../internal/lanes-wgsl.ts';
import type { GpuHulls } from './gpu-hulls.ts';
import { PairGroups } from './internal/pair-groups.ts';
import { rotationSteps } from './internal/rotation-steps.ts';
import { supportPlanesWgsl } from './internal/support-planes-wgsl.ts';

const partPairs: GpuKernel = { code: supportPlanesWgsl, entry: 'partPairs' };

/** Separates overlapping hulls, pair by pair. */
export class GpuSupportPlanes {
  readonly hulls: GpuHulls;
  private readonly compute: GpuCompute;
  private readonly groups = new PairGroups();
  private pairs: GPUBuffer | undefined;

  constructor(hulls: GpuHulls) {
    if (!(hulls?.compute instanceof Object)) refuse('hulls', 'be a GpuHulls', hulls);
    this.hulls = hulls;
    this.compute = hulls.compute;
  }

  /** Number of groups of the last pairs: dispatches per round. */
  get groupCount(): number {
    return this.groups.count;
  }

  /** Takes the pairs of a frame; sorts them. */
  setPairs(pairs: PairList): void {
    const { compute, hulls, groups } = this;
    pairs.sort();
    groups.divide(pairs, hulls.count, body => hulls.isStatic(body));
    if (!this.pairs || this.pairs.size < pairBytes * pairs.count) {
      if (this.pairs) compute.pool.release(this.pairs);
      this.pairs = compute.pool.acquire(pairBytes * Math.max(16, 2 * pairs.count));
    }
    compute.upload(this.pairs, groups.pairs.subarray(0, 2 * pairs.count));
  }

  /** Records one round over all pairs. */
  respond(): void {
    const { compute, hulls, groups } = this;
    const slices = [this.pairs, hulls.bodies, hulls.filters, hulls.points, hulls.world, hulls.poses];
    compute.stage('response');
    for (let g = 0; g < groups.count; g++) {
      const first = groups.starts[g];
      const count = groups.starts[g + 1] - first;
      compute.dispatch(partPairs, [first, count, rotationSteps], slices, groupsFor(count, fewLanes));
    }
  }

  /** Releases the pairs; the hulls stay. */
  dispose(): void {
    if (this.pairs) this.compute.pool.release(this.pairs);
    this.pairs = undefined;
  }
}
