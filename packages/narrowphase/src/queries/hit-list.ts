/** A reusable list of records of hits, so that queries allocate nothing in steady state. */
import { requireInteger } from '@colide/core';

/** The fields that hits are sorted by. */
export interface SortedHit {
  /** Parameter along the ray or fraction of the motion. */
  t: number;
  /** Id of the collider. */
  collider: number;
}

/** Hits of any kind. */
export class HitList<Hit extends SortedHit> {
  /** How many hits the list holds. */
  count = 0;
  private readonly records: Hit[] = [];
  private readonly create: () => Hit;

  /** @param create makes an empty record */
  constructor(create: () => Hit) {
    this.create = create;
  }

  /** The hit at `index`: a record of the list, valid until the list is used again. */
  get(index: number): Hit {
    requireInteger('index', index, 0, this.count - 1);
    return this.records[index];
  }

  /** The hits in order: records of the list, valid until it is used again. */
  *[Symbol.iterator](): IterableIterator<Hit> {
    for (let i = 0; i < this.count; i++) yield this.records[i];
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /** Appends a record and returns it for the caller to fill; it may hold an old hit. */
  push(): Hit {
    const { records } = this;
    if (this.count === records.length) records.push(this.create());
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

function isBefore(a: SortedHit, b: SortedHit): boolean {
  return a.t < b.t || (a.t === b.t && a.collider < b.collider);
}
