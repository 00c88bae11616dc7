import { expect, it } from 'vitest';
import { races } from '../.vitepress/home.data.ts';

it('knows every build of ours in a race', () => {
  const rows = [
    { contender: 'colide', nsPerItem: 3e6 },
    { contender: 'colide with SIMD', nsPerItem: 1e6 },
    { contender: 'rapier (WASM)', nsPerItem: 2e6 },
  ];
  const [{ runners }] = races([{ name: '50 boxes', rows }], ['50 boxes', 'not stored']);
  expect(runners.map(({ name, isOurs, isFastest }) => [name, isOurs, isFastest])).toEqual([
    ['colide with SIMD', true, true],
    ['rapier (WASM)', false, false],
    ['colide', true, false],
  ]);
});
