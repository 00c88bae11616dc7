import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import { createNearestPoint, createNearestPoints, KdTree } from '@colide/spatial';

import { generatePoints, nearestPointsOracle, pointFamilies, radiusQueryOracle } from '@colide/testing';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

/** A place near the cloud: on a point, near one, anywhere around, or far away. */
function placeNear(points: Float64Array, random: Random): Triple {
  const at = 3 * random.integer(points.length / 3);
  const size = Math.max(...[3, 30].map(k => Math.abs(points[k % points.length] - points[0])), 1e-9);
  const away = [0, 0.1, 1, 10][random.integer(4)] * size;
  return [0, 1, 2].map(axis => points[at + axis] + away * random.normal()) as Triple;
}

describe('KdTree', () => {
  it('finds the nearest points of brute force', () => {
    let cases = 0;
    for (const family of pointFamilies)
      for (const count of [1, 2, 9, 100, 700]) {
        const random = new Random(count);
        const points = generatePoints(family, count, random);
        const tree = new KdTree(points, { leafCapacity: 1 + random.integer(12) });
        const one = createNearestPoint();
        const many = createNearestPoints(7);
        for (let round = 0; round < 20; round++, cases++) {
          const place = placeNear(points, random);
          const expected = nearestPointsOracle(points, place, 7);
          expect(tree.nearest(one, place), family).toBe(expected[0].distance);
          expect(nearestPointsOracle(points.subarray(3 * one.id, 3 * one.id + 3), place)[0].distance).toBe(
            one.distance,
          );
          expect(tree.nearestMany(many, place)).toBe(Math.min(7, count));
          expect(Array.from(many.distances.subarray(0, many.count)), family).toEqual(
            expected.map(({ distance }) => distance),
          );
          expect(new Set(many.ids.subarray(0, many.count)).size).toBe(many.count);
          for (let k = 0; k < many.count; k++) {
            const point = points.subarray(3 * many.ids[k], 3 * many.ids[k] + 3);
            expect(nearestPointsOracle(point, place)[0].distance).toBe(many.distances[k]);
          }
        }
      }
    expect(cases).toBe(pointFamilies.length * 100);
  });

  it('finds the points in balls and boxes', () => {
    for (const family of pointFamilies) {
      const random = new Random(12);
      const points = generatePoints(family, 400, random);
      const tree = new KdTree(points);
      const ids = new IdList();
      for (let round = 0; round < 20; round++) {
        const center = placeNear(points, random);
        // A radius that a point has exactly.
        const target = 3 * random.integer(400);
        const radius = Math.hypot(...center.map((x, k) => points[target + k] - x));
        ids.clear();
        expect(tree.querySphere(ids, center, radius)).toBe(ids.count);
        expect(ids.sort().toArray(), family).toEqual(radiusQueryOracle(points, center, radius));
        const box = [...center.map(x => x - radius), ...center.map(x => x + 0.5 * radius)];
        ids.clear();
        tree.queryBox(ids, box);
        const inside = Array.from({ length: 400 }, (_, i) => i).filter(i =>
          [0, 1, 2].every(k => points[3 * i + k] >= box[k] && points[3 * i + k] <= box[k + 3]),
        );
        expect(ids.sort().toArray(), family).toEqual(inside);
      }
    }
  });

  it('keeps to the largest distance asked for', () => {
    const points = generatePoints('uniform', 300, new Random(3));
    const tree = new KdTree(points);
    const one = createNearestPoint();
    const many = createNearestPoints(10);
    const [nearest, second] = nearestPointsOracle(points, [0, 0, 0], 2);
    expect(tree.nearest(one, [0, 0, 0], 0.999 * nearest.distance)).toBe(Infinity);
    expect(tree.nearest(one, [0, 0, 0], 1.001 * nearest.distance)).toBe(nearest.distance);
    expect(one.id).toBe(nearest.id);
    expect(tree.nearestMany(many, [0, 0, 0], 1.001 * second.distance)).toBe(2);
    expect(Array.from(many.ids.subarray(0, 2))).toEqual([nearest.id, second.id]);
  });

  it('takes new points, none, and few', () => {
    const tree = new KdTree();
    const one = createNearestPoint();
    expect(tree.nearest(one, [0, 0, 0])).toBe(Infinity);
    expect(tree.querySphere(new IdList(), [0, 0, 0], 1e9)).toBe(0);
    expect(tree.queryBox(new IdList(), [-1, -1, -1, 1, 1, 1])).toBe(0);
    expect(tree.nearestMany(createNearestPoints(3), [0, 0, 0])).toBe(0);
    tree.build([1, 2, 3]);
    expect(tree.nearest(one, [1, 2, 4])).toBe(1);
    tree.build(generatePoints('ball', 500, new Random(1)));
    expect(tree.count).toBe(500);
    tree.build(new Float32Array([0, 0, 0, 5, 5, 5]));
    expect(tree.nearest(one, [4, 4, 5])).toBe(Math.SQRT2);
    expect(one.id).toBe(1);
  });

  it('comes back from its serialized form', () => {
    const points = generatePoints('clustered', 1000, new Random(4));
    const tree = new KdTree(points);
    const buffer = tree.serialize();
    const copy = KdTree.deserialize(structuredClone(buffer, { transfer: [buffer] }));
    const [a, b] = [createNearestPoint(), createNearestPoint()];
    for (let i = 0; i < 100; i++) {
      const place = placeNear(points, new Random(i));
      expect(copy.nearest(a, place)).toBe(tree.nearest(b, place));
      expect(a).toEqual(b);
    }
    expect(copy.byteLength).toBe(tree.byteLength);
    expect(() => KdTree.deserialize(new ArrayBuffer(8))).toThrow(/buffer/);
  });

  it('counts its work', () => {
    const tree = new KdTree(generatePoints('uniform', 4096, new Random(4)));
    tree.nearest(createNearestPoint(), [0.1, 0.2, 0.3]);
    expect(tree.counters.nodesVisited).toBeGreaterThan(8);
    expect(tree.counters.boxesTested).toBeLessThan(400);
  });

  it('names bad arguments', () => {
    expect(() => new KdTree([0, 1])).toThrow(/points/);
    expect(() => new KdTree([0, 1, Number.NaN])).toThrow(/points/);
    expect(() => new KdTree([], { leafCapacity: 0 })).toThrow(/leafCapacity/);
    const tree = new KdTree([0, 0, 0]);
    expect(() => tree.nearest(createNearestPoint(), [0, Infinity, 0])).toThrow(/point/);
    expect(() => tree.nearest(createNearestPoint(), [0, 0, 0], -1)).toThrow(/maxDistance/);
    expect(() => tree.querySphere(new IdList(), [0, 0, 0], -1)).toThrow(/radius/);
    expect(() => tree.queryBox(new IdList(), [0, 0, 0, -1, 0, 0])).toThrow(/box/);
    expect(() => createNearestPoints(0)).toThrow(/k/);
  });
});
