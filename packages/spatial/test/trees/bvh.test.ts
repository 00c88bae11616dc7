import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { Bvh, type BvhBuild, type BvhOptions } from '@colide/spatial';
import { boxesOverlap, boxFamilies, boxPairsOracle, generateBoxes, moveBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase, expectPairs, expectQueries } from '../support/conformance.ts';

describeBroadPhase('Bvh', Bvh);

describe('Bvh', () => {
  for (const build of ['median', 'morton', 'bottom-up'] as BvhBuild[])
    it(`is right with the ${build} build`, () => {
      for (const family of boxFamilies)
        for (const count of [1, 2, 9, 60, 400]) {
          if (count > 60 && (family === 'nested' || family === 'identical')) continue;
          const random = new Random(count);
          const boxes = generateBoxes(family, count, random);
          const structure = new Bvh({ build });
          structure.insertAll(boxes);
          expectPairs(structure, boxPairsOracle(boxes), `${build} ${family} ${count}`);
          expectQueries(structure, boxes, random, `${build} ${family} ${count}`);
          structure.updateAll(moveBoxes(boxes, 0.5, random));
          expectPairs(structure, boxPairsOracle(boxes), `${build} ${family} ${count} moved`);
        }
    });

  it('keeps children behind parents, within their boxes, and every slot in one leaf', () => {
    for (const build of ['sah', 'median', 'morton', 'bottom-up'] as BvhBuild[])
      for (const family of boxFamilies) {
        const structure = new Bvh({ build });
        structure.insertAll(generateBoxes(family, 300, new Random(8)));
        const count = structure.nodeCount;
        const { nodes, words } = structure;
        const seen = new Uint8Array(300);
        for (let node = 0; node < count; node++) {
          if (node === 1) continue;
          const [first, items] = [words[8 * node + 6], words[8 * node + 7]];
          for (let slot = first; slot < first + items; slot++) seen[slot]++;
          if (items > 0) continue;
          expect(first).toBeGreaterThan(node);
          for (const child of [first, first + 1])
            for (let k = 0; k < 3; k++) {
              expect(nodes[8 * child + k]).toBeGreaterThanOrEqual(nodes[8 * node + k]);
              expect(nodes[8 * child + k + 3]).toBeLessThanOrEqual(nodes[8 * node + k + 3]);
            }
        }
        expect(seen.every(times => times === 1)).toBe(true);
      }
  });

  it('measures quality: surface area beats the Morton curve, motion makes it worse', () => {
    const boxes = generateBoxes('clustered', 2000, new Random(3));
    const make = (build: BvhBuild) => {
      const structure = new Bvh({ build } as BvhOptions);
      structure.insertAll(boxes);
      return structure;
    };
    const sah = make('sah');
    expect(sah.quality).toBeLessThan(make('morton').quality);
    const before = sah.quality;
    // In small steps the tree decays; it is built anew before it is a quarter worse.
    const random = new Random(1);
    let worst = 0;
    for (let frame = 0; frame < 60; frame++) {
      sah.updateAll(moveBoxes(boxes, 1, random));
      worst = Math.max(worst, sah.quality);
    }
    expect(worst).toBeGreaterThan(before);
    expect(worst).toBeLessThan(3 * before);
    const refitted = sah.quality;
    sah.rebuild();
    expect(sah.quality).toBeLessThanOrEqual(1.1 * refitted);
    expect(new Bvh().quality).toBe(0);
  });

  it('is better from the bottom up where boxes are irregular, and not much worse on grids', () => {
    for (const family of boxFamilies) {
      const boxes = generateBoxes(family, 1000, new Random(5));
      const qualities = (['bottom-up', 'sah', 'median', 'morton'] as const).map(build => {
        const structure = new Bvh({ build });
        structure.insertAll(boxes);
        return structure.quality;
      });
      const [bottomUp, ...others] = qualities;
      expect(bottomUp, family).toBeLessThan(1.6 * others[0]);
      if (['uniform', 'mixed', 'clustered'].includes(family))
        expect(bottomUp, family).toBeLessThan(Math.min(...others));
    }
  });

  it('joins long bars and dots between them in another order than all divisions from the top', () => {
    const boxes = Float64Array.from(
      Array.from({ length: 20 }, (_, i) => [
        ...[-50, i, -0.1, 50, i + 0.1, 0.1],
        ...[-0.1, i + 0.5, -0.1, 0.1, i + 0.6, 0.1],
      ]).flat(),
    );
    const [bottomUp, ...others] = (['bottom-up', 'sah', 'median', 'morton'] as const).map(build => {
      const structure = new Bvh({ build });
      structure.insertAll(boxes);
      return structure.quality;
    });
    for (const other of others) expect(other).toBeCloseTo(others[0], 6);
    expect(Math.abs(bottomUp - others[0])).toBeGreaterThan(0.5);
  });

  it('restores a tree built from the bottom up, and builds it again', () => {
    const boxes = generateBoxes('clustered', 500, new Random(9));
    const structure = new Bvh({ build: 'bottom-up' });
    structure.insertAll(boxes);
    const quality = structure.quality;
    const copy = Bvh.deserialize(structure.serialize());
    expect(copy.quality).toBe(quality);
    copy.rebuild();
    expect(copy.quality).toBe(quality);
    expectPairs(copy, boxPairsOracle(boxes), 'rebuilt');
    copy.insertAll(boxes);
    expect(copy.count).toBe(1000);
    expect(copy.findPairs(new PairList())).toBeGreaterThan(4 * boxPairsOracle(boxes).count);
  });

  it('finds the pairs between two trees', () => {
    for (const family of boxFamilies) {
      const [a, b] = [generateBoxes(family, 150, new Random(1)), generateBoxes(family, 90, new Random(2))];
      const [treeA, treeB] = [new Bvh(), new Bvh({ build: 'median' })];
      treeA.insertAll(a);
      treeB.insertAll(b);
      const expected = new PairList();
      for (let i = 0; i < 150; i++)
        for (let j = 0; j < 90; j++) if (boxesOverlap(a, i, b, j)) expected.push(i, j);
      const pairs = new PairList();
      expect(treeA.findPairsWith(pairs, treeB)).toBe(expected.count);
      expect(pairs.sort().equals(expected), family).toBe(true);
      expect(treeA.findPairsWith(pairs, new Bvh())).toBe(0);
    }
  });

  it('stays shallow enough for sizes that double from box to box', () => {
    const boxes = new Float64Array(6 * 600);
    for (let i = 0; i < 600; i++) {
      const x = 1.3 ** i;
      boxes.set([x, 0, 0, x * 1.1, x * 0.1, x * 0.1], 6 * i);
    }
    for (const build of ['sah', 'bottom-up'] as BvhBuild[]) {
      const structure = new Bvh({ build });
      structure.insertAll(boxes);
      expectPairs(structure, boxPairsOracle(boxes), `geometric, ${build}`);
    }
  });

  it('names a bad build', () => {
    expect(() => new Bvh({ build: 'fast' as BvhBuild })).toThrow(/build/);
  });
});
