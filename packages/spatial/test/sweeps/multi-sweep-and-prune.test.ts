import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { MultiSweepAndPrune, SweepAndPrune } from '@colide/spatial';
import { boxPairsOracle, generateBoxes, moveBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase } from '../support/conformance.ts';
import { expectEvents } from '../support/events.ts';

describeBroadPhase('MultiSweepAndPrune', MultiSweepAndPrune);

describe('MultiSweepAndPrune', () => {
  it('tells which pairs have begun and ended', () => expectEvents(new MultiSweepAndPrune()));

  it('works with bounds that leave most boxes outside', () => {
    const boxes = generateBoxes('uniform', 300, new Random(1));
    const structure = new MultiSweepAndPrune({ columns: 7, bounds: [-1, -1, -1, 1, 1, 1] });
    structure.insertAll(boxes);
    const pairs = new PairList();
    structure.findPairs(pairs);
    expect(pairs.sort().equals(boxPairsOracle(boxes))).toBe(true);
    expect(() => new MultiSweepAndPrune({ columns: 0 })).toThrow(/columns/);
    expect(() => new MultiSweepAndPrune({ bounds: [0, 0, 0, -1, 0, 0] })).toThrow(/bounds/);
  });

  it('exchanges fewer ends than one sweep and prune of all', () => {
    const counts = [new SweepAndPrune(), new MultiSweepAndPrune({ columns: 6 })].map(structure => {
      const boxes = generateBoxes('layered', 1500, new Random(1));
      structure.insertAll(boxes);
      structure.findPairs(new PairList());
      structure.updateAll(moveBoxes(boxes, 0.05, new Random(2)));
      structure.findPairs(new PairList());
      return structure instanceof MultiSweepAndPrune ? structure.exchanges : structure.counters.nodesVisited;
    });
    expect(counts[1]).toBeLessThan(counts[0] / 2);
  });
});
