/** The heap in which a search for the nearest points keeps them, the farthest on top. */
import type { NearestPoints } from '../nearest-points.ts';

/** Puts a slot and its squared distance at the free position `end` and lets it rise. */
export function siftUp(
  heap: Uint32Array,
  distances: Float64Array,
  end: number,
  slot: number,
  distance: number,
): void {
  let at = end;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (distances[parent] >= distance) break;
    distances[at] = distances[parent];
    heap[at] = heap[parent];
    at = parent;
  }
  distances[at] = distance;
  heap[at] = slot;
}

/** Puts a slot and its squared distance in place of the farthest and lets it sink, in a heap of `count`. */
export function siftDown(
  heap: Uint32Array,
  distances: Float64Array,
  count: number,
  slot: number,
  distance: number,
): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && distances[child + 1] > distances[child]) child++;
    if (distances[child] <= distance) break;
    distances[at] = distances[child];
    heap[at] = heap[child];
    at = child;
  }
  distances[at] = distance;
  heap[at] = slot;
}

/** Turns the heap into a list with the nearest first, and slots and squares into ids and distances. */
export function sortHeap(out: NearestPoints, ids: Uint32Array): void {
  const { ids: heap, distances, count } = out;
  for (let last = count - 1; last > 0; last--) {
    const d = distances[last];
    const slot = heap[last];
    distances[last] = distances[0];
    heap[last] = heap[0];
    siftDown(heap, distances, last, slot, d);
  }
  for (let i = 0; i < count; i++) {
    heap[i] = ids[heap[i]];
    distances[i] = Math.sqrt(distances[i]);
  }
}
