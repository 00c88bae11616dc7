import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { BruteForce, NeighborList } from '@colide/spatial';
import { boxPairsOracle, expectNoAllocation, generateBoxes, moveBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';

/** A list over brute force with a constant margin. */
class Scene {
  readonly list = new NeighborList();
  readonly pairs = new PairList();
  searches = 0;
  private readonly count: number;

  constructor(boxes: Float64Array) {
    this.count = boxes.length / 6;
    this.list.reserve(this.count);
  }

  /** Takes the boxes of a frame; returns its pairs. */
  step(boxes: Float64Array, margin: number): PairList {
    const { list, count, pairs } = this;
    let isInside = list.isValid;
    for (let entry = 0; entry < count; entry++) if (!list.fit(entry, boxes, 6 * entry)) isInside = false;
    if (!isInside) {
      for (let entry = 0; entry < count; entry++) list.widen(entry, margin);
      expect(list.isValid).toBe(false);
      list.candidates.clear();
      const wide = new BruteForce();
      wide.insertAll(list.wide.subarray(0, 6 * count));
      wide.findPairs(list.candidates);
      list.index(count);
      this.searches++;
    }
    pairs.clear();
    expect(list.findPairs(pairs)).toBe(pairs.count);
    return pairs;
  }
}

/** The smallest distance between a side of an entry's box and that of its wide box. */
function marginOf({ exact, wide }: NeighborList, entry: number): number {
  let margin = Infinity;
  for (let k = 6 * entry; k < 6 * entry + 3; k++)
    margin = Math.min(margin, exact[k] - wide[k], wide[k + 3] - exact[k + 3]);
  return margin;
}

describe('NeighborList', () => {
  it('finds the pairs of brute force in every frame, in order, with few searches', () => {
    for (const family of ['uniform', 'clustered', 'mixed'] as const) {
      const random = new Random(11);
      const boxes = generateBoxes(family, 150, random);
      const scene = new Scene(boxes);
      for (let frame = 0; frame < 100; frame++) {
        const pairs = scene.step(moveBoxes(boxes, 0.02, random), 0.1);
        expect(pairs.toArray(), `${family} frame ${frame}`).toEqual(boxPairsOracle(boxes).sort().toArray());
      }
      expect(scene.searches, family).toBeGreaterThan(1);
      expect(scene.searches, family).toBeLessThan(60);
    }
  });

  it('tells when a box leaves its wide box, and how much room it has', () => {
    const list = new NeighborList();
    list.reserve(2);
    expect(list.capacity).toBe(2);
    expect(list.fit(1, Float64Array.of(0, 0, 0, 1, 1, 1), 0)).toBe(false);
    list.widen(1, 0.5);
    expect(Array.from(list.wide.subarray(6))).toEqual([-0.5, -0.5, -0.5, 1.5, 1.5, 1.5]);
    expect(marginOf(list, 1)).toBe(0.5);
    expect(list.fit(1, Float64Array.of(0, 0.25, 0, 1, 1.25, 1), 0)).toBe(true);
    expect(marginOf(list, 1)).toBe(0.25);
    expect(list.fit(1, Float64Array.of(0, 0.75, 0, 1, 1.75, 1), 0)).toBe(false);
    expect(marginOf(list, 1)).toBe(-0.25);
  });

  it('widens a box anew once less than half of its margin is left', () => {
    const list = new NeighborList();
    list.reserve(1);
    list.fit(0, Float64Array.of(0, 0, 0, 2, 2, 2), 0);
    expect(list.renew(0, 0.25, false)).toBe(true);
    expect(marginOf(list, 0)).toBe(0.5);
    list.fit(0, Float64Array.of(0.25, 0, 0, 2.25, 2, 2), 0);
    expect(list.renew(0, 0.25, false)).toBe(false);
    list.fit(0, Float64Array.of(0.375, 0, 0, 2.375, 2, 2), 0);
    expect(list.renew(0, 0.25, false)).toBe(true);
    expect(Array.from(list.wide.subarray(0, 6))).toEqual([-0.125, -0.5, -0.5, 2.875, 2.5, 2.5]);
    list.fit(0, Float64Array.of(3, 0, 0, 5, 2, 2), 0);
    expect(list.renew(0, 0.25, true)).toBe(true);
    expect(marginOf(list, 0)).toBe(0);
  });

  it('keeps boxes when it grows, and appends to what a list of pairs holds', () => {
    const list = new NeighborList();
    list.reserve(1);
    list.fit(0, Float64Array.of(0, 0, 0, 1, 1, 1), 0);
    list.reserve(3);
    list.fit(1, Float64Array.of(9, 9, 9, 1, 0, 0, 2, 1, 1), 3);
    list.fit(2, Float64Array.of(2.5, 0, 0, 3, 1, 1), 0);
    for (const [a, b] of [
      [1, 2],
      [0, 2],
      [0, 1],
    ])
      list.candidates.push(a, b);
    expect(list.isValid).toBe(false);
    list.index(3);
    expect(list.isValid).toBe(true);
    const pairs = new PairList();
    pairs.push(7, 8);
    expect(list.findPairs(pairs)).toBe(1);
    expect(pairs.toArray()).toEqual([
      [7, 8],
      [0, 1],
    ]);
    list.invalidate();
    expect(list.isValid).toBe(false);
    expect(list.byteLength).toBeGreaterThan(2 * 3 * 6 * 8);
  });

  it('calls entries by the names that it is given, until it is indexed without', () => {
    const list = new NeighborList();
    list.reserve(3);
    for (let entry = 0; entry < 3; entry++) list.fit(entry, Float64Array.of(0, 0, 0, 1, 1, 1), 0);
    for (const [a, b] of [
      [0, 2],
      [1, 2],
    ])
      list.candidates.push(a, b);
    const pairs = new PairList();
    list.index(3, Int32Array.of(70, 80, 90));
    list.findPairs(pairs);
    list.index(3);
    list.findPairs(pairs);
    expect(pairs.toArray()).toEqual([
      [70, 90],
      [80, 90],
      [0, 2],
      [1, 2],
    ]);
  });

  it('allocates nothing in steady state', () => {
    const random = new Random(4);
    const boxes = generateBoxes('uniform', 100, random);
    const ids = Int32Array.from({ length: 100 }, (_, i) => i);
    const list = new NeighborList();
    list.reserve(100);
    const pairs = new PairList(8192);
    const oracle = boxPairsOracle(boxes);
    for (let i = 0; i < oracle.count; i++) list.candidates.push(oracle.first(i), oracle.second(i));
    let widened = 0;
    expectNoAllocation(() => {
      list.fitAll(boxes, ids, 100);
      for (let entry = 0; entry < 100; entry++)
        if (marginOf(list, entry) < 0.05) {
          list.widen(entry, 0.1);
          widened++;
        }
      list.index(100);
      pairs.clear();
      list.findPairs(pairs);
    });
    expect(widened).toBe(100);
    expect(pairs.count).toBe(oracle.count);
  });
});
