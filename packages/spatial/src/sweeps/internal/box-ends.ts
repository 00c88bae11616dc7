/**
 * The ends of boxes along an axis: an end is one integer, twice the id of the box, plus one for the upper
 * end. At the same value lower ends come first, since boxes that touch count as overlapping.
 */
import { boxSize, maxAt } from '../../internal/box-layout.ts';

/** Up to this many ends are sorted by insertion, which allocates nothing. */
const fewEnds = 128;

/** The lower end of box `id`. */
export function lowerEnd(id: number): number {
  return 2 * id;
}

/** The upper end of box `id`. */
export function upperEnd(id: number): number {
  return 2 * id + 1;
}

/** The box of an end. */
export function idOfEnd(end: number): number {
  return end >> 1;
}

/** 1 for an upper end, 0 for a lower one. */
export function isUpperEnd(end: number): number {
  return end & 1;
}

/** The index in the boxes, six numbers each, of the coordinate of an end on an axis. */
export function coordinateAt(end: number, axis: number): number {
  return boxSize * idOfEnd(end) + axis + maxAt * isUpperEnd(end);
}

/** Sorts the first `count` ends along an axis. */
export function sortEnds(ends: Uint32Array, count: number, boxes: Float64Array, axis: number): void {
  if (count > fewEnds) {
    sortManyEnds(ends, count, boxes, axis);
    return;
  }
  for (let i = 1; i < count; i++) {
    const end = ends[i];
    const value = boxes[coordinateAt(end, axis)];
    let j = i - 1;
    for (; j >= 0; j--) {
      const other = ends[j];
      const otherValue = boxes[coordinateAt(other, axis)];
      if (otherValue < value || (otherValue === value && isUpperEnd(other) <= isUpperEnd(end))) break;
      ends[j + 1] = other;
    }
    ends[j + 1] = end;
  }
}

/** A separate function, because a function that contains a closure allocates on every call. */
function sortManyEnds(ends: Uint32Array, count: number, boxes: Float64Array, axis: number): void {
  const compare = (p: number, q: number) =>
    boxes[coordinateAt(p, axis)] - boxes[coordinateAt(q, axis)] || isUpperEnd(p) - isUpperEnd(q);
  ends.subarray(0, count).sort(compare);
}
