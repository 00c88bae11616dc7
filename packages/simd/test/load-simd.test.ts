import { readFileSync } from 'node:fs';
import { loadSimd } from '@colide/simd';
import { describe, expect, it } from 'vitest';
import { compileModule, moduleSource, modules } from '../assembly/compile.mjs';
import { compileKernels } from '../src/internal/compile-kernels.ts';

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

it.each(modules)('$file is what the AssemblyScript sources say', async ({ entry, name, file }) => {
  const path = new URL(`../src/internal/${file}`, import.meta.url);
  expect(moduleSource(await compileModule(entry), name)).toBe(readFileSync(path, 'utf8'));
});
