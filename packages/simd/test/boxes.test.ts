import { aabbBulkOverlap, aabbBulkQuery } from '@colide/bounds';
import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import { loadSimd, SimdBoxes, SimdBoxPairs, type SimdKernels } from '@colide/simd';
import { beforeAll, describe, expect, it } from 'vitest';

const awkward = [0, -0, Infinity, -Infinity, Number.NaN, 1, 1e-45, 3.4e38];
let kernels: SimdKernels;

beforeAll(async () => {
  kernels = (await loadSimd())!;
});

/** Boxes that often touch exactly, some of them empty or not numbers. */
function fillBoxes(data: Float32Array, random: Random): void {
  for (let at = 0; at < data.length; at += 6)
    for (let k = 0; k < 3; k++) {
      const low = Math.round(random.uniform(-4, 4));
      data[at + k] = low;
      data[at + k + 3] = low + Math.round(random.uniform(0, 6)) * (random.uniform(0, 1) < 0.5 ? 1 : 1.1);
      if (random.uniform(0, 1) < 0.02)
        data[at + k + 3 * Math.floor(random.uniform(0, 2))] = awkward[Math.floor(random.uniform(0, 8))];
    }
}

describe('SimdBoxes', () => {
  it('finds what aabbBulkQuery finds', () => {
    const random = new Random(1);
    const expected = new IdList();
    const found = new IdList();
    let hits = 0;
    let tests = 0;
    for (let n = 0; n < 400; n++) {
      const boxes = new SimdBoxes(n % 67, kernels);
      fillBoxes(boxes.data, random);
      const count = Math.floor(random.uniform(0, boxes.capacity + 1));
      const box = new Float64Array(6);
      for (let k = 0; k < 3; k++) {
        box[k] = Math.round(random.uniform(-5, 5));
        box[k + 3] = box[k] + random.uniform(0, 5);
        // Next to what f32 can hold.
        if (n % 3 === 0) box[k] += random.uniform(-1e-9, 1e-9);
        if (n % 20 === 0) box[k + 3] = awkward[(n / 20 + k) % awkward.length];
      }
      expected.clear();
      found.clear();
      expected.push(7);
      found.push(7);
      const total = aabbBulkQuery(expected, boxes.data, count, box);
      expect(boxes.query(found, box, count)).toBe(total);
      expect(found.toArray()).toEqual(expected.toArray());
      hits += total;
      tests += count;
    }
    expect(hits / tests).toBeGreaterThan(0.1);
    expect(hits / tests).toBeLessThan(0.8);
  });

  it('does the same in JavaScript where there are no kernels', () => {
    const boxes = new SimdBoxes(3, undefined);
    boxes.data.set([0, 0, 0, 1, 1, 1, 5, 5, 5, 6, 6, 6, 1, 1, 1, 2, 2, 2]);
    const found = new IdList();
    expect(boxes.query(found, [0.5, 0.5, 0.5, 1, 1, 1])).toBe(2);
    expect(found.toArray()).toEqual([0, 2]);
  });

  it('refuses counts beyond its capacity', () => {
    expect(() => new SimdBoxes(3, kernels).query(new IdList(), [0, 0, 0, 1, 1, 1], 4)).toThrow(/count/);
    expect(() => new SimdBoxes(-1, kernels)).toThrow(/capacity/);
  });
});

describe('SimdBoxPairs', () => {
  it('agrees with aabbBulkOverlap', () => {
    const random = new Random(2);
    let hits = 0;
    let tests = 0;
    for (let n = 0; n < 400; n++) {
      const pairs = new SimdBoxPairs(n % 67, kernels);
      fillBoxes(pairs.a, random);
      fillBoxes(pairs.b, random);
      const count = Math.floor(random.uniform(0, pairs.capacity + 1));
      const expected = new Uint8Array(pairs.capacity);
      const total = aabbBulkOverlap(expected, pairs.a, pairs.b, count);
      expect(pairs.overlap(count)).toBe(total);
      expect([...pairs.hits]).toEqual([...expected]);
      hits += total;
      tests += count;
    }
    expect(hits / tests).toBeGreaterThan(0.1);
    expect(hits / tests).toBeLessThan(0.8);
  });

  it('does the same in JavaScript where there are no kernels', () => {
    const pairs = new SimdBoxPairs(2, undefined);
    pairs.a.set([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]);
    pairs.b.set([1, 1, 1, 2, 2, 2, 0, 0, 1.5, 1, 1, 2]);
    expect(pairs.overlap()).toBe(1);
    expect([...pairs.hits]).toEqual([1, 0]);
  });

  it('refuses counts beyond its capacity', () => {
    expect(() => new SimdBoxPairs(3, kernels).overlap(4)).toThrow(/count/);
    expect(() => new SimdBoxPairs(1.5, kernels)).toThrow(/capacity/);
  });
});
