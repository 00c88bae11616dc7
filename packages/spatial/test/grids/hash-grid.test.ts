import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { HashGrid } from '@colide/spatial';
import {
  boxFamilies,
  boxPairsOracle,
  boxQueryOracle,
  generateBoxes,
  rayQueryOracle,
  soak,
  sphereQueryOracle,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase, expectQueries } from '../support/conformance.ts';

describeBroadPhase('HashGrid', HashGrid);

describe('HashGrid', () => {
  it('takes memory for boxes, not for the space between them', () => {
    const random = new Random(1);
    const boxes = generateBoxes('mixed', 500, random);
    boxes.set([1e8, 1e8, 1e8, 1e8 + 1, 1e8 + 1, 1e8 + 1], 0);
    boxes.set([-1e7, -1e7, -1e7, 1e7, 1e7, 1e7], 6);
    const grid = new HashGrid();
    grid.insertAll(boxes);
    const pairs = new PairList();
    grid.findPairs(pairs);
    expect(pairs.sort().toArray()).toEqual(boxPairsOracle(boxes).toArray());
    expect(grid.byteLength).toBeLessThan(500 * 400);
  });

  it('looks at few boxes, even when sizes differ a lot', () => {
    for (const [family, most] of [
      ['uniform', 14],
      ['mixed', 100],
      ['clustered', 60],
      ['offset', 14],
    ] as const) {
      const grid = new HashGrid();
      grid.insertAll(generateBoxes(family, 4000, new Random(1)));
      const pairs = new PairList();
      grid.findPairs(pairs);
      const wasted = grid.counters.boxesTested - 2 * pairs.count;
      expect(wasted / 4000, family).toBeLessThan(most);
    }
  });

  it('makes its finest cells somewhat longer than most boxes', () => {
    const grid = new HashGrid();
    grid.insertAll(generateBoxes('uniform', 2000, new Random(1)));
    expect(grid.cellSize).toBeGreaterThan(1.1);
    expect(grid.cellSize).toBeLessThan(2);
  });

  it('finds what brute force finds along rays through thousands of boxes', () => {
    for (const family of boxFamilies) {
      const random = new Random(2);
      const boxes = generateBoxes(family, 3000, random);
      const grid = new HashGrid();
      grid.insertAll(boxes);
      for (let k = 0; k < soak(2, 5); k++) expectQueries(grid, boxes, random, family);
    }
  });

  it('looks at few boxes along a ray, in dense scenes and in sparse ones, in flat ones and beside outliers', () => {
    const random = new Random(3);
    for (const [width, height] of [
      [30, 30],
      [300, 300],
      [30_000, 30_000],
      [200, 2],
    ]) {
      const grid = new HashGrid();
      const corner = [0, 1, 2];
      for (let i = 0; i < 10_000; i++) {
        for (let k = 0; k < 3; k++) corner[k] = random.uniform(0, k === 1 ? height : width);
        grid.insert([...corner, ...corner.map(x => x + 1)]);
      }
      grid.insert([0, -1e6, 0, 1, 1 - 1e6, 1]);
      const hits = new IdList();
      grid.queryRay(hits, [0, 0, 0], [1, 1, 1]);
      grid.counters.reset();
      for (let ray = 0; ray < 100; ray++) {
        const origin = [random.uniform(0, width), random.uniform(0, height), random.uniform(0, width)];
        grid.queryRay(hits, origin, [random.uniform(-1, 1), random.uniform(0, 1), random.uniform(-1, 1)]);
      }
      expect(grid.counters.boxesTested / 100, `${width} by ${height}`).toBeLessThan(800);
    }
  });

  it('passes over the space above a heap, wherever large boxes reach, and misses nothing at its faces', () => {
    const random = new Random(5);
    const corners: number[] = [];
    // A heap between walls that are three times as high, the planes of its faces exact in binary.
    for (let i = 0; i < 4000; i++) {
      const corner = [0, 1, 2].map(k => random.integer(k === 1 ? 16 : 32) / 2);
      corners.push(...corner, ...corner.map(x => x + 0.75));
    }
    corners.push(-1, 0, 0, 0, 48, 16, 17, 0, 0, 18, 48, 16);
    const boxes = Float64Array.from(corners);
    const grid = new HashGrid();
    grid.insertAll(boxes);
    const hits = new IdList();
    const cast = (origin: number[], direction: number[], maxT?: number): number => {
      hits.clear();
      grid.queryRay(hits, origin, direction, maxT);
      const expected = rayQueryOracle(boxes, origin, direction, maxT);
      expect(hits.sort().toArray(), `${origin} ${direction} ${maxT}`).toEqual(expected.toArray());
      return hits.count;
    };
    cast([8, 40, 8], [0.1, -1, 0]);
    grid.counters.reset();
    for (let ray = 0; ray < 100; ray++)
      cast([random.uniform(1, 16), 40, random.uniform(0, 16)], [random.uniform(-0.1, 0.1), -1, 0.1], 30);
    expect(grid.counters.boxesTested / 100).toBeLessThan(10);
    let found = 0;
    for (let ray = 0; ray < 300; ray++) {
      // On the faces of boxes and of the heap, along axes, of all lengths, from inside and from outside.
      const origin = [0, 1, 2].map(() => random.integer(80) / 4 - 2);
      const direction = [0, 1, 2].map(() => random.integer(3) - 1);
      if (!direction.some(x => x !== 0)) direction[1] = -1e-3;
      found += cast(origin, direction, random.integer(2) === 0 ? Infinity : random.integer(20) / 4);
    }
    expect(found).toBeGreaterThan(1000);
    // A box that moves out of the heap is found where it is now.
    boxes.set([8, 30, 8, 9, 31, 9], 0);
    grid.update(0, boxes.slice(0, 6));
    expect(cast([8.5, 60, 8.5], [0, -1, 0], 35)).toBe(1);
  });

  it('looks at few of many points around a ball or in a box', () => {
    const random = new Random(4);
    const grid = new HashGrid();
    const points = new Float64Array(6 * 50_000);
    for (let i = 0; i < points.length; i += 6)
      for (let k = 0; k < 3; k++) points[i + k] = points[i + k + 3] = random.uniform(0, 100);
    grid.insertAll(points);
    const found = new IdList();
    grid.queryBox(found, [0, 0, 0, 1, 1, 1]);
    grid.counters.reset();
    for (let k = 0; k < 20; k++) {
      const center = [random.uniform(0, 100), random.uniform(0, 100), random.uniform(0, 100)];
      found.clear();
      grid.querySphere(found, center, 3);
      expect(found.sort().toArray()).toEqual(sphereQueryOracle(points, center, 3).toArray());
    }
    expect(grid.counters.boxesTested / 20).toBeLessThan(100);
  });

  it('answers between changes as if it were new, without building its table for each of them', () => {
    const random = new Random(5);
    const boxes = generateBoxes('mixed', 2000, random);
    const grid = new HashGrid({ capacity: 8000 });
    grid.insertAll(boxes);
    const found = new IdList();
    const query = new Float64Array(6);
    const gone = new Float64Array(6).fill(1e9);
    let spare = -1;
    for (let change = 0; change < 600; change++) {
      const box = generateBoxes('mixed', 1, random);
      const kind = random.integer(3);
      if (kind === 0 && spare < 0) {
        spare = random.integer(2000);
        grid.remove(spare);
        boxes.set(gone, 6 * spare);
      } else if (kind === 1 && spare >= 0) {
        expect(grid.insert(box)).toBe(spare);
        boxes.set(box, 6 * spare);
        spare = -1;
      } else {
        const id = (random.integer(1999) + spare + 2001) % 2000;
        if (id === spare) continue;
        grid.update(id, box);
        boxes.set(box, 6 * id);
      }
      const around = 6 * ((random.integer(1999) + spare + 2001) % 2000);
      for (let k = 0; k < 3; k++) {
        query[k] = boxes[around + k] - 1;
        query[k + 3] = boxes[around + k + 3] + 1;
      }
      found.clear();
      grid.queryBox(found, query);
      expect(found.sort().toArray(), `change ${change}`).toEqual(boxQueryOracle(boxes, query).toArray());
    }
  });
});
