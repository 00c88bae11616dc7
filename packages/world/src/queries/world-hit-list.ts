/**
 * Hits of world queries: one record per hit, and a reusable list of them, so that nothing is allocated in
 * steady state.
 */
import { requireInteger } from '@colide/core';

/** Where a query hit a body. Other fields are valid only if `body` is not −1. */
export interface WorldHit {
  /** Id of the body, −1 for none. */
  body: number;
  /** Id of the collider in `world.colliders`. */
  collider: number;
  /** Which of the shapes of a compound it is; 0 for bodies of one shape. */
  child: number;
  /** The triangle of a mesh that a ray hit; −1 for other shapes and queries. */
  triangle: number;
  /** Parameter along the ray or fraction of the motion; `Infinity` for none. */
  t: number;
  /** Distance, for `WorldQueries.closest`; negative where shapes overlap. */
  distance: number;
  /** Outward unit normal of the body. */
  readonly normal: Float64Array;
  /** The point of the body that was hit or is nearest. */
  readonly point: Float64Array;
}

/** A record without a hit. */
export function createWorldHit(): WorldHit {
  return {
    body: -1,
    collider: -1,
    child: -1,
    triangle: -1,
    t: Infinity,
    distance: Infinity,
    normal: new Float64Array(3),
    point: new Float64Array(3),
  };
}

/** A reusable list of hits. */
export class WorldHitList {
  /** How many hits the list holds. */
  count = 0;
  private readonly records: WorldHit[] = [];

  /** The hit at `index`: a record of the list, valid until the list is used again. */
  get(index: number): WorldHit {
    requireInteger('index', index, 0, this.count - 1);
    return this.records[index];
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /** Appends a record and returns it for the caller to fill; it may hold an old hit. */
  push(): WorldHit {
    const { records } = this;
    if (this.count === records.length) records.push(createWorldHit());
    return records[this.count++];
  }

  /**
   * Sorts the hits from index `first` on by t, then by collider. Shell sort with Knuth's gaps: in place,
   * O(n^1.5).
   */
  sortFrom(first: number): this {
    const { records, count } = this;
    let gap = 1;
    while (3 * gap < count - first) gap = 3 * gap + 1;
    for (; gap > 0; gap = (gap - 1) / 3)
      for (let i = first + gap; i < count; i++) {
        const hit = records[i];
        let at = i;
        for (; at - gap >= first && isBefore(hit, records[at - gap]); at -= gap)
          records[at] = records[at - gap];
        records[at] = hit;
      }
    return this;
  }
}

function isBefore(a: WorldHit, b: WorldHit): boolean {
  return a.t < b.t || (a.t === b.t && a.collider < b.collider);
}
