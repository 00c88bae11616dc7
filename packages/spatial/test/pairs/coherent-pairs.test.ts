import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { Bvh, CoherentPairs, HashGrid, SweepAndPrune } from '@colide/spatial';
import { boxPairsOracle, generateBoxes, moveBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase, expectPairs, expectQueries } from '../support/conformance.ts';

describeBroadPhase('CoherentPairs', CoherentPairs);

describe('CoherentPairs', () => {
  it('searches rarely while boxes move slowly, and finds the pairs of brute force in every frame', () => {
    for (const family of ['uniform', 'clustered', 'mixed', 'offset'] as const) {
      const random = new Random(3);
      const boxes = generateBoxes(family, 200, random);
      const structure = new CoherentPairs();
      structure.insertAll(boxes);
      for (let frame = 0; frame < 200; frame++) {
        structure.updateAll(moveBoxes(boxes, 0.02, random));
        expectPairs(structure, boxPairsOracle(boxes), `${family} frame ${frame}`);
      }
      expect(structure.searches, family).toBeLessThan(120);
      expect(structure.searches, family).toBeGreaterThan(1);
    }
  });

  it('never searches again while nothing moves', () => {
    const boxes = generateBoxes('uniform', 300, new Random(1));
    const structure = new CoherentPairs();
    structure.insertAll(boxes);
    for (let frame = 0; frame < 10; frame++) {
      structure.updateAll(boxes);
      expectPairs(structure, boxPairsOracle(boxes), `frame ${frame}`);
    }
    expect(structure.searches).toBe(1);
  });

  it('gives up margins where boxes leap, and takes them again when they calm down', () => {
    const random = new Random(8);
    const boxes = generateBoxes('uniform', 300, random);
    const structure = new CoherentPairs();
    structure.insertAll(boxes);
    const pairs = new PairList();
    for (let frame = 0; frame < 12; frame++) {
      structure.updateAll(moveBoxes(boxes.slice(), 2, random));
      pairs.clear();
      structure.findPairs(pairs);
    }
    expect(structure.searches).toBe(12);
    expect(pairs.count).toBeGreaterThan(100);
    expect(structure.candidateCount).toBe(pairs.count);
    for (let frame = 0; frame < 60; frame++) {
      structure.updateAll(moveBoxes(boxes, 0.002, random));
      expectPairs(structure, boxPairsOracle(boxes), `calm frame ${frame}`);
    }
    const before = structure.searches;
    for (let frame = 0; frame < 30; frame++) {
      structure.updateAll(moveBoxes(boxes, 0.002, random));
      structure.findPairs(pairs);
    }
    expect(structure.searches - before).toBeLessThan(10);
  });

  it('works over other structures, which must be empty', () => {
    for (const Inner of [HashGrid, SweepAndPrune, Bvh]) {
      const random = new Random(5);
      const boxes = generateBoxes('mixed', 120, random);
      const structure = new CoherentPairs({ inner: new Inner() });
      structure.insertAll(boxes);
      for (let frame = 0; frame < 60; frame++) {
        structure.updateAll(moveBoxes(boxes, frame % 20 === 19 ? 2 : 0.05, random));
        expectPairs(structure, boxPairsOracle(boxes), `${Inner.name} frame ${frame}`);
        if (frame % 10 === 0) expectQueries(structure, boxes, random, `${Inner.name} frame ${frame}`);
      }
      const copy = CoherentPairs.deserialize(structure.serialize(), new Inner());
      expectPairs(copy, boxPairsOracle(boxes), `${Inner.name} copy`);
    }
    const full = new HashGrid();
    full.insert([0, 0, 0, 1, 1, 1]);
    expect(() => new CoherentPairs({ inner: full })).toThrow(/inner/);
  });

  it('takes boxes as long as numbers allow', () => {
    const structure = new CoherentPairs();
    const far = 8e307;
    structure.insert([-far, -far, -far, far, far, far]);
    structure.insert([0, 0, 0, far, 1, 1]);
    structure.insert([-far, 2, 2, -1, 3, 3]);
    const pairs = new PairList();
    structure.findPairs(pairs);
    expect(pairs.sort().toArray()).toEqual([
      [0, 1],
      [0, 2],
    ]);
  });
});
