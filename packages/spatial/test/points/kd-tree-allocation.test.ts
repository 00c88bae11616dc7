import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import { createNearestPoint, createNearestPoints, KdTree } from '@colide/spatial';

import { expectNoAllocation, generatePoints } from '@colide/testing';
import { describe, it } from 'vitest';

describe('KdTree', () => {
  it('answers and builds again without allocation', () => {
    const points = generatePoints('uniform', 300, new Random(1));
    const tree = new KdTree(points);
    const one = createNearestPoint();
    const many = createNearestPoints(8);
    const ids = new IdList(1024);
    const place = new Float64Array([0.1, 0.2, 0.3]);
    const box = new Float64Array([-0.5, -0.5, -0.5, 0.5, 0.5, 0.5]);
    // The distance is a fractional result; it is boxed once when returned.
    expectNoAllocation(() => tree.nearest(one, place), { boxedNumbers: 2 });
    expectNoAllocation(() => {
      ids.clear();
      tree.nearestMany(many, place);
      tree.querySphere(ids, place, 0.5);
      tree.queryBox(ids, box);
    });
    expectNoAllocation(() => tree.build(points));
  });
});
