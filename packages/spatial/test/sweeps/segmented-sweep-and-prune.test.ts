import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { SegmentedSweepAndPrune } from '@colide/spatial';
import { boxPairsOracle, generateBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase } from '../support/conformance.ts';
import { expectEvents } from '../support/events.ts';

describeBroadPhase('SegmentedSweepAndPrune', SegmentedSweepAndPrune);

describe('SegmentedSweepAndPrune', () => {
  it('tells which pairs have begun and ended', () => expectEvents(new SegmentedSweepAndPrune()));

  it('looks at few boxes in a long world, also for a box that has just come', () => {
    const boxes = generateBoxes('line', 5000, new Random(1));
    const structure = new SegmentedSweepAndPrune();
    structure.insertAll(boxes);
    const pairs = new PairList();
    structure.findPairs(pairs);
    expect(pairs.count).toBeGreaterThan(1000);
    structure.counters.reset();
    expect(structure.queryBox(new IdList(), [0, -1, -1, 3, 1, 1])).toBeGreaterThan(0);
    expect(structure.counters.boxesTested).toBeLessThan(200);
    structure.counters.reset();
    structure.insert([0, 0, 0, 1, 1, 1]);
    structure.findPairs(new PairList());
    expect(structure.counters.boxesTested - pairs.count).toBeLessThan(200);
  });

  it('keeps long boxes in all the segments that they run through', () => {
    const boxes = generateBoxes('line', 1000, new Random(1));
    for (let i = 0; i < 20; i++) boxes.set([-1000, -1, -1, 1000, 1, 1], 6 * 37 * i);
    const structure = new SegmentedSweepAndPrune();
    for (let i = 0; i < 1000; i++) {
      structure.insert(boxes.slice(6 * i, 6 * i + 6));
      if (i % 100 === 0) structure.findPairs(new PairList());
    }
    const pairs = new PairList();
    structure.findPairs(pairs);
    expect(pairs.sort().equals(boxPairsOracle(boxes))).toBe(true);
  });
});
