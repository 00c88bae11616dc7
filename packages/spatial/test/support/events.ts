/** Begin and end events of a structure that keeps its pairs, against the pair sets of brute force. */
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { boxPairsOracle, generateBoxes, moveBoxes } from '@colide/testing';
import { expect } from 'vitest';
import type { TestedStructure } from './conformance.ts';

interface EventStructure extends TestedStructure {
  readonly begun: PairList;
  readonly ended: PairList;
}

/** Asserts that `begun` and `ended` are the differences of the pair sets from frame to frame. */
export function expectEvents(structure: EventStructure, frames = 60): void {
  const random = new Random(6);
  const boxes = generateBoxes('uniform', 150, random);
  structure.insertAll(boxes);
  let before = new Set<string>();
  let [begun, ended] = [0, 0];
  const keysOf = (pairs: PairList) => pairs.toArray().map(([a, b]) => `${a} ${b}`);
  for (let frame = 0; frame < frames; frame++) {
    structure.findPairs(new PairList());
    const now = new Set(keysOf(boxPairsOracle(boxes)));
    expect(keysOf(structure.begun).sort()).toEqual([...now].filter(key => !before.has(key)).sort());
    expect(keysOf(structure.ended).sort()).toEqual([...before].filter(key => !now.has(key)).sort());
    begun += structure.begun.count;
    ended += structure.ended.count;
    before = now;
    // Small steps, now and then a leap that leaves no order in the lists.
    structure.updateAll(moveBoxes(boxes, frame % 20 === 19 ? 8 : 0.3, random));
  }
  expect(begun).toBeGreaterThan(300);
  expect(ended).toBeGreaterThan(200);
  structure.clear();
  structure.findPairs(new PairList());
  expect(structure.begun.count).toBe(0);
  expect(structure.ended.count).toBe(before.size);
}
