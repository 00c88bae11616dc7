import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { CoherentPairs } from '@colide/spatial';
import { expectNoAllocation, generateBoxes, moveBoxes } from '@colide/testing';
import { describe, it } from 'vitest';
import { expectSteadyState } from '../support/allocation.ts';

describe('CoherentPairs', () => {
  it('allocates nothing in steady state', () => expectSteadyState(new CoherentPairs()));

  it('allocates nothing while lists live for several frames', () => {
    const random = new Random(4);
    const boxes = generateBoxes('uniform', 100, random);
    const there = Array.from({ length: 40 }, () => moveBoxes(boxes, 0.02, random).slice());
    const frames = [...there, ...there.slice().reverse()];
    const structure = new CoherentPairs();
    structure.insertAll(frames[0]);
    const pairs = new PairList(8192);
    let frame = 0;
    expectNoAllocation(() => {
      frame = (frame + 1) % frames.length;
      structure.updateAll(frames[frame]);
      pairs.clear();
      structure.findPairs(pairs);
    });
  });
});
