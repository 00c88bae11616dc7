import { IdList, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { PointGrid } from '@colide/spatial';
import { expectNoAllocation, generatePoints } from '@colide/testing';
import { describe, it } from 'vitest';

describe('PointGrid', () => {
  it('is built anew and asked without allocation', () => {
    const points = generatePoints('uniform', 300, new Random(1));
    const grid = new PointGrid(0.2).build(points);
    const ids = new IdList(1024);
    const pairs = new PairList(4096);
    const place = new Float64Array([0.1, 0.2, 0.3]);
    expectNoAllocation(() => {
      grid.build(points);
      ids.clear();
      grid.querySphere(ids, place);
    });
    expectNoAllocation(() => {
      pairs.clear();
      grid.findPairs(pairs);
    });
  });
});
