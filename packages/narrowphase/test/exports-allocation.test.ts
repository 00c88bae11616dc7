/** Every function of the package is called by some allocation test. */
import { readdirSync, readFileSync } from 'node:fs';
import * as narrowphase from '@colide/narrowphase';
import { expect, it } from 'vitest';

const folder = new URL('.', import.meta.url);
/** All of the files that only measure allocation, and of others the tests that do. */
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.test.ts') && !file.startsWith('exports-'))
  .flatMap(file => {
    const source = readFileSync(new URL(file, folder), 'utf8');
    if (file.endsWith('-allocation.test.ts')) return [source];
    return source.split(/\n\s*it\(/).filter((part, i) => i > 0 && part.includes('expectNoAllocation('));
  })
  .join('\n');

it('covers all functions but those that make records', () => {
  const names = Object.entries(narrowphase)
    .filter(([name, value]) => typeof value === 'function' && !/^create[A-Z]/.test(name))
    .map(([name]) => name);
  expect(names.length).toBeGreaterThan(80);
  expect(names.filter(name => !new RegExp(`\\b${name}\\(`).test(sources))).toEqual([]);
});
