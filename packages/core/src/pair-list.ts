/**
 * A growable list of id pairs on one interleaved `Uint32Array`: pair `i` is `data[2i]`, `data[2i + 1]`. Broad
 * phases append to it; `clear()` and use it again, and in steady state nothing is allocated.
 *
 * Appending is amortised O(1). `sort` is O(n log n): each pair becomes one 53-bit-safe number, or, for ids of 2²⁶
 * and above, one 64-bit integer, and the platform's typed-array sort orders those.
 */
import { requireInteger } from './checks.ts';

/** Below this id, `first · 2²⁶ + second` is exact in a double. */
const exactIdLimit = 2 ** 26;

/** A reusable list of pairs of unsigned 32-bit ids. */
export class PairList {
  /** The pairs, interleaved; only the first `2 · length` numbers are valid. Replaced when the list grows. */
  data: Uint32Array;
  /** How many pairs the list holds. */
  length = 0;

  /** @param capacity how many pairs fit before the list grows for the first time */
  constructor(capacity = 64) {
    requireInteger('capacity', capacity, 0, 0x3fffffff);
    this.data = new Uint32Array(2 * capacity);
  }

  /** Appends the pair (`first`, `second`) as given. */
  push(first: number, second: number): void {
    const at = 2 * this.length;
    if (at === this.data.length) this.reserve(this.length + 1);
    this.data[at] = first;
    this.data[at + 1] = second;
    this.length++;
  }

  /** Appends the pair with the smaller id first. */
  pushOrdered(a: number, b: number): void {
    if (a < b) this.push(a, b);
    else this.push(b, a);
  }

  /** First id of pair `index`; unchecked. */
  first(index: number): number {
    return this.data[2 * index]!;
  }

  /** Second id of pair `index`; unchecked. */
  second(index: number): number {
    return this.data[2 * index + 1]!;
  }

  /** Empties the list and keeps its memory. */
  clear(): void {
    this.length = 0;
  }

  /** Makes room for at least `capacity` pairs in all, at least doubling when it must grow. */
  reserve(capacity: number): void {
    if (2 * capacity <= this.data.length) return;
    const grown = new Uint32Array(Math.max(2 * capacity, 2 * this.data.length, 32));
    grown.set(this.data);
    this.data = grown;
  }

  /** Sorts the pairs by first, then by second id. Needs temporary memory of 8 bytes a pair. */
  sort(): this {
    const { data, length } = this;
    let largest = 0;
    for (let i = 0; i < 2 * length; i++) if (data[i]! > largest) largest = data[i]!;
    if (largest < exactIdLimit) {
      const keys = new Float64Array(length);
      for (let i = 0; i < length; i++) keys[i] = data[2 * i]! * exactIdLimit + data[2 * i + 1]!;
      keys.sort();
      for (let i = 0; i < length; i++) {
        const first = Math.floor(keys[i]! / exactIdLimit);
        data[2 * i] = first;
        data[2 * i + 1] = keys[i]! - first * exactIdLimit;
      }
    } else {
      const keys = new BigUint64Array(length);
      for (let i = 0; i < length; i++) keys[i] = (BigInt(data[2 * i]!) << 32n) | BigInt(data[2 * i + 1]!);
      keys.sort();
      for (let i = 0; i < length; i++) {
        data[2 * i] = Number(keys[i]! >> 32n);
        data[2 * i + 1] = Number(keys[i]! & 0xffffffffn);
      }
    }
    return this;
  }

  /** Whether `other` holds the same pairs in the same order. Sort both to compare them as sets. */
  equals(other: PairList): boolean {
    if (this.length !== other.length) return false;
    for (let i = 0; i < 2 * this.length; i++) if (this.data[i] !== other.data[i]) return false;
    return true;
  }

  /** A copy as plain pairs, for tests and printing. */
  toArray(): [number, number][] {
    return Array.from({ length: this.length }, (_, i) => [this.first(i), this.second(i)]);
  }
}
