/**
 * Restores the boxes of a structure from the arrays they were packed to. Only code that deserializes includes
 * it.
 */
import type { BoxStructure } from './box-structure.ts';
import type { PackedArray } from './pack.ts';

/** The arrays that `BoxStructure` packs, then those of a derived class. */
export type BoxArrays<T extends readonly PackedArray[]> = readonly [
  head: Uint32Array,
  boxes: Float64Array,
  alive: Uint8Array,
  free: Uint32Array,
  ...T,
];

/** Restores the arrays that `BoxStructure` has packed; returns those that a derived class had added. */
export function restoreBoxes<T extends readonly PackedArray[]>(
  structure: BoxStructure,
  arrays: BoxArrays<T>,
): T {
  const [head, boxes, alive, free, ...rest] = arrays;
  const [, idCount, count, freeCount, maxCapacity] = head;
  Object.assign(structure, { boxes, alive, free, idCount, count, freeCount, maxCapacity });
  return rest;
}
