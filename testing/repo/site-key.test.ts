/**
 * The key under which `npm start` keeps a built site: new when a source changes, the same when anything else
 * does.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { siteKey } from '@colide/tooling/site';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './workspace.ts';

let folder: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'colide-key-'));
  for (const path of ['pnpm-lock.yaml', 'tooling/tsconfig.base.json', 'apps/playground/src/scene.ts'])
    write(path, 'a');
  write('.changeset/change.md', 'a');
  write('apps/lab/results/world.json', '{}');
  write('docs/index.md', '# Title');
  write('packages/math/src/random.ts', 'export const random = 4;');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the key of a built site', () => {
  it.each([
    ['pnpm-lock.yaml', 'b'],
    ['.changeset/change.md', 'b'],
    ['docs/index.md', '# Other'],
    ['docs/guide/new.md', ''],
    ['docs/.vitepress/config.ts', ''],
    ['packages/math/src/random.ts', 'export const random = 5;'],
    ['packages/math/src/internal/mix.ts', ''],
    ['apps/playground/src/scene.ts', 'b'],
    ['apps/lab/results/world.json', '{ }'],
  ])('changes with %s', (path, text) => {
    const before = siteKey(folder);
    write(path, text);
    expect(siteKey(folder)).not.toBe(before);
  });

  it.each([
    'README.md',
    'apps/lab/src/bench.ts',
    'docs/node_modules/vue/index.js',
    'docs/.vitepress/cache/deps.js',
    'docs/.vitepress/dist/index.html',
    'packages/math/.cache/examples/a.ts',
    'packages/math/dist/index.js',
    'packages/math/test/random.test.ts',
  ])('does not change with %s', path => {
    const before = siteKey(folder);
    write(path, 'new');
    expect(siteKey(folder)).toBe(before);
  });

  it('changes when text moves from one file to the next', () => {
    write('docs/a.md', 'one');
    write('docs/b.md', '');
    const before = siteKey(folder);
    write('docs/a.md', 'on');
    write('docs/b.md', 'e');
    expect(siteKey(folder)).not.toBe(before);
  });

  it('is that of this repository by default', () => {
    expect(siteKey()).toBe(siteKey(root));
  });
});
