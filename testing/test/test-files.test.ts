import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { meteredFiles } from '../src/metered-files.ts';

it('finds tests that use the allocation meter themselves or through a helper, and no others', () => {
  const files = meteredFiles(fileURLToPath(new URL('../..', import.meta.url)));
  expect(files).toContain('testing/test/allocation.test.ts');
  expect(files).toContain('packages/spatial/test/grids/hash-grid-allocation.test.ts');
  expect(files).toContain('packages/spatial/test/grids/uniform-grid-2d.test.ts');
  expect(files).not.toContain('testing/test/oracles.test.ts');
});
