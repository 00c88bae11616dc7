import {
  bitonicSort,
  floatsToKeys,
  insertionSort,
  keysToFloats,
  RadixScratch,
  Random,
  radixSort,
} from '@colide/math';
import { expectNoAllocation, soak } from '@colide/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const specials = [0, -0, Infinity, -Infinity, Number.NaN, 1e-45, -1e-45, 3.4e38, -3.4e38, 1, -1];

/** Floats of all sizes, many of them equal, with special values among them. */
function floats(random: Random, count: number): Float32Array {
  return Float32Array.from({ length: count }, () => {
    const kind = random.integer(8);
    if (kind === 0) return specials[random.integer(specials.length)];
    if (kind === 1) return random.integer(100) - 50;
    if (kind === 2) return random.uniform(-1, 1) * 2 ** (random.integer(250) - 125);
    return random.normal() * 100;
  });
}

const identity = (count: number) => Uint32Array.from({ length: count }, (_, i) => i);
const bitsOf = (keys: Float32Array) => new Uint32Array(keys.buffer, keys.byteOffset, keys.length);

/** A NaN may come back with other bits than it had, so NaNs are compared as one. */
const canonical = (keys: Float32Array) =>
  bitsOf(Float32Array.from(keys, key => (Number.isNaN(key) ? Number.NaN : key)));

/** Whether two arrays are equal, without the cost of a matcher on a million elements. */
function same(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The order of a stable sort: indices by key, −0 before +0, NaN last, ties by index. */
function stableOrder(keys: Float32Array | Uint32Array): Uint32Array {
  const rank = keys instanceof Float32Array ? floatsToKeys(new Uint32Array(keys.length), keys) : keys;
  return identity(keys.length).sort((i, j) => rank[i] - rank[j] || i - j);
}

const many = soak(100_000, 1_000_000);

describe('radixSort', () => {
  it('agrees with the platform on very many floats and is stable', () => {
    const original = floats(new Random(1), many);
    const keys = original.slice();
    const payload = identity(many);
    radixSort(keys, payload);
    expect(same(canonical(keys), canonical(original.slice().sort()))).toBe(true);
    expect(same(payload, stableOrder(original))).toBe(true);
  });

  it('agrees with the platform on very many unsigned integers and is stable', () => {
    const random = new Random(2);
    const original = Uint32Array.from({ length: many }, () => random.uint32() >>> random.integer(32));
    const keys = original.slice();
    const payload = identity(many);
    radixSort(keys, payload, new RadixScratch());
    expect(same(keys, original.slice().sort())).toBe(true);
    expect(same(payload, stableOrder(original))).toBe(true);
  });

  it('sorts whatever digits are constant', () => {
    const random = new Random(3);
    const scratch = new RadixScratch();
    for (const mask of [0, 0x7ff, 0x3ff800, 0xffc00000, 0x3fffff, 0xffc007ff, 0xfffff800, 0xffffffff]) {
      for (const count of [0, 1, 2, 1000]) {
        const original = Uint32Array.from(
          { length: count },
          () => (0x12345678 & ~mask) | (random.uint32() & mask),
        );
        const keys = original.slice();
        const payload = identity(count);
        radixSort(keys, payload, scratch);
        expect(same(keys, original.slice().sort())).toBe(true);
        expect(same(payload, stableOrder(original))).toBe(true);
      }
    }
  });

  it('sorts short lists of any floats, a part of them only, and scratch memory of any size', () => {
    const scratch = new RadixScratch(3);
    fc.assert(
      fc.property(fc.float32Array({ maxLength: 40 }), fc.nat(40), (original, wanted) => {
        const count = Math.min(wanted, original.length);
        const keys = original.slice();
        const payload = identity(keys.length);
        radixSort(keys, payload, scratch, count);
        expect(canonical(keys.slice(0, count))).toEqual(canonical(original.slice(0, count).sort()));
        expect(canonical(keys.slice(count))).toEqual(canonical(original.slice(count)));
        expect(payload.slice(0, count)).toEqual(stableOrder(original.slice(0, count)));
        expect(payload.slice(count)).toEqual(identity(keys.length).slice(count));
      }),
    );
  });

  it('puts every NaN last, also those with a sign bit', () => {
    const keys = new Float32Array(4);
    new Uint32Array(keys.buffer).set([0xffc00001, 0x3f800000, 0x7fc12345, 0xff800000]);
    const payload = identity(4);
    radixSort(keys, payload);
    expect([...keys]).toEqual([-Infinity, 1, Number.NaN, Number.NaN]);
    expect([...payload]).toEqual([3, 1, 0, 2]);
  });

  it('allocates nothing', () => {
    const random = new Random(4);
    const original = floats(random, 3000);
    const keys = original.slice();
    const payload = identity(3000);
    const scratch = new RadixScratch(3000);
    const words = new Uint32Array(3000);
    expectNoAllocation(() => {
      keys.set(original);
      radixSort(keys, payload, scratch, 2500);
      words.set(payload);
      radixSort(words, payload, scratch, 2500);
    });
  });

  it('names bad arguments', () => {
    const keys = new Float32Array(4);
    expect(() => radixSort(keys, new Uint32Array(3))).toThrow(/payload/);
    expect(() => radixSort(keys, new Uint32Array(4), new RadixScratch(), 5)).toThrow(/keys/);
    expect(() => radixSort(keys, new Uint32Array(4), new RadixScratch(), -1)).toThrow(/count/);
    expect(() => radixSort(keys, new Uint32Array(4), new RadixScratch(), Number.NaN)).toThrow(/count/);
    expect(() => new RadixScratch(-1)).toThrow(/capacity/);
  });
});

describe('insertionSort', () => {
  it('agrees with the platform on very many nearly sorted floats, is stable and counts its moves', () => {
    const random = new Random(5);
    const original = floats(random, many).sort();
    for (let i = 0; i < many; i++) {
      const at = random.integer(many - 1);
      const key = original[at];
      original[at] = original[at + 1];
      original[at + 1] = key;
    }
    const keys = original.slice();
    const payload = identity(many);
    const moves = insertionSort(keys, payload);
    expect(same(canonical(keys), canonical(original.slice().sort()))).toBe(true);
    expect(same(payload, stableOrder(original))).toBe(true);
    expect(moves).toBeGreaterThan(many / 4);
    expect(insertionSort(keys, payload)).toBe(0);
  });

  it('counts inversions, for every key type', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...specials, 2, 3, 4, 5), { maxLength: 30 }), values => {
        const original = Float32Array.from(values);
        const order = stableOrder(original);
        let inversions = 0;
        for (let i = 0; i < order.length; i++)
          for (let j = 0; j < i; j++) if (order[j] > order[i]) inversions++;
        for (const keys of [original.slice(), Float64Array.from(original)]) {
          const payload = identity(keys.length);
          expect(insertionSort(keys, payload)).toBe(inversions);
          expect(payload).toEqual(order);
          expect(Float32Array.from(keys)).toEqual(original.slice().sort());
        }
      }),
    );
    const keys = Int32Array.of(3, -1, 2, -5);
    expect(insertionSort(keys, new Uint32Array(4))).toBe(5);
    expect([...keys]).toEqual([-5, -1, 2, 3]);
    expect(insertionSort(keys, new Uint32Array(4), 0)).toBe(0);
  });

  it('allocates nothing', () => {
    const original = floats(new Random(6), 60);
    const keys = original.slice();
    const payload = identity(60);
    expectNoAllocation(() => {
      keys.set(original);
      insertionSort(keys, payload);
    });
  });

  it('names bad arguments', () => {
    expect(() => insertionSort(new Float32Array(4), new Uint32Array(3))).toThrow(/payload/);
    expect(() => insertionSort(new Float32Array(4), new Uint32Array(9), 5)).toThrow(/keys/);
    expect(() => insertionSort(new Float32Array(4), new Uint32Array(4), -1)).toThrow(/count/);
  });
});

describe('bitonicSort', () => {
  it('agrees with the platform on very many floats, and with a stable sort', () => {
    const original = floats(new Random(7), many);
    const keys = floatsToKeys(new Uint32Array(many), original);
    const payload = identity(many);
    bitonicSort(keys, payload);
    const sorted = keysToFloats(new Float32Array(many), keys);
    expect(same(canonical(sorted), canonical(original.slice().sort()))).toBe(true);
    expect(same(payload, stableOrder(original))).toBe(true);
  });

  it('sorts every length', () => {
    const random = new Random(8);
    for (let count = 0; count <= 130; count++) {
      const original = Uint32Array.from({ length: count }, () => random.integer(60));
      const keys = original.slice();
      const payload = identity(count);
      bitonicSort(keys, payload);
      expect(keys).toEqual(original.slice().sort());
      expect(payload).toEqual(stableOrder(original));
    }
  });

  it('sorts all lists of zeros and ones of each length, and therefore all lists', () => {
    for (let count = 1; count <= 12; count++) {
      for (let bits = 0; bits < 1 << count; bits++) {
        const keys = Uint32Array.from({ length: count }, (_, i) => (bits >> i) & 1);
        bitonicSort(keys, new Uint32Array(count));
        for (let i = 1; i < count; i++)
          if (keys[i - 1] > keys[i]) expect.fail(`length ${count}, list ${bits}`);
      }
    }
  });

  it('allocates nothing and names bad arguments', () => {
    const original = Uint32Array.from({ length: 100 }, (_, i) => (i * 37) % 101);
    const keys = original.slice();
    const payload = identity(100);
    expectNoAllocation(() => {
      keys.set(original);
      bitonicSort(keys, payload, 99);
    });
    expect(() => bitonicSort(keys, new Uint32Array(3))).toThrow(/payload/);
    expect(() => bitonicSort(keys, payload, 101)).toThrow(/keys/);
    expect(() => bitonicSort(keys, payload, 1.5)).toThrow(/count/);
  });
});
