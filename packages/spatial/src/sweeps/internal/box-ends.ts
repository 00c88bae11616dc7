/**
 * The ends of boxes along an axis, in order: 2 · id for the lower end, 2 · id + 1 for the upper. At the same place lower ends come
 * first, since boxes that touch count as overlapping.
 */

/** Up to so many ends are sorted by insertion, which allocates nothing. */
const fewEnds = 128;

/** Sorts the first `count` ends of boxes, six numbers each, along an axis. */
export function sortEnds(ends: Uint32Array, count: number, boxes: Float64Array, axis: number): void {
  if (count > fewEnds) {
    sortManyEnds(ends, count, boxes, axis);
    return;
  }
  for (let i = 1; i < count; i++) {
    const end = ends[i];
    const value = boxes[6 * (end >> 1) + axis + 3 * (end & 1)];
    let j = i - 1;
    for (; j >= 0; j--) {
      const other = ends[j];
      const at = boxes[6 * (other >> 1) + axis + 3 * (other & 1)];
      if (at < value || (at === value && (other & 1) <= (end & 1))) break;
      ends[j + 1] = other;
    }
    ends[j + 1] = end;
  }
}

/** On its own, because a function with a closure in it allocates whenever it is called. */
function sortManyEnds(ends: Uint32Array, count: number, boxes: Float64Array, axis: number): void {
  const locate = (end: number) => boxes[6 * (end >> 1) + axis + 3 * (end & 1)];
  ends.subarray(0, count).sort((p, q) => locate(p) - locate(q) || (p & 1) - (q & 1));
}
