/**
 * Where queries of a world met bodies: one record a hit, and a list of them that is cleared and used again, so that in steady state
 * nothing is allocated.
 */
import { requireInteger } from '@colide/core';

/** Where a query met a body. Other fields are valid only when `body` is not −1. */
export interface WorldHit {
  /** Id of the body, −1 for none. */
  body: number;
  /** Id of the collider in `world.colliders`. */
  collider: number;
  /** Which of the shapes of a compound it is; 0 for bodies of one shape. */
  child: number;
  /** Which triangle of a mesh a ray met; −1 for other shapes and other queries. */
  triangle: number;
  /** Parameter along the ray or part of the motion; `Infinity` for none. */
  t: number;
  /** Distance, for `WorldQueries.closest`; negative where shapes overlap. */
  distance: number;
  /** Outward unit normal of the body. */
  readonly normal: Float64Array;
  /** The point of the body that was met or is nearest. */
  readonly point: Float64Array;
}

/** A record of no hit yet. */
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

  /** The hit at position `index`: a record of the list, to be read before the list is used again. */
  get(index: number): WorldHit {
    requireInteger('index', index, 0, this.count - 1);
    return this.records[index];
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /** Appends a record, to be filled, and returns it. What was in it is still there. */
  push(): WorldHit {
    const { records } = this;
    if (this.count === records.length) records.push(createWorldHit());
    return records[this.count++];
  }

  /** Puts the hits from position `first` on in order of t, then of the collider. Shell's sort with Knuth's steps: in place, O(n^1.5). */
  sortFrom(first: number): this {
    const { records, count: length } = this;
    let gap = 1;
    while (3 * gap < length - first) gap = 3 * gap + 1;
    for (; gap > 0; gap = (gap - 1) / 3)
      for (let i = first + gap; i < length; i++) {
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
