import { createRayHit, rayHitAtStart, rayHitNormalize } from '@colide/core';
import { expect, it } from 'vitest';

it('a hit at the start of a ray looks against it', () => {
  const hit = createRayHit();
  expect(hit.t).toBe(Infinity);
  expect(rayHitAtStart(hit, [0, -2, 0])).toBe(0);
  expect(hit.t).toBe(0);
  expect(Array.from(hit.normal, x => x + 0)).toEqual([0, 1, 0]);
  rayHitAtStart(hit, [0, 0, 0]);
  expect(Array.from(hit.normal)).toEqual([0, 0, 0]);
});

it('a normal is scaled to unit length', () => {
  const hit = createRayHit();
  hit.normal.set([3, 0, -4]);
  rayHitNormalize(hit);
  expect(Array.from(hit.normal)).toEqual([0.6, 0, -0.8]);
});
