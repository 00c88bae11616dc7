/**
 * A growable list of ids on a `Uint32Array`. Queries append to it. Call `clear()` to reuse it, and nothing is
 * allocated in steady state.
 *
 * Appending is amortised O(1) (the buffer doubles), `sort` is the platform's sort on a typed array.
 */
import { refuse, requireInteger } from '../checks/checks.ts';
import { grown } from '../memory/grown.ts';

/** A reusable list of unsigned 32-bit ids. */
export class IdList {
  /** The ids; only the first {@link count} are valid. The array is replaced when the list grows. */
  data: Uint32Array;
  /** Number of ids in the list. */
  count = 0;

  /** @param capacity how many ids fit before the list grows for the first time */
  constructor(capacity = 64) {
    requireInteger('capacity', capacity, 0, 0x7fffffff);
    this.data = new Uint32Array(capacity);
  }

  /** Appends `id`. */
  push(id: number): void {
    if (this.count === this.data.length) this.reserve(this.count + 1);
    this.data[this.count++] = id;
  }

  /** The id at position `index`; unchecked. */
  get(index: number): number {
    return this.data[index];
  }

  /** Empties the list but keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /** Reserves memory for at least `capacity` ids in all, at least doubling it when it must grow. */
  reserve(capacity: number): void {
    if (capacity <= this.data.length) return;
    this.data = grown(this.data, Math.max(capacity, 2 * this.data.length, 16));
  }

  /** Whether `id` is in the list; O(n). */
  has(id: number): boolean {
    for (let i = 0; i < this.count; i++) if (this.data[i] === id) return true;
    return false;
  }

  /** Sorts the ids in ascending order. */
  sort(): this {
    this.data.subarray(0, this.count).sort();
    return this;
  }

  /** Whether `other` holds the same ids in the same order. Sort both to compare them as sets. */
  equals(other: IdList): boolean {
    if (this.count !== other.count) return false;
    for (let i = 0; i < this.count; i++) if (this.data[i] !== other.data[i]) return false;
    return true;
  }

  /** The ids in order, for `for … of`; {@link get} allocates nothing. */
  *[Symbol.iterator](): IterableIterator<number> {
    for (let i = 0; i < this.count; i++) yield this.get(i);
  }

  /** A copy as a plain array, for tests and printing. */
  toArray(): number[] {
    return [...this];
  }
}

/** Throws unless `out` is a list of ids, such as an `IdList`. */
export function requireIdList(name: string, out: IdList): void {
  if (typeof out?.push !== 'function' || typeof out.has !== 'function') refuse(name, 'be an IdList', out);
}
