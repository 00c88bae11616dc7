/**
 * All packages have one folder shape and one manifest shape, an index that is complete and grouped by rooms,
 * and a place in the next release.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, posix } from 'node:path';
import { isProgram } from '@colide/tooling/entries';
import { addressFields } from '@colide/tooling/repository';
import { describe, expect, it } from 'vitest';
import { importsOf, type Manifest, type Package, readPackages, root } from './workspace.ts';

const shape = ['README.md', 'budget.json', 'package.json', 'src', 'test', 'tsconfig.json'];
/** AssemblyScript, compiled into the sources. */
const optional = ['assembly'];
const generated = ['CHANGELOG.md', 'dist', 'node_modules', '.cache', '.turbo'];
/** Public files that a package may have before it needs rooms. */
const roomlessFiles = 12;

/** The missing (−) and superfluous (+) entries of a package folder. */
function shapeFaults(path: string): string[] {
  const found = readdirSync(path);
  const missing = [...shape, 'src/index.ts'].filter(name => !existsSync(join(path, name)));
  const known = [...shape, ...optional, ...generated];
  const extra = found.filter(name => !known.includes(name));
  const tests = existsSync(join(path, 'test'))
    ? readdirSync(join(path, 'test'), { recursive: true, encoding: 'utf8' })
    : [];
  return [
    ...missing.map(name => `-${name}`),
    ...extra.map(name => `+${name}`),
    ...(tests.some(name => name.endsWith('.test.ts')) ? [] : ['-test/*.test.ts']),
  ];
}

/** Sources that are not `room/file.ts`, `room/internal/file.ts` or the same without a room, in kebab case. */
function nameFaults(sources: readonly string[]): string[] {
  const word = '[a-z][a-z0-9]*(?:-[a-z0-9]+)*';
  const place = new RegExp(`^(?:(?!internal/)${word}/)?(?:internal/)?${word}\\.ts$`);
  return sources.filter(file => !place.test(file));
}

/** The room of a source, `''` if it is in none. */
function roomOf(file: string): string {
  const room = file.includes('/') ? file.slice(0, file.indexOf('/')) : '';
  return room === 'internal' ? '' : room;
}

/** The programs of workers that a package has. */
function programsOf(sources: readonly string[]): string[] {
  return sources
    .map(file => basename(file, '.ts'))
    .filter(isProgram)
    .sort();
}

/** Public sources but the index and the programs of workers. */
function publicSources(sources: readonly string[]): string[] {
  return sources.filter(
    file => !file.includes('internal/') && file !== 'index.ts' && !isProgram(basename(file, '.ts')),
  );
}

/** Public files that lie in no room though the package has rooms, or is so large that it needs them. */
function roomFaults(sources: readonly string[]): string[] {
  const files = publicSources(sources);
  const roomless = files.filter(file => roomOf(file) === '');
  return roomless.length < files.length || files.length > roomlessFiles ? roomless : [];
}

/** Imports of private files of another room. */
function privacyFaults(texts: ReadonlyMap<string, string>): string[] {
  return [...texts].flatMap(([file, text]) =>
    importsOf(text)
      .filter(specifier => specifier.startsWith('.'))
      .map(specifier => posix.join(posix.dirname(file), specifier))
      .filter(path => path.includes('/internal/') && roomOf(path) !== roomOf(file))
      .map(path => `${file}: ${path}`),
  );
}

/** Shared private code that one room alone imports: it belongs into that room. */
function sharedFaults(texts: ReadonlyMap<string, string>): string[] {
  const users = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const specifier of importsOf(text)) {
      const path = posix.join(posix.dirname(file), specifier);
      if (!specifier.startsWith('.') || !path.startsWith('internal/')) continue;
      users.set(path, (users.get(path) ?? new Set()).add(roomOf(file)));
    }
  return [...users]
    .filter(([, rooms]) => rooms.size === 1 && !rooms.has(''))
    .map(([file, rooms]) => `${file}: ${[...rooms][0]}`);
}

/** Folders of tests that are no room of the sources. */
function testRoomFaults(tests: readonly string[], sources: readonly string[]): string[] {
  const allowed = new Set(['.', 'repro', 'support', ...sources.map(roomOf).filter(room => room !== '')]);
  return [...new Set(tests.map(file => dirname(file)))].filter(folder => !allowed.has(folder.split('/')[0]));
}

/** Rooms without tests of their own, and where those are instead. */
const testedElsewhere: Readonly<Record<string, string>> = {
  'bounds/aabb': 'the files in test/ hold all volumes to the same rules',
  'bounds/capsule': 'the files in test/ hold all volumes to the same rules',
  'react-three/hooks': 'hooks need a tree of components: test/components',
  'solvers/meters': 'they measure in the tests of what they measure',
  'solvers/particles-2d': 'it solves contacts that only a world finds: test/world of world2d',
  'world/reports': 'a world fills them in: test/world',
};

/** Rooms that have no tests. */
function untestedRooms(tests: readonly string[], sources: readonly string[]): string[] {
  const tested = new Set(tests.map(file => file.split('/')[0]));
  return [...new Set(sources.map(roomOf))].filter(room => room !== '' && !tested.has(room));
}

/**
 * The conditions of an entry. Inside this repository only the index and the programs of workers are imported
 * from source.
 */
const conditions = (name: string) => ({
  ...(name === '*' ? {} : { 'colide-source': `./src/${name}.ts` }),
  import: {
    types: `./dist/${name}.d.ts`,
    ...(isProgram(name) ? {} : { node: `./dist/node/${name}.js` }),
    default: `./dist/${name}.js`,
  },
  require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
});

/** The part of a manifest that is the same for all packages. */
const commonManifest = {
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20' },
  main: './dist/index.cjs',
  module: './dist/index.js',
  types: './dist/index.d.ts',
  files: ['dist', 'src'],
  scripts: {
    build: 'rolldown --config ../../tooling/rolldown.config.ts',
  },
  publishConfig: { access: 'public' },
};

/** The entry points of a package, including its programs of workers. */
const entryPoints = (programs: readonly string[]) => ({
  '.': conditions('index'),
  ...Object.fromEntries(programs.map(name => [`./${name}`, conditions(name)])),
  './internal/*': null,
  './chunk-*': null,
  './*': conditions('*'),
  './package.json': './package.json',
});

/** Which files do something when they are loaded: none but the programs of workers. */
const sideEffects = (programs: readonly string[]) =>
  programs.length > 0 &&
  programs.flatMap(name => [`./src/${name}.ts`, `./dist/${name}.js`, `./dist/${name}.cjs`]);

/** Fields of a manifest that differ from the common ones or are missing. */
function manifestFaults(folder: string, manifest: Manifest, programs: readonly string[] = []): string[] {
  const faults = Object.entries({
    ...commonManifest,
    sideEffects: sideEffects(programs),
    exports: entryPoints(programs),
  })
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

/**
 * Public files that the index does not re-export, and rooms whose exports are not one block under a comment.
 */
function indexFaults(sources: readonly string[], index: string): string[] {
  const files = publicSources(sources);
  const missing = files.filter(file => !index.includes(`export * from './${file}';`));
  const rooms = new Set(files.map(roomOf).filter(room => room !== ''));
  const blocks = index.split('\n\n').filter(block => /^\/\/ \S.*\nexport /.test(block));
  const scattered = [...rooms].filter(room => {
    const lines = files.filter(file => roomOf(file) === room).map(file => `export * from './${file}';`);
    return !blocks.some(block => block.trim().split('\n').slice(1).sort().join() === lines.sort().join());
  });
  return [...missing, ...scattered.map(room => `${room}/`)];
}

/** Files of the facade that do more than pass on what the packages export. */
function facadeFaults(texts: ReadonlyMap<string, string>): string[] {
  const passesOn = /^(?:\/\*\*[\s\S]*?\*\/\s*)?(?:export \* from '@colide\/[a-z0-9/-]+';\s*)+$/;
  return [...texts].filter(([, text]) => !passesOn.test(text)).map(([file]) => file);
}

/** Whether a changelog (by its text) has a section for a version. */
function isInChangelog(version: string, changelog: string): boolean {
  return changelog.split('\n').includes(`## ${version}`);
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

  const texts = new Map(pkg.sources.map(file => [file, readFileSync(join(pkg.path, 'src', file), 'utf8')]));

  it('has sources in kebab case, in rooms', () => {
    expect(nameFaults(pkg.sources)).toEqual([]);
    expect(roomFaults(pkg.sources)).toEqual([]);
    const names = publicSources(pkg.sources).map(file => basename(file));
    expect(names).toEqual([...new Set(names)]);
  });

  it('keeps what is private in the room it serves', () => {
    expect(privacyFaults(texts)).toEqual([]);
    expect(sharedFaults(texts)).toEqual([]);
  });

  it('has tests in the same rooms', () => {
    const files = readdirSync(join(pkg.path, 'test'), { recursive: true, encoding: 'utf8' });
    const tests = files.filter(file => file.endsWith('.ts'));
    expect(testRoomFaults(tests, pkg.sources)).toEqual([]);
    const prefix = `${pkg.folder}/`;
    const excused = Object.keys(testedElsewhere).filter(room => room.startsWith(prefix));
    expect(untestedRooms(tests, pkg.sources).map(room => prefix + room)).toEqual(excused);
  });

  it('has the manifest shape of all packages', () => {
    expect(manifestFaults(pkg.folder, pkg.manifest, programsOf(pkg.sources))).toEqual([]);
  });

  it('exports every public file from its index, room by room', () => {
    expect(indexFaults(pkg.sources, texts.get('index.ts')!)).toEqual([]);
  });

  if (pkg.folder === 'colide')
    it('is a thin facade: it passes on and does nothing', () => {
      expect(facadeFaults(texts)).toEqual([]);
    });

  it('has its version in its changelog or waits for one with a changeset', () => {
    const folder = join(root, '.changeset');
    const changesets = readdirSync(folder).filter(file => file.endsWith('.md') && file !== 'README.md');
    const changelog = join(pkg.path, 'CHANGELOG.md');
    expect(
      (existsSync(changelog) && isInChangelog(pkg.manifest.version, readFileSync(changelog, 'utf8'))) ||
        changesets.some(file => isInChangeset(pkg.manifest.name, readFileSync(join(folder, file), 'utf8'))),
    ).toBe(true);
  });
});

/** The packages whose version is not that of most. */
function versionFaults(manifests: readonly Pick<Manifest, 'name' | 'version'>[]): string[] {
  const versions = manifests.map(({ version }) => version).sort();
  const median = versions[versions.length >> 1];
  return manifests.filter(({ version }) => version !== median).map(({ name }) => name);
}

it('all packages carry one version', () => {
  expect(versionFaults(readPackages().map(({ manifest }) => manifest))).toEqual([]);
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

  it('find names that are not in kebab case and folders in rooms', () => {
    const good = ['quick-hull-2d.ts', 'internal/heap.ts', 'hulls/quick-hull.ts', 'hulls/internal/heap.ts'];
    const bad = ['QuickHull.ts', 'a_b.ts', '2d/a.ts', 'a/b/c.ts', 'a/internal/b/c.ts', 'internal/a/b.ts'];
    expect(nameFaults([...good, ...bad])).toEqual(bad);
  });

  it('find files outside of rooms, and private code of other rooms', () => {
    const many = Array.from({ length: roomlessFiles + 1 }, (_, i) => `file-${i}.ts`);
    expect(roomFaults(['index.ts', 'internal/a.ts', ...many.slice(1)])).toEqual([]);
    expect(roomFaults(['index.ts', ...many])).toEqual(many);
    expect(roomFaults(['index.ts', 'worker.ts', 'worker-2d.ts', 'gjk/gjk.ts', 'epa.ts'])).toEqual(['epa.ts']);
    const texts = new Map([
      ['gjk/gjk.ts', "import { a } from './internal/a.ts';\nimport { b } from '../internal/b.ts';\n"],
      ['epa/epa.ts', "import { a } from '../gjk/internal/a.ts';\n"],
    ]);
    expect(privacyFaults(texts)).toEqual(['epa/epa.ts: gjk/internal/a.ts']);
    expect(sharedFaults(texts)).toEqual(['internal/b.ts: gjk']);
    texts.set('epa/internal/c.ts', "import { b } from '../../internal/b.ts';\n");
    expect(sharedFaults(texts)).toEqual([]);
    texts.set('internal/b.ts', "import { d } from './d.ts';\n");
    expect(sharedFaults(texts)).toEqual([]);
    const tests = ['a.test.ts', 'gjk/gjk.test.ts', 'repro/a.test.ts', 'support/a.ts', 'old/a.test.ts'];
    expect(testRoomFaults(tests, ['gjk/gjk.ts'])).toEqual(['old']);
    expect(untestedRooms(tests, ['gjk/gjk.ts', 'epa/epa.ts', 'internal/a.ts', 'a.ts'])).toEqual(['epa']);
  });

  it('find a facade that has code of its own', () => {
    const good = "/** All. */\nexport * from '@colide/math';\nexport * from '@colide/core';\n";
    expect(facadeFaults(new Map([['index.ts', good]]))).toEqual([]);
    expect(facadeFaults(new Map([['index.ts', `${good}export const a = 1;\n`]]))).toEqual(['index.ts']);
    expect(facadeFaults(new Map([['index.ts', `${good}export * from './a.ts';\n`]]))).toEqual(['index.ts']);
  });

  it('find manifests that differ', () => {
    const good = {
      name: '@colide/math',
      version: '0.0.0',
      description: 'A description that is long enough.',
      keywords: ['a', 'b'],
      dependencies: { '@colide/core': 'workspace:^', 'gl-matrix': 'catalog:' },
      ...commonManifest,
      sideEffects: sideEffects([]),
      exports: entryPoints([]),
    };
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

  it('find a version that differs', () => {
    const manifests = ['0.1.0', '0.1.0', '0.0.0'].map((version, i) => ({ name: `package-${i}`, version }));
    expect(versionFaults(manifests)).toEqual(['package-2']);
    expect(versionFaults(manifests.slice(0, 2))).toEqual([]);
  });

  it('find files that the index forgot, packages without a changeset and versions without a section', () => {
    const index = "export * from './a.ts';\nexport { b } from './b.ts';\n";
    expect(indexFaults(['index.ts', 'a.ts', 'b.ts', 'internal/c.ts'], index)).toEqual(['b.ts']);
    const grouped = "/** X. */\n\n// A.\nexport * from './a/a.ts';\n\n// B.\nexport * from './b/b.ts';\n";
    expect(indexFaults(['a/a.ts', 'b/b.ts'], grouped)).toEqual([]);
    expect(indexFaults(['a/a.ts', 'b/b.ts'], grouped.replace('// B.\n', ''))).toEqual(['b/']);
    expect(indexFaults(['a/a.ts', 'b/b.ts'], grouped.replace('\n\n// B.', ''))).toEqual(['a/', 'b/']);
    const changeset = '---\n"@colide/math": minor\n---\n\nAdds to @colide/core: minor\n';
    expect(isInChangeset('@colide/math', changeset)).toBe(true);
    expect(isInChangeset('@colide/core', changeset)).toBe(false);
    expect(isInChangelog('0.1.0', '# @colide/math\n\n## 0.1.0\n')).toBe(true);
    expect(isInChangelog('0.1.0', '# @colide/math\n\n## 0.1.0-beta\n\n0.1.0 comes next.\n')).toBe(false);
  });
});
