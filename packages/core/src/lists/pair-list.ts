/**
 * A growable list of id pairs on one interleaved `Uint32Array`: pair `i` is `data[2i]`, `data[2i + 1]`. Broad
 * phases append to it. Call `clear()` to reuse it, and nothing is allocated in steady state.
 *
 * Appending is amortised O(1). `sort` is O(n log n): two ids in memory are one 64-bit integer, and the
 * platform's typed-array sort orders those in place. (Low bytes first, as on all machines that browsers run
 * on.)
 */
import { refuse, requireInteger } from '../checks/checks.ts';
import { grown } from '../memory/grown.ts';

/** A reusable list of pairs of unsigned 32-bit ids. */
export class PairList {
  /** The pairs, interleaved; only the first `2 · count` numbers are valid. Replaced when the list grows. */
  data: Uint32Array;
  /** Number of pairs in the list. */
  count = 0;

  /** @param capacity how many pairs fit before the list grows for the first time */
  constructor(capacity = 64) {
    requireInteger('capacity', capacity, 0, 0x3fffffff);
    this.data = new Uint32Array(2 * capacity);
  }

  /** Appends the pair (`first`, `second`) as given. */
  push(first: number, second: number): void {
    const at = 2 * this.count;
    if (at === this.data.length) this.reserve(this.count + 1);
    this.data[at] = first;
    this.data[at + 1] = second;
    this.count++;
  }

  /** Appends the pair with the smaller id first. */
  pushOrdered(a: number, b: number): void {
    if (a < b) this.push(a, b);
    else this.push(b, a);
  }

  /** First id of pair `index`; unchecked. */
  first(index: number): number {
    return this.data[2 * index];
  }

  /** Second id of pair `index`; unchecked. */
  second(index: number): number {
    return this.data[2 * index + 1];
  }

  /** Pair `index` as a new array; unchecked. {@link first} and {@link second} allocate nothing. */
  get(index: number): [number, number] {
    return [this.first(index), this.second(index)];
  }

  /** The pairs in order, for `for … of`. */
  *[Symbol.iterator](): IterableIterator<[number, number]> {
    for (let i = 0; i < this.count; i++) yield this.get(i);
  }

  /** Empties the list but keeps its memory. */
  clear(): void {
    this.count = 0;
  }

  /** Reserves memory for at least `capacity` pairs in all, at least doubling it when it must grow. */
  reserve(capacity: number): void {
    if (2 * capacity <= this.data.length) return;
    this.data = grown(this.data, Math.max(2 * capacity, 2 * this.data.length, 32));
  }

  /** Sorts the pairs by first, then by second id. */
  sort(): this {
    const { data, count } = this;
    const keys = new BigUint64Array(data.buffer, data.byteOffset, count);
    swapPairs(data, count);
    keys.sort();
    swapPairs(data, count);
    return this;
  }

  /** Whether `other` holds the same pairs in the same order. Sort both to compare them as sets. */
  equals(other: PairList): boolean {
    if (this.count !== other.count) return false;
    for (let i = 0; i < 2 * this.count; i++) if (this.data[i] !== other.data[i]) return false;
    return true;
  }

  /** A copy as plain pairs, for tests and printing. */
  toArray(): [number, number][] {
    return [...this];
  }
}

/** Swaps the two ids of every pair, because the low half of a 64-bit integer comes first in memory. */
function swapPairs(data: Uint32Array, count: number): void {
  for (let i = 0; i < 2 * count; i += 2) {
    const first = data[i];
    data[i] = data[i + 1];
    data[i + 1] = first;
  }
}

/** Throws unless `out` is a list of pairs, such as a `PairList`. */
export function requirePairList(name: string, out: PairList): void {
  if (typeof out?.pushOrdered !== 'function') refuse(name, 'be a PairList', out);
}
