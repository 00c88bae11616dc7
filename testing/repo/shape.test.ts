/** All packages have one folder shape and one manifest shape, a complete index and a place in the next release. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressFields } from '@colide/tooling/repository';
import { describe, expect, it } from 'vitest';
import { algorithmFiles, type Manifest, type Package, readPackages, root } from './workspace.ts';

const shape = ['README.md', 'budget.json', 'package.json', 'src', 'test', 'tsconfig.json'];
const generated = ['CHANGELOG.md', 'dist', 'node_modules', '.turbo'];

/** What a package folder lacks (−) or has too much (+). */
function shapeFaults(path: string): string[] {
  const found = readdirSync(path);
  const missing = [...shape, 'src/index.ts'].filter(name => !existsSync(join(path, name)));
  const extra = found.filter(name => !shape.includes(name) && !generated.includes(name));
  const folders = existsSync(join(path, 'src'))
    ? readdirSync(join(path, 'src'), { withFileTypes: true }).filter(
        entry => entry.isDirectory() && entry.name !== 'internal',
      )
    : [];
  const tests = existsSync(join(path, 'test'))
    ? readdirSync(join(path, 'test'), { recursive: true, encoding: 'utf8' })
    : [];
  return [
    ...missing.map(name => `-${name}`),
    ...extra.map(name => `+${name}`),
    ...folders.map(({ name }) => `+src/${name}`),
    ...(tests.some(name => name.endsWith('.test.ts')) ? [] : ['-test/*.test.ts']),
  ];
}

/** File names that are not in kebab case. */
function nameFaults(sources: readonly string[]): string[] {
  return sources.filter(file => !/^(?:internal\/)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.ts$/.test(file));
}

const conditions = (name: string) => ({
  'colide-source': `./src/${name}.ts`,
  import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
  require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
});

/** The part of a manifest that is the same for all packages. */
const commonManifest = {
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  engines: { node: '>=20' },
  exports: {
    '.': conditions('index'),
    './internal/*': null,
    './chunk-*': null,
    './*': conditions('*'),
    './package.json': './package.json',
  },
  main: './dist/index.cjs',
  module: './dist/index.js',
  types: './dist/index.d.ts',
  files: ['dist', 'src'],
  scripts: {
    build: 'rolldown --config ../../tooling/rolldown.config.ts && tsup --config ../../tooling/tsup.config.ts',
  },
  publishConfig: { access: 'public' },
};

/** Fields of a manifest that differ from the common ones or are missing. */
function manifestFaults(folder: string, manifest: Manifest): string[] {
  const faults = Object.entries(commonManifest)
    .filter(([field, value]) => JSON.stringify(manifest[field as keyof Manifest]) !== JSON.stringify(value))
    .map(([field]) => field);
  if (manifest.name !== (folder === 'colide' ? 'colide' : `@colide/${folder}`)) faults.push('name');
  if (!/^\d+\.\d+\.\d+/.test(manifest.version ?? '')) faults.push('version');
  if (!/^\S.{20,}\.$/.test(manifest.description ?? '')) faults.push('description');
  if (!(manifest.keywords && manifest.keywords.length >= 2)) faults.push('keywords');
  if (manifest.repository && manifest.repository.directory !== `packages/${folder}`)
    faults.push('repository');
  for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
    if (range !== (/^(@colide\/|colide$)/.test(name) ? 'workspace:^' : 'catalog:'))
      faults.push(`dependencies.${name}`);
  return faults;
}

/** Algorithm files that the index does not re-export. */
function indexFaults(files: readonly string[], index: string): string[] {
  return files.filter(file => !index.includes(`export * from './${file}.ts';`));
}

/** Whether a changeset (by its text) mentions the package in its front matter. */
function isInChangeset(name: string, changeset: string): boolean {
  const front = /^---\n([\s\S]*?)\n---/.exec(changeset)?.[1] ?? '';
  return new RegExp(`^["']?${name}["']?: *(patch|minor|major)$`, 'm').test(front);
}

describe.each<Package>(readPackages())('shape: $folder', pkg => {
  it('has the folder shape of all packages', () => {
    expect(shapeFaults(pkg.path)).toEqual([]);
  });

  it('has file names in kebab case', () => {
    expect(nameFaults(pkg.sources)).toEqual([]);
  });

  it('has the manifest shape of all packages', () => {
    expect(manifestFaults(pkg.folder, pkg.manifest)).toEqual([]);
  });

  it('exports every algorithm file from its index', () => {
    const index = readFileSync(join(pkg.path, 'src', 'index.ts'), 'utf8');
    expect(indexFaults(algorithmFiles(pkg), index)).toEqual([]);
  });

  it('is released or has a changeset', () => {
    const folder = join(root, '.changeset');
    const changesets = readdirSync(folder).filter(file => file.endsWith('.md') && file !== 'README.md');
    const released = pkg.manifest.version !== '0.0.0';
    expect(
      released ||
        changesets.some(file => isInChangeset(pkg.manifest.name, readFileSync(join(folder, file), 'utf8'))),
    ).toBe(true);
  });
});

describe('the shape guards', () => {
  it('find missing and extra files', () => {
    const path = mkdtempSync(join(tmpdir(), 'colide-shape-'));
    try {
      writeFileSync(join(path, 'package.json'), '{}');
      writeFileSync(join(path, 'notes.txt'), '');
      expect(shapeFaults(path)).toEqual([
        '-README.md',
        '-budget.json',
        '-src',
        '-test',
        '-tsconfig.json',
        '-src/index.ts',
        '+notes.txt',
        '-test/*.test.ts',
      ]);
    } finally {
      rmSync(path, { recursive: true });
    }
  });

  it('find names that are not in kebab case', () => {
    expect(nameFaults(['quick-hull-2.ts', 'internal/heap.ts', 'QuickHull.ts', 'a_b.ts', '2d/a.ts'])).toEqual([
      'QuickHull.ts',
      'a_b.ts',
      '2d/a.ts',
    ]);
  });

  it('find manifests that differ', () => {
    const good = {
      name: '@colide/math',
      version: '0.0.0',
      description: 'A description that is long enough.',
      keywords: ['a', 'b'],
      dependencies: { '@colide/core': 'workspace:^', 'gl-matrix': 'catalog:' },
      ...commonManifest,
    } as Manifest;
    expect(manifestFaults('math', good)).toEqual([]);
    const released = { ...good, ...addressFields('https://git.example.org/owner/name', 'math') };
    expect(manifestFaults('math', released)).toEqual([]);
    expect(manifestFaults('math', { ...released, repository: { directory: 'packages/core' } })).toEqual([
      'repository',
    ]);
    expect(
      manifestFaults('math', {
        ...good,
        name: 'math',
        sideEffects: true,
        exports: { '.': './dist/index.js' },
        description: 'Short',
        keywords: [],
        dependencies: { '@colide/core': '^1.0.0', 'gl-matrix': '^3.0.0' },
      }),
    ).toEqual([
      'sideEffects',
      'exports',
      'name',
      'description',
      'keywords',
      'dependencies.@colide/core',
      'dependencies.gl-matrix',
    ]);
  });

  it('find files that the index forgot and packages without a changeset', () => {
    expect(indexFaults(['a', 'b'], "export * from './a.ts';\nexport { b } from './b.ts';\n")).toEqual(['b']);
    const changeset = '---\n"@colide/math": minor\n---\n\nAdds to @colide/core: minor\n';
    expect(isInChangeset('@colide/math', changeset)).toBe(true);
    expect(isInChangeset('@colide/core', changeset)).toBe(false);
  });
});
