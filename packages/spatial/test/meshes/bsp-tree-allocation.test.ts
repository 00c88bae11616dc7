import { createRayHit } from '@colide/core';
import { BspTree } from '@colide/spatial';

import { expectNoAllocation, makeTorus } from '@colide/testing';
import { describe, it } from 'vitest';

describe('BspTree', () => {
  it('answers without allocation', () => {
    const { positions, indices } = makeTorus(12, 8);
    const tree = new BspTree(positions, indices);
    const [from, to] = [new Float64Array([-3, 0.1, 0.2]), new Float64Array([3, 0.2, 0.1])];
    const direction = new Float64Array([1, 0.01, 0.02]);
    const hit = createRayHit();
    expectNoAllocation(() => {
      tree.contains(from);
      tree.segmentMeets(from, to);
    });
    // The parameter is boxed when it is returned and when it is stored in the record.
    expectNoAllocation(() => tree.raycast(hit, from, direction), { boxedNumbers: 2 });
  });
});
