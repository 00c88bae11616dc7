import { PairList } from '@colide/core';
import { KdBoxTree, LinearOctree, LooseOctree, MultiReferenceOctree, Octree } from '@colide/spatial';

import { danceBoxPairCount, describeData, readClothFunnel, readDanceBoxes } from '@colide/testing';
import { expect, it } from 'vitest';

type Funnel = ReturnType<typeof readClothFunnel>;

describeData('broadphase', 'trees over boxes of real scenes', () => {
  // Read once, by the first test.
  let danceBoxes: ReturnType<typeof readDanceBoxes> | undefined;
  let funnel: Funnel | undefined;
  for (const Structure of [Octree, LooseOctree, LinearOctree, MultiReferenceOctree, KdBoxTree])
    it(`${Structure.name} finds all pairs of the dancer and those of the cloth in a funnel`, () => {
      const dancer = new Structure();
      danceBoxes ??= readDanceBoxes();
      dancer.insertAll(danceBoxes);
      const pairs = new PairList();
      expect(dancer.findPairs(pairs)).toBe(danceBoxPairCount);

      funnel ??= readClothFunnel();
      const { boxes, vertexFacePairs, edgeEdgePairs } = funnel;
      const cloth = new Structure();
      cloth.insertAll(boxes);
      pairs.clear();
      cloth.findPairs(pairs);
      const found = new Set<number>();
      for (let i = 0; i < pairs.count; i++) found.add(pairs.first(i) * 2 ** 20 + pairs.second(i));
      const listed = [...vertexFacePairs, ...edgeEdgePairs];
      expect(listed.length).toBeGreaterThan(100);
      const lost = listed.filter(([a, b]) => !found.has(Math.min(a, b) * 2 ** 20 + Math.max(a, b)));
      expect(lost).toEqual([]);
    }, 20_000);
});
