import { createRayHit } from '@colide/core';
import { RayHitList, TriangleBvh } from '@colide/spatial';
import { expectNoAllocation, makeTorus } from '@colide/testing';
import { describe, it } from 'vitest';

describe('TriangleBvh', () => {
  const { positions, indices } = makeTorus(24, 12);
  const bvh = new TriangleBvh(positions, indices);
  const origin = new Float64Array([-3, 0.1, 0.2]);
  const direction = new Float64Array([1, 0.01, 0.02]);
  const origins = new Float64Array(30).map((_, i) => origin[i % 3] + 0.01 * i);
  const directions = new Float64Array(30).map((_, i) => direction[i % 3]);

  it('casts rays without allocation', () => {
    const hits = new RayHitList(64);
    expectNoAllocation(() => {
      hits.clear();
      bvh.raycastAny(origin, direction);
      bvh.raycastEvery(hits, origin, direction);
      bvh.raycastAll(origins, directions, hits);
    });
  });

  it('casts a ray at the cost of the numbers it returns', () => {
    const hit = createRayHit();
    // A fractional result is boxed when it is returned and when it is stored in the record.
    expectNoAllocation(() => bvh.raycast(hit, origin, direction), { boxedNumbers: 5 });
  });
});
