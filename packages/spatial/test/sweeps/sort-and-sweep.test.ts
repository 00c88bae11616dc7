import { kdopDirections, kdopFromPoints, obbFromPointsPca, obbOverlap } from '@colide/bounds';
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { SortAndSweep } from '@colide/spatial';
import { boxPairsOracle, generateBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('SortAndSweep', SortAndSweep);

/** Points of small random bodies: 8 a body. */
function bodies(count: number, random: Random): number[][] {
  return Array.from({ length: count }, () => {
    const center = [0, 1, 2].map(() => random.uniform(-5, 5));
    return Array.from({ length: 24 }, (_, i) => center[i % 3] + random.uniform(-0.7, 0.7));
  });
}

describe('SortAndSweep', () => {
  it('compares balls as balls, along a direction of the set', () => {
    for (const axis of ['variance', 'pca'] as const) {
      const random = new Random(3);
      for (const offset of [0, 1e6]) {
        const n = 400;
        const balls = new Float64Array(4 * n);
        for (let i = 0; i < n; i++) {
          const along = random.uniform(-20, 20);
          balls.set(
            [along + offset, along + random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0, 1)],
            4 * i,
          );
        }
        const structure = new SortAndSweep({ volume: 'sphere', axis });
        structure.insertAll(balls);
        const expected = new PairList();
        for (let i = 0; i < n; i++)
          for (let j = i + 1; j < n; j++) {
            const d = [0, 1, 2].map(k => balls[4 * i + k] - balls[4 * j + k]);
            const reach = balls[4 * i + 3] + balls[4 * j + 3];
            if (d[0] ** 2 + d[1] ** 2 + d[2] ** 2 <= reach * reach) expected.push(i, j);
          }
        const pairs = new PairList();
        structure.findPairs(pairs);
        expect(pairs.sort().toArray()).toEqual(expected.toArray());
        expect(expected.count).toBeGreaterThan(100);
        expect(structure.axis, 'the diagonal x + y').toBe(3);
        const copy = SortAndSweep.deserialize(structure.serialize());
        expect(copy.findPairs(new PairList())).toBe(expected.count);
        expect(copy.volume).toBe('sphere');
      }
    }
  });

  it('compares k-DOPs along all their directions: fewer candidates than boxes', () => {
    const random = new Random(5);
    const points = bodies(300, random);
    const counts: number[] = [];
    for (const k of [6, 14, 18, 26] as const) {
      const directions = kdopDirections(k);
      const kdops = new Float64Array(k * points.length);
      points.forEach((body, i) => {
        kdops.set(kdopFromPoints(new Float64Array(k), directions, body), k * i);
      });
      const structure = new SortAndSweep({ volume: 'kdop', directions, axis: 'pca' });
      structure.insertAll(kdops);
      const expected = new PairList();
      for (let i = 0; i < points.length; i++)
        for (let j = i + 1; j < points.length; j++) {
          let apart = false;
          for (let d = 0; d < k / 2; d++)
            apart ||=
              kdops[k * i + d] > kdops[k * j + k / 2 + d] || kdops[k * j + d] > kdops[k * i + k / 2 + d];
          if (!apart) expected.push(i, j);
        }
      const pairs = new PairList();
      structure.findPairs(pairs);
      expect(pairs.sort().toArray()).toEqual(expected.toArray());
      counts.push(pairs.count);
    }
    expect(counts[0]).toBeGreaterThan(counts[2]);
    expect(counts[2]).toBeGreaterThanOrEqual(counts[3]);
  });

  it('compares oriented boxes by their fifteen axes, along any direction', () => {
    const points = bodies(300, new Random(6)).map(body =>
      body.map((x, i) => (i % 3 === 1 ? x + body[i - 1] : x)),
    );
    for (const offset of [0, 1e6])
      for (const axis of ['variance', 'pca', 0, 8] as const) {
        const obbs = points.map(body =>
          obbFromPointsPca(
            new Float64Array(15),
            body.map(x => x + offset),
          ),
        );
        const structure = new SortAndSweep({ volume: 'obb', axis });
        for (const obb of obbs) structure.insert(obb);
        const expected = new PairList();
        for (let i = 0; i < obbs.length; i++)
          for (let j = i + 1; j < obbs.length; j++) if (obbOverlap(obbs[i], obbs[j])) expected.push(i, j);
        const pairs = new PairList();
        structure.findPairs(pairs);
        expect(pairs.sort().toArray()).toEqual(expected.toArray());
        expect(expected.count).toBeGreaterThan(100);
        expect(structure.axis).toBe(typeof axis === 'number' ? axis : 3);
        const copy = SortAndSweep.deserialize(structure.serialize());
        expect(copy.findPairs(new PairList())).toBe(expected.count);
        expect([copy.volume, copy.axis]).toEqual(['obb', structure.axis]);
      }
  });

  it('sweeps along the axis on which a scene is long', () => {
    const boxes = generateBoxes('wall', 500, new Random(1));
    for (const axis of ['variance', 'pca'] as const) {
      const structure = new SortAndSweep({ axis, axisInterval: 30 });
      structure.insertAll(boxes);
      const pairs = new PairList();
      structure.findPairs(pairs);
      expect(pairs.sort().equals(boxPairsOracle(boxes))).toBe(true);
      expect(structure.axis).not.toBe(0);
      expect(structure.counters.boxesTested).toBeLessThan(500 * 40);
    }
  });

  it('names bad options and bad volumes', () => {
    expect(() => new SortAndSweep({ volume: 'ball' as 'sphere' })).toThrow(/volume/);
    expect(() => new SortAndSweep({ axis: 'x' as 'pca' })).toThrow(/axis/);
    expect(() => new SortAndSweep({ axis: 3 })).toThrow(/axis/);
    expect(() => new SortAndSweep({ volume: 'obb' }).insert(new Float64Array(15).fill(-1))).toThrow(/box/);
    expect(() => new SortAndSweep({ volume: 'obb' }).insert([0, 0, 0])).toThrow(/box/);
    expect(() => new SortAndSweep({ axisInterval: 0 })).toThrow(/axisInterval/);
    const skew = { ...kdopDirections(14), vectors: kdopDirections(14).vectors.toReversed() };
    expect(() => new SortAndSweep({ volume: 'kdop', directions: skew })).toThrow(/directions/);
    const balls = new SortAndSweep({ volume: 'sphere' });
    expect(() => balls.insert([0, 0, 0, -1])).toThrow(/box/);
    expect(() => balls.insert([0, 0, Number.NaN, 1])).toThrow(/box/);
    expect(() => balls.insert([0, 0, 1])).toThrow(/box/);
    expect(balls.insert([0, 0, 0, 0])).toBe(0);
  });
});
