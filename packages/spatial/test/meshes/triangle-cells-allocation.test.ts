import { createRayHit, IdList } from '@colide/core';
import { meshQueryBox, meshQueryFrustum, TriangleBsp, TriangleGrid, TriangleOctree } from '@colide/spatial';

import { expectNoAllocation, makeTorus } from '@colide/testing';
import { describe, it } from 'vitest';

describe('octree, grid and BSP tree over triangles', () => {
  for (const Structure of [TriangleOctree, TriangleGrid, TriangleBsp])
    it(`${Structure.name} answers without allocation`, () => {
      const { positions, indices } = makeTorus(24, 12);
      const structure = new Structure(positions, indices);
      const ids = new IdList(2048);
      const origin = new Float64Array([-3, 0.1, 0.2]);
      const direction = new Float64Array([1, 0.01, 0.02]);
      const window = new Float64Array([0, -1, 0, 1, 1, 1]);
      const planes = new Float64Array([-1, 0, 0, 0.2, 0, -1, 0, 0.1]);
      const hit = createRayHit();
      expectNoAllocation(() => {
        ids.clear();
        structure.raycastAny(origin, direction);
        meshQueryBox(ids, structure, window);
        meshQueryFrustum(ids, structure, planes);
      });
      // A fractional result is boxed when it is returned and when it is stored in the record.
      expectNoAllocation(() => structure.raycast(hit, origin, direction), { boxedNumbers: 5 });
    });
});
