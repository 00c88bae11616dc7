import { loadSimd } from '@colide/simd';
import { describe, expect, it } from 'vitest';
import { compileModule } from '../assembly/compile.mjs';
import { compileKernels, inflate } from '../src/internal/compile-kernels.ts';
import { moduleText } from '../src/internal/module-text.ts';

describe('loadSimd', () => {
  it('gives the same kernels every time', async () => {
    const kernels = await loadSimd();
    expect(kernels).toBeDefined();
    expect(await loadSimd()).toBe(kernels);
  });

  it('gives memory as large as asked for, and apart', async () => {
    const kernels = (await loadSimd())!;
    const [one, two] = [kernels.allocate(1), kernels.allocate(65_537)];
    expect(one.buffer.byteLength).toBe(65_536);
    expect(two.buffer.byteLength).toBe(131_072);
    expect(() => kernels.allocate(-1)).toThrow(/bytes/);
  });

  it.each([
    ['WebAssembly', undefined],
    ['SIMD', { validate: () => false, compile: WebAssembly.compile }],
    ['permission', { validate: () => true, compile: () => Promise.reject(new Error('policy')) }],
  ])('gives nothing without %s', async (_, compiler) => {
    expect(await compileKernels(compiler)).toBeUndefined();
  });
});

it('the module is what the AssemblyScript sources say', async () => {
  expect(Buffer.from(await inflate(moduleText)).equals(await compileModule())).toBe(true);
});
