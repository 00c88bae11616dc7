/** Pairs from the GPU broad phase in the form that tests compare. */
import { GpuBroadPhase, type GpuBroadPhaseOptions } from '@colide/broadphase-gpu';
import { PairList } from '@colide/core';

/** All pairs of `boxes`, sorted, and the broad phase that found them, already destroyed. */
export async function findPairs(
  boxes: Float32Array | Float64Array,
  options: GpuBroadPhaseOptions,
): Promise<{ pairs: PairList; broadPhase: GpuBroadPhase }> {
  const broadPhase = new GpuBroadPhase(options);
  broadPhase.insertAll(boxes);
  const pairs = new PairList();
  const count = await broadPhase.findPairs(pairs);
  if (count !== pairs.count) throw new Error(`${count} pairs were reported, ${pairs.count} are there`);
  broadPhase.dispose();
  if (!options.sorted) pairs.sort();
  return { pairs, broadPhase };
}
