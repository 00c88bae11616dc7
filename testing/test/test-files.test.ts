import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { meteredFiles, soakFiles } from '../src/test-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('finds tests that use the allocation meter themselves or through a helper, and no others', () => {
  const files = meteredFiles(root);
  expect(files).toContain('testing/test/allocation.test.ts');
  expect(files).toContain('packages/spatial/test/grids/hash-grid-allocation.test.ts');
  expect(files).toContain('packages/spatial/test/grids/uniform-grid-2d.test.ts');
  expect(files).not.toContain('testing/test/oracles.test.ts');
});

it('finds tests that have a long form themselves, through a helper or by the meter, and no others', () => {
  const files = soakFiles(root);
  expect(files).toContain('packages/world/test/world/world.test.ts');
  expect(files).toContain('packages/spatial/test/trees/octree.test.ts');
  expect(files).toContain('packages/spatial/test/grids/hash-grid-allocation.test.ts');
  expect(files).toContain('testing/repo/guide.test.ts');
  expect(files).not.toContain('testing/test/oracles.test.ts');
  expect(new Set(files).size).toBe(files.length);
});
