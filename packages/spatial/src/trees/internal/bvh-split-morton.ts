/**
 * Splits a node where the highest bit in which the Morton codes of its items differ changes, so that every
 * node is a cell of an implicit octree (Lauterbach et al., "Fast BVH construction on GPUs", 2009). Nothing is
 * moved: the items are sorted.
 */
import type { BvhBuilder } from '../../internal/bvh-builder.ts';

/** Divides a node between two cells of the Morton curve. */
export function splitMorton(builder: BvhBuilder, _at: number, first: number, last: number): number {
  const { codes } = builder.curve;
  const difference = codes[first] ^ codes[last - 1];
  if (difference === 0) return (first + last) >> 1;
  const bit = 31 - Math.clz32(difference);
  // The first code with that bit set, by halving.
  let low = first;
  let high = last - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((codes[middle] >>> bit) & 1) high = middle;
    else low = middle;
  }
  return high;
}
