import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { UniformGrid } from '@colide/spatial';
import { boxPairsOracle, generateBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('UniformGrid', UniformGrid);

describe('UniformGrid', () => {
  it('takes memory for boxes, not for the cells that a huge box covers', () => {
    const random = new Random(1);
    const boxes = generateBoxes('uniform', 500, random);
    boxes.set([-1e6, -1e6, -1e6, 1e6, 1e6, 1e6], 0);
    const grid = new UniformGrid({ cellSize: 0.01 });
    grid.insertAll(boxes);
    const pairs = new PairList();
    grid.findPairs(pairs);
    expect(pairs.sort().toArray()).toEqual(boxPairsOracle(boxes).toArray());
    expect(grid.byteLength).toBeLessThan(500 * 400);
  });

  it('chooses cells about as long as most boxes, and takes the size asked for when there is one', () => {
    const grid = new UniformGrid();
    grid.insertAll(generateBoxes('uniform', 2000, new Random(1)));
    expect(grid.cellSize).toBeGreaterThan(1.1);
    expect(grid.cellSize).toBeLessThan(1.8);
    expect(new UniformGrid({ cellSize: 3 }).cellSize).toBe(3);
    expect(() => new UniformGrid({ cellSize: 0 })).toThrow(/cellSize/);
    expect(() => new UniformGrid({ cellSize: Number.NaN })).toThrow(/cellSize/);
  });

  it('takes longer cells at once when all boxes have grown', () => {
    const boxes = generateBoxes('uniform', 1000, new Random(1));
    const grid = new UniformGrid();
    grid.insertAll(boxes);
    const before = grid.cellSize;
    for (let i = 0; i < boxes.length; i++) boxes[i] += i % 6 < 3 ? -1 : 1;
    grid.updateAll(boxes);
    expect(grid.cellSize).toBeGreaterThan(1.5 * before);
  });

  it('looks at few boxes', () => {
    const grid = new UniformGrid();
    grid.insertAll(generateBoxes('uniform', 4000, new Random(1)));
    grid.findPairs(new PairList());
    expect(grid.counters.boxesTested).toBeLessThan(4000 * 12);
    grid.counters.reset();
    grid.queryBox(new IdList(), [0, 0, 0, 1, 1, 1]);
    expect(grid.counters.boxesTested).toBeLessThan(80);
    grid.counters.reset();
    grid.queryRay(new IdList(), [-30, 0, 0], [1, 0.01, 0.02]);
    expect(grid.counters.boxesTested).toBeLessThan(400);
  });
});
