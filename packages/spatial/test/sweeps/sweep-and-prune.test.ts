import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { SweepAndPrune } from '@colide/spatial';
import { boxPairsOracle, generateBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase } from '../support/conformance.ts';
import { expectEvents } from '../support/events.ts';

describeBroadPhase('SweepAndPrune', SweepAndPrune);

describe('SweepAndPrune', () => {
  it('tells which pairs have begun and ended', () => expectEvents(new SweepAndPrune()));

  it('inserts and removes batches', () => {
    const boxes = generateBoxes('uniform', 300, new Random(1));
    const structure = new SweepAndPrune();
    structure.insertAll(boxes.slice(0, 600));
    structure.findPairs(new PairList());
    structure.insertAll(boxes.slice(600));
    const pairs = new PairList();
    structure.findPairs(pairs);
    expect(pairs.sort().equals(boxPairsOracle(boxes))).toBe(true);
    const gone = Array.from({ length: 150 }, (_, i) => 2 * i);
    structure.removeAll(gone);
    expect(structure.count).toBe(150);
    pairs.clear();
    structure.findPairs(pairs);
    const expected = boxPairsOracle(boxes)
      .toArray()
      .filter(([a, b]) => a % 2 === 1 && b % 2 === 1);
    expect(pairs.sort().toArray()).toEqual(expected);
    expect(structure.begun.count).toBe(0);
    expect(structure.ended.count).toBe(boxPairsOracle(boxes).count - expected.length);
    expect(() => structure.removeAll([1, 3, 1])).toThrow(/twice/);
    expect(() => structure.removeAll([1, 2])).toThrow(/id/);
    expect(structure.count).toBe(150);
  });

  it('exchanges few ends when boxes move little', () => {
    const structure = new SweepAndPrune();
    const boxes = generateBoxes('uniform', 500, new Random(1));
    structure.insertAll(boxes);
    structure.findPairs(new PairList());
    structure.counters.reset();
    for (let i = 0; i < boxes.length; i++) boxes[i] += 1e-4 * Math.sin(i);
    structure.updateAll(boxes.map((x, i) => (i % 6 < 3 ? x - 1e-3 : x + 1e-3)));
    structure.findPairs(new PairList());
    expect(structure.counters.nodesVisited).toBeLessThan(500 * 12);
    expect(structure.counters.nodesVisited).toBeGreaterThan(0);
  });
});
