import { PairList } from '@colide/core';
import { KdopTree, ObbTree, RayHitList } from '@colide/spatial';

import { expectNoAllocation, makeTorus } from '@colide/testing';
import { mat4 } from 'gl-matrix';
import { describe, it } from 'vitest';

describe('trees of oriented boxes and of k-DOPs', () => {
  for (const Structure of [ObbTree, KdopTree])
    it(`${Structure.name} casts rays without allocation and finds pairs of distant meshes`, () => {
      const { positions, indices } = makeTorus(8, 5);
      const tree = new Structure(positions, indices) as ObbTree;
      const origin = new Float64Array([-3, 0.1, 0.2]);
      const direction = new Float64Array([1, 0.01, 0.02]);
      const pose = mat4.fromTranslation(mat4.create(), [0.1, 2.9, 0.1]);
      const hits = new RayHitList(64);
      const pairs = new PairList();
      expectNoAllocation(() => {
        hits.clear();
        tree.raycastAny(origin, direction);
        tree.raycastEvery(hits, origin, direction);
        tree.findPairs(pairs, tree, pose);
      });
    });
});
