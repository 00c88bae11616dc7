/**
 * Narrow phase on the GPU: GJK and EPA on convex hulls, one pair per thread, fed from the pair buffer of a
 * broad phase that is still on the GPU. Nothing has to be read back in between: the dispatch takes its size
 * from the number of pairs.
 *
 * Results are those of `signedDistance` of `@colide/narrowphase` to single precision: the distance, or minus
 * the depth; the normal from A to B; the point of A. The point of B is that of A plus normal times distance.
 * Support points are found by scanning all vertices, which suits hulls of a few dozen. EPA keeps at most 72
 * vertices; beyond that it returns the best normal so far.
 *
 * Gilbert, Johnson & Keerthi 1988; van den Bergen, "Proximity queries and penetration depth computation on 3D
 * game objects", GDC 2001.
 */
import type { GpuCompute, GpuKernel } from '../device/gpu-compute.ts';
import type { GpuPairTarget } from '../searches/gpu-volume-kind.ts';
import type { GpuHulls } from './gpu-hulls.ts';
import { narrowPhaseWgsl, planPairsWgsl } from './internal/narrow-phase-wgsl.ts';

const planPairs: GpuKernel = { code: planPairsWgsl, entry: 'planPairs' };
const findContacts: GpuKernel = { code: narrowPhaseWgsl, entry: 'findContacts' };

/** Bytes per contact: normal x, y, z, signed distance, point of A x, y, z, steps of GJK (an integer). */
export const gpuContactBytes = 32;

/** Records that `sizes` becomes the size of a dispatch with 64 pairs per workgroup; 12 bytes. */
export function gpuPlanPairs(compute: GpuCompute, target: GpuPairTarget, sizes: GPUBuffer): void {
  compute.dispatch(planPairs, [target.capacity, compute.maxGroups], [target.state, sizes], 1);
}

/**
 * Records the narrow phase of all pairs of `target`, at the poses that `hulls` has then. Contact i belongs to
 * pair i and takes {@link gpuContactBytes}; `sizes` comes from {@link gpuPlanPairs}.
 */
export function gpuNarrowPhase(
  compute: GpuCompute,
  hulls: GpuHulls,
  target: GpuPairTarget,
  contacts: GPUBuffer,
  sizes: GPUBuffer,
): void {
  compute.stage('narrow phase');
  compute.dispatchIndirect(
    findContacts,
    [target.capacity],
    [target.pairs, target.state, hulls.bodies, hulls.poses, hulls.points, contacts],
    sizes,
  );
}
