import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { HashGrid } from '@colide/spatial';
import { boxPairsOracle, generateBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase } from '../support/conformance.ts';

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
});
