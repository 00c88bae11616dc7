/**
 * Radix sort of 32-bit keys with a payload, least significant digit first.
 *
 * Idea: sort by the lowest digit, then by the next, keeping the order of equal digits, and after the highest
 * digit the keys are in order. One pass counts all digits at once; prefix sums of the counts tell where each
 * digit's run begins; then each digit takes one pass that moves every key and its payload to the next free
 * slot of its run. Digits have 11 bits, so three passes do (the counts of 3 · 2048 digits still fit the
 * first-level cache), and a digit that is the same in all keys is skipped. Floats are sorted by their
 * order-preserving bits.
 *
 * Cost: O(n), at most three passes; stable. No allocation once the scratch memory is large enough. Counting
 * takes a few microseconds even for short lists: below some hundred keys, or when nearly sorted,
 * `insertionSort` is faster. Order of floats: −∞ < … < −0 < +0 < … < +∞ < NaN, the order of
 * `Float32Array.prototype.sort`.
 *
 * P. Terdiman, "Radix sort revisited", 2000. M. Herf, "Radix tricks", 2001.
 */
import { requireInteger, requireLength } from '@colide/core';

const digitBits = 11;
const digitCount = 1 << digitBits;
const digitMask = digitCount - 1;

/**
 * Memory that `radixSort` works in. Make one, use it for every sort; it grows to the longest list it has
 * seen.
 */
export class RadixScratch {
  /** Counts of the three digits, one after the other. */
  readonly counts = new Uint32Array(3 * digitCount);
  /** First key buffer, and the same memory as floats. */
  keysA!: Uint32Array;
  /** The memory of {@link keysA}, as floats. */
  floatsA!: Float32Array;
  /** Second key buffer. */
  keysB!: Uint32Array;
  /** The memory of {@link keysB}, as floats. */
  floatsB!: Float32Array;
  /** Second payload buffer. */
  payload!: Uint32Array;

  /** @param capacity how many keys can be sorted before the memory grows for the first time */
  constructor(capacity = 0) {
    requireInteger('capacity', capacity, 0, 0x7fffffff);
    this.allocate(capacity);
  }

  /** Makes room for `capacity` keys. */
  reserve(capacity: number): void {
    if (capacity > this.payload.length) this.allocate(Math.max(capacity, 2 * this.payload.length));
  }

  private allocate(capacity: number): void {
    this.keysA = new Uint32Array(capacity);
    this.floatsA = new Float32Array(this.keysA.buffer);
    this.keysB = new Uint32Array(capacity);
    this.floatsB = new Float32Array(this.keysB.buffer);
    this.payload = new Uint32Array(capacity);
  }
}

/**
 * Sorts the first `count` keys in ascending order and moves the payload (ids, say) along. Equal keys keep
 * their order. Without `scratch`, temporary memory is allocated.
 */
export function radixSort(
  keys: Float32Array | Uint32Array,
  payload: Uint32Array,
  scratch: RadixScratch = new RadixScratch(keys.length),
  count = keys.length,
): void {
  requireInteger('count', count);
  requireLength('keys', keys, count);
  requireLength('payload', payload, count);
  const floats = keys instanceof Float32Array;
  if (!floats && !(keys instanceof Uint32Array))
    throw new TypeError('keys must be a Float32Array or a Uint32Array');
  scratch.reserve(count);
  if (floats) readFloats(scratch, keys, count);
  else for (let i = 0; i < count; i++) scratch.keysA[i] = keys[i];
  countDigits(scratch, count);

  // Every pass moves the keys from A to B, and the payload into the scratch, or back.
  let isInB = false;
  for (let digit = 0; digit < 3; digit++) {
    const from = isInB ? scratch.keysB : scratch.keysA;
    if (!startsOfRuns(scratch.counts, digit * digitCount, from, digit, count)) continue;
    reorder(scratch, payload, isInB, digit, count);
    isInB = !isInB;
  }

  const sorted = isInB ? scratch.keysB : scratch.keysA;
  if (isInB) for (let i = 0; i < count; i++) payload[i] = scratch.payload[i];
  if (floats) writeFloats(keys, sorted, isInB ? scratch.floatsB : scratch.floatsA, count);
  else for (let i = 0; i < count; i++) keys[i] = sorted[i];
}

/** Reads floats as order-preserving keys (see `floatToKey`). */
function readFloats(scratch: RadixScratch, keys: Float32Array, count: number): void {
  const { keysA, floatsA } = scratch;
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    floatsA[i] = key;
    const bits = keysA[i];
    keysA[i] = Number.isNaN(key) ? 0xffffffff : bits ^ ((bits >> 31) | 0x80000000);
  }
}

/** Turns keys back to floats; `asFloats` is the memory of `sorted`. */
function writeFloats(keys: Float32Array, sorted: Uint32Array, asFloats: Float32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const key = sorted[i];
    sorted[i] = key ^ (~(key >> 31) | 0x80000000);
    keys[i] = asFloats[i];
  }
}

function countDigits(scratch: RadixScratch, count: number): void {
  const { counts, keysA } = scratch;
  counts.fill(0);
  for (let i = 0; i < count; i++) {
    const key = keysA[i];
    counts[key & digitMask]++;
    counts[digitCount + ((key >>> digitBits) & digitMask)]++;
    counts[2 * digitCount + (key >>> (2 * digitBits))]++;
  }
}

/** Replaces the counts of a digit by their prefix sums; false when all keys agree in the digit. */
function startsOfRuns(
  counts: Uint32Array,
  base: number,
  keys: Uint32Array,
  digit: number,
  count: number,
): boolean {
  if (count === 0 || counts[base + ((keys[0] >>> (digit * digitBits)) & digitMask)] === count) return false;
  let start = 0;
  for (let i = base; i < base + digitCount; i++) {
    const size = counts[i];
    counts[i] = start;
    start += size;
  }
  return true;
}

/** Moves every key, and its payload, to the next free slot in the run of its digit. */
function reorder(
  scratch: RadixScratch,
  payload: Uint32Array,
  isInB: boolean,
  digit: number,
  count: number,
): void {
  const { counts, keysA, keysB } = scratch;
  const from = isInB ? keysB : keysA;
  const to = isInB ? keysA : keysB;
  const payloadFrom = isInB ? scratch.payload : payload;
  const payloadTo = isInB ? payload : scratch.payload;
  const shift = digit * digitBits;
  const base = digit * digitCount;
  for (let i = 0; i < count; i++) {
    const key = from[i];
    const slot = counts[base + ((key >>> shift) & digitMask)]++;
    to[slot] = key;
    payloadTo[slot] = payloadFrom[i];
  }
}
