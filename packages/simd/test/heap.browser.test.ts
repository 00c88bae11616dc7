import { loadSimd } from '@colide/simd';
import { expect, it } from 'vitest';
import { heapHash } from './support/heap.ts';

it('computes in Chromium the same bits with kernels as without', async () => {
  const kernels = await loadSimd();
  expect(kernels).toBeDefined();
  expect(heapHash(undefined, 0.4)).toBe(heapHash(kernels, 0.4));
});
