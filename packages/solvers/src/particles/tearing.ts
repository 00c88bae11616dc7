/**
 * Tearing: distance constraints stretched beyond a factor of their rest length are removed from the arrays.
 * The others keep their order, so sweeps stay deterministic and batches sorted by colour or row stay sorted.
 *
 * O(constraints), in place, no root. The caller has to hide the mesh triangles along a torn edge.
 */
import { type PairList, requirePositive } from '@colide/core';
import { requireCount } from '../internal/parameter-checks.ts';

/**
 * Removes the constraints longer than `factor` times their rest length from the first `count` and returns how
 * many are left. Ids are not checked.
 *
 * @param torn receives the particle pairs of the removed constraints
 */
export function tearDistances(
  positions: Float64Array,
  ids: Uint32Array,
  restLengths: Float64Array,
  factor: number,
  count = restLengths.length,
  torn?: PairList,
): number {
  requirePositive('factor', factor);
  requireCount(count, ids, 2);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const a = ids[2 * i];
    const b = ids[2 * i + 1];
    const dx = positions[3 * b] - positions[3 * a];
    const dy = positions[3 * b + 1] - positions[3 * a + 1];
    const dz = positions[3 * b + 2] - positions[3 * a + 2];
    const limit = factor * restLengths[i];
    if (dx * dx + dy * dy + dz * dz > limit * limit) {
      torn?.push(a, b);
      continue;
    }
    ids[2 * kept] = a;
    ids[2 * kept + 1] = b;
    restLengths[kept] = restLengths[i];
    kept++;
  }
  return kept;
}

/** Removes every constraint that has particle `particle` at one end; returns how many are left. */
export function cutParticle(
  ids: Uint32Array,
  restLengths: Float64Array,
  particle: number,
  count = restLengths.length,
  torn?: PairList,
): number {
  requireCount(count, ids, 2);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const a = ids[2 * i];
    const b = ids[2 * i + 1];
    if (a === particle || b === particle) {
      torn?.push(a, b);
      continue;
    }
    ids[2 * kept] = a;
    ids[2 * kept + 1] = b;
    restLengths[kept] = restLengths[i];
    kept++;
  }
  return kept;
}
