import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { races } from '../.vitepress/home.data.ts';
import { docsFolder } from './markdown-files.ts';

it('knows every build of ours in a race', () => {
  const rows = [
    { contender: 'colide', nsPerItem: 3e6 },
    { contender: 'colide with SIMD', nsPerItem: 1e6 },
    { contender: 'rapier (WASM)', nsPerItem: 2e6 },
  ];
  const [{ runners }] = races([{ name: '50 boxes', rows }], ['50 boxes', 'not stored']);
  expect(runners.map(({ name, isOurs, isFastest }) => [name, isOurs, isFastest])).toEqual([
    ['colide with SIMD', true, true],
    ['Rapier (WASM)', false, false],
    ['colide', true, false],
  ]);
});

it('has a picture of every scene for each theme', () => {
  const folder = join(docsFolder, 'public', 'scenes');
  const scenes: { name: string }[] = JSON.parse(readFileSync(join(folder, 'scenes.json'), 'utf8'));
  const pictures = scenes.flatMap(({ name }) => [`${name}.webp`, `${name}-dark.webp`]);
  expect(readdirSync(folder).sort()).toEqual([...pictures, 'scenes.json'].sort());
});
