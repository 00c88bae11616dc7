/**
 * Restores the boxes of a structure from the arrays they were packed to. Only code that deserializes includes
 * it.
 */
import type { BoxStructure } from './box-structure.ts';
import type { PackedArray } from './pack.ts';

/** Restores the arrays that `BoxStructure` has packed; returns those that a derived class had added. */
export function restoreBoxes(structure: BoxStructure, arrays: readonly PackedArray[]): PackedArray[] {
  const [head, boxes, alive, free, ...rest] = arrays;
  const [, idCount, count, freeCount, maxCapacity] = head;
  Object.assign(structure, { boxes, alive, free, idCount, count, freeCount, maxCapacity });
  return rest;
}
