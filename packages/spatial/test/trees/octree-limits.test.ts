/**
 * Depth and memory of octrees stay bounded, whatever the boxes, and their settings do not change the answers.
 */
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { LooseOctree, Octree } from '@colide/spatial';

import { boxFamilies, boxPairsOracle, generateBoxes, moveBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { expectPairs, expectQueries } from '../support/conformance.ts';

const trees = { Octree, LooseOctree };

for (const [name, Tree] of Object.entries(trees))
  describe(name, () => {
    it('gives the same answers at any depth and leaf capacity', () => {
      for (const family of boxFamilies)
        for (const [maxDepth, leafCapacity] of [
          [0, 8],
          [2, 1],
          [8, 0],
          [40, 0],
          [40, 3],
        ] as const) {
          const boxes = generateBoxes(family, 60, new Random(5));
          const tree = new Tree({ maxDepth, leafCapacity });
          tree.insertAll(boxes);
          expectPairs(tree, boxPairsOracle(boxes), `${family} ${maxDepth} ${leafCapacity}`);
          expectQueries(tree, boxes, new Random(6), `${family} ${maxDepth} ${leafCapacity}`);
          expect(Math.max(...tree.depths.subarray(0, tree.nodeCount))).toBeLessThanOrEqual(maxDepth);
        }
    });

    it('makes at most a chain of nodes for boxes in one place', () => {
      for (const family of ['identical', 'nested'] as const) {
        const tree = new Tree({ maxDepth: 12 });
        tree.insertAll(generateBoxes(family, 200, new Random(1)));
        tree.findPairs(new PairList());
        expect(tree.nodeCount).toBeLessThan(40);
      }
    });

    it('frees nodes, so that boxes that move for long take no more memory', () => {
      const random = new Random(3);
      const boxes = generateBoxes('uniform', 300, random);
      const tree = new Tree({ leafCapacity: 1 });
      tree.insertAll(boxes);
      const pairs = new PairList();
      let most = 0;
      for (let frame = 0; frame < 400; frame++) {
        tree.updateAll(moveBoxes(boxes, 0.5, random));
        tree.findPairs(pairs);
        pairs.clear();
        if (frame === 100) most = tree.nodeCount;
      }
      expect(tree.nodeCount).toBeLessThan(2 * most);
      expectPairs(tree, boxPairsOracle(boxes), 'after 400 frames');
    });

    it('follows a world that grows and wanders by many orders of magnitude', () => {
      const tree = new Tree();
      const boxes = new Float64Array(6 * 60);
      for (let i = 0; i < 60; i++) {
        const at = 10 ** (i / 4 - 7);
        boxes.set([at, -at, 0.5 * at, 2 * at, at, at], 6 * i);
        tree.insert(boxes.subarray(6 * i, 6 * i + 6));
        expectPairs(tree, boxPairsOracle(boxes.subarray(0, 6 * i + 6)), `${i} boxes`);
      }
      expect(Math.max(...tree.depths.subarray(0, tree.nodeCount))).toBeLessThanOrEqual(16);
    });

    it('names bad options', () => {
      expect(() => new Tree({ maxDepth: 41 })).toThrow(/maxDepth/);
      expect(() => new Tree({ leafCapacity: -1 })).toThrow(/leafCapacity/);
    });
  });

describe('LooseOctree', () => {
  it('takes other factors than two', () => {
    for (const looseness of [1.01, 1.5, 4]) {
      const boxes = generateBoxes('mixed', 100, new Random(8));
      const tree = new LooseOctree({ looseness });
      tree.insertAll(boxes);
      expectPairs(tree, boxPairsOracle(boxes), `${looseness}`);
      expectQueries(tree, boxes, new Random(6), `${looseness}`);
    }
    expect(() => new LooseOctree({ looseness: 1 })).toThrow(/looseness/);
  });
});
