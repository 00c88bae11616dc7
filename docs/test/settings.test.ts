/** Every setting of worlds, bodies, characters and vehicles is on the page that describes them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docsFolder } from './markdown-files.ts';

const described = [
  ['world/src/world/world-options', 'world/world'],
  ['world/src/bodies/body-settings', 'world/world'],
  ['world/src/characters/character-options', 'world/characters'],
  ['world/src/vehicles/vehicle-options', 'world/vehicles'],
  ['world2d/src/world/world-options-2d', 'world2d/world-2d'],
  ['world2d/src/bodies/body-settings-2d', 'world2d/world-2d'],
  // The page of planar characters refers to it.
  ['world2d/src/characters/character-options-2d', 'world/characters'],
];

/** The settings in a source file that a page does not name. */
function missing(source: string, page: string): string[] {
  const names = [...source.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  return names.filter(name => !new RegExp(`\`[^\`]*\\b${name}\\b[^\`]*\``).test(page));
}

describe('settings', () => {
  it.each(described)('of %s are on the page %s', (source, page) => {
    const text = readFileSync(join(docsFolder, '..', 'packages', `${source}.ts`), 'utf8');
    expect(missing(text, readFileSync(join(docsFolder, `${page}.md`), 'utf8'))).toEqual([]);
  });

  it('are found where they are missing', () => {
    const source = 'interface Options {\n  readonly mass?: number;\n  readonly shape: Shape;\n}';
    expect(missing(source, '| `shape` | mass |')).toEqual(['mass']);
  });
});
