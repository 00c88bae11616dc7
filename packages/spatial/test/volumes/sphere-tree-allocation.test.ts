import { IdList, PairList } from '@colide/core';
import { SphereTree } from '@colide/spatial';

import { expectNoAllocation, makeTorus } from '@colide/testing';
import { describe, it } from 'vitest';

describe('SphereTree', () => {
  for (const kind of ['wrapped', 'layered'] as const)
    it(`${kind}: moves and answers without allocation`, () => {
      const a = makeTorus(10, 6);
      const b = makeTorus(8, 5, 0.8);
      const treeA = new SphereTree(a.positions, a.indices, { kind });
      const treeB = new SphereTree(b.positions, b.indices, { kind });
      const pairs = new PairList(8192);
      const ids = new IdList(1024);
      const center = new Float64Array([1, 0, 0]);
      expectNoAllocation(() => {
        pairs.clear();
        treeA.update();
        treeB.update();
        treeA.findPairs(pairs, treeB, false);
        treeA.findSelfPairs(pairs, false);
      });
      // The distance from each tested face is a fractional number that crosses a call.
      treeA.counters.reset();
      treeA.querySphere(ids, center, 0.1);
      expectNoAllocation(
        () => {
          ids.clear();
          treeA.querySphere(ids, center, 0.1);
        },
        { boxedNumbers: treeA.counters.trianglesTested },
      );
    });
});
