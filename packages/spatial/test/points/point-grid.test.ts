import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { PointGrid } from '@colide/spatial';
import { generatePoints, pointFamilies, radiusQueryOracle } from '@colide/testing';
import { describe, expect, it } from 'vitest';

function sorted(list: IdList): number[] {
  return [...list.data.subarray(0, list.count)].sort((a, b) => a - b);
}

/** The pairs of brute force, in order. */
function pairsOf(points: Float64Array, radius: number): string[] {
  const pairs: string[] = [];
  for (let i = 0; i < points.length / 3; i++)
    for (const j of radiusQueryOracle(points, points.subarray(3 * i, 3 * i + 3), radius))
      if (j > i) pairs.push(`${i} ${j}`);
  return pairs.sort();
}

/** The extent of a cloud along its longest side. */
function extentOf(points: Float64Array): number {
  let extent = 0;
  for (let k = 0; k < 3; k++) {
    const side = points.filter((_, i) => i % 3 === k);
    extent = Math.max(extent, Math.max(...side) - Math.min(...side));
  }
  return extent;
}

describe('PointGrid', () => {
  for (const family of pointFamilies)
    it(`finds the neighbours and pairs of brute force: ${family}`, () => {
      for (const count of [0, 1, 2, 3, 50, 400])
        for (const part of [0.003, 0.05, 0.3, 2]) {
          const random = new Random(count + 1);
          const points = generatePoints(family, count, random);
          const radius = part * (extentOf(points) || 1);
          const grid = new PointGrid(radius).build(points);
          expect(grid.count).toBe(count);
          const ids = new IdList();
          for (let round = 0; round < 20; round++) {
            const at = 3 * random.integer(Math.max(1, count));
            const away = [0, 0.3, 1, 3][round % 4] * radius;
            const center = [0, 1, 2].map(k => (points[at + k] ?? 0) + away * random.normal());
            const within = round % 3 === 0 ? radius * random.uniform(0, 1) : radius;
            ids.clear();
            const found = grid.querySphere(ids, center, within);
            expect(found).toBe(ids.count);
            expect(sorted(ids)).toEqual(radiusQueryOracle(points, center, within));
          }
          const pairs = new PairList();
          expect(grid.findPairs(pairs)).toBe(pairs.count);
          const found = Array.from({ length: pairs.count }, (_, i) => `${pairs.first(i)} ${pairs.second(i)}`);
          expect(found.sort()).toEqual(pairsOf(points, radius));
        }
    });

  it('finds points at exactly the radius, on the borders of cells, far from the origin', () => {
    const ids = new IdList();
    for (const radius of [0.1, 1 / 3, 1, 7])
      for (const origin of [0, 1e3, -1e6, 1e9]) {
        const points = new Float64Array(3 * 27);
        for (let i = 0; i < 27; i++) {
          points[3 * i] = origin + ((i % 3) - 1) * radius;
          points[3 * i + 1] = origin + ((Math.floor(i / 3) % 3) - 1) * radius;
          points[3 * i + 2] = origin + (Math.floor(i / 9) - 1) * radius;
        }
        const grid = new PointGrid(radius).build(points);
        for (let i = 0; i < 27; i++) {
          const center = points.subarray(3 * i, 3 * i + 3);
          ids.clear();
          grid.querySphere(ids, center);
          expect(sorted(ids)).toEqual(radiusQueryOracle(points, center, radius));
        }
      }
    const grid = new PointGrid(1).build([0, 0, 0]);
    expect(grid.querySphere(ids, [1e300, 0, 0])).toBe(0);
    expect(grid.querySphere(ids, [1e17, 0, 1e17])).toBe(0);
    expect(grid.querySphere(ids, [0, -1, 0])).toBe(1);
  });

  it('tells cells apart that share a bucket', () => {
    // Few points, so few buckets: of the 27 cells around a point most share one.
    for (let seed = 0; seed < 300; seed++) {
      const random = new Random(seed);
      const points = Float64Array.from({ length: 3 * 5 }, () => random.uniform(-1, 1));
      const grid = new PointGrid(1).build(points);
      const ids = new IdList();
      grid.querySphere(ids, [0, 0, 0]);
      expect(sorted(ids)).toEqual(radiusQueryOracle(points, [0, 0, 0], 1));
    }
  });

  it('takes fewer and more points in the same memory', () => {
    const grid = new PointGrid(0.2);
    const ids = new IdList();
    for (const count of [300, 20, 150, 301]) {
      const points = generatePoints('uniform', count, new Random(count));
      const padded = new Float64Array([...points, 0, 0, 0]);
      grid.build(padded, count);
      ids.clear();
      grid.querySphere(ids, [0.1, 0.2, 0.3]);
      expect(sorted(ids)).toEqual(radiusQueryOracle(points, [0.1, 0.2, 0.3], 0.2));
    }
    expect(grid.byteLength).toBeGreaterThan(301 * 28);
  });

  it('refuses bad arguments by name and keeps its points', () => {
    for (const radius of [0, -1, Number.NaN, Infinity, '1', 1e-320])
      expect(() => new PointGrid(radius as number)).toThrow(/radius/);
    const grid = new PointGrid(1).build([0, 0, 0]);
    expect(() => grid.build([0, 0])).toThrow(/points/);
    expect(() => grid.build([0, 0, Number.NaN])).toThrow(/points\[2\]/);
    expect(() => grid.build([0, 1e20, 0])).toThrow(/points\[1\]/);
    expect(() => grid.build([0, 0, 0], 2)).toThrow(/points/);
    expect(() => grid.build([0, 0, 0], -1)).toThrow(/count/);
    expect(() => grid.querySphere(new PairList() as unknown as IdList, [0, 0, 0])).toThrow(/out/);
    expect(() => grid.querySphere(new IdList(), [0, 0, Infinity])).toThrow(/center/);
    expect(() => grid.querySphere(new IdList(), [0, 0, 0], 1.5)).toThrow(/radius/);
    expect(() => grid.findPairs(new IdList() as unknown as PairList)).toThrow(/out/);
    expect(() => grid.findPairs(new PairList(), -1)).toThrow(/radius/);
    expect(grid.querySphere(new IdList(), [0, 0, 0])).toBe(1);
  });
});
