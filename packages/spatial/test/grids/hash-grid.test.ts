import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { HashGrid } from '@colide/spatial';
import {
  boxFamilies,
  boxPairsOracle,
  boxQueryOracle,
  generateBoxes,
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

  it('looks at few boxes, also when sizes differ a lot', () => {
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
