/** The heap in which a search for the nearest points keeps them, the farthest on top. */
import type { NearestPoints } from '../nearest-points.ts';

/** Turns the heap into a list with the nearest first, and slots and squares into ids and distances. */
export function sortHeap(out: NearestPoints, ids: Uint32Array): void {
  const { ids: heap, distances, count } = out;
  for (let last = count - 1; last > 0; last--) {
    const d = distances[last];
    const slot = heap[last];
    distances[last] = distances[0];
    heap[last] = heap[0];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= last) break;
      if (child + 1 < last && distances[child + 1] > distances[child]) child++;
      if (distances[child] <= d) break;
      distances[at] = distances[child];
      heap[at] = heap[child];
      at = child;
    }
    distances[at] = d;
    heap[at] = slot;
  }
  for (let i = 0; i < count; i++) {
    heap[i] = ids[heap[i]];
    distances[i] = Math.sqrt(distances[i]);
  }
}
