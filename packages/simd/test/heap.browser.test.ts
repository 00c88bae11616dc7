import { loadSimd } from '@colide/simd';
import { expect, it } from 'vitest';
import { heapHash } from './support/heap.ts';
import { stepTwins } from './support/twins.ts';

it('computes in Chromium what the JavaScript solver computes, which is the same in all engines', async () => {
  const kernels = (await loadSimd())!;
  expect(kernels).toBeDefined();
  for (let seed = 0; seed < 3; seed++) {
    const { simd, plain } = stepTwins(kernels, seed, 40, 120, 0);
    expect(simd).toEqual(plain);
  }
  expect(heapHash(undefined, 0.4)).toBe(heapHash(kernels, 0.4));
});
