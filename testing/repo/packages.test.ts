/**
 * The packed packages as users get them: publint, arethetypeswrong, and consumers that install the tarballs
 * and use them from Node as ES module and as CommonJS, from bundlers, and from the oldest and the newest
 * TypeScript with `node16` and `bundler` resolution, with the declarations checked.
 *
 * All tarballs go into one project; what they need from elsewhere is linked to what the workspace has
 * installed, so that no network is needed.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix, relative } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { isSoak, soak } from '@colide/testing/soak';
import { isInFacade } from '@colide/tooling/bundle';
import { build as buildWithEsbuild } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import oldestTypeScript from 'typescript-oldest';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSharedHost } from './compiler-host.ts';
import { type CompilerMessage, readMessages, runNativeCompiler } from './native-compiler.ts';
import { algorithmFiles, type Package, readJson, readPackages, root } from './workspace.ts';

const run = promisify(execFile);
const packages = readPackages();
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'colide-consumer-')));
const tarballs = new Map<string, string>();

/** How long a program may take, in milliseconds. */
const patience = 240_000;

/** The output of a program, preceded by `failed` if it fails. */
async function output(program: string, args: string[], cwd: string): Promise<string> {
  try {
    const { stdout, stderr } = await run(program, args, { cwd, maxBuffer: 1e8, timeout: patience });
    return stdout + stderr;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return `failed: ${message}\n${stdout}${stderr}`;
  }
}

/** Packs all packages at once: a process for each would take four times as long. */
function packAll(): void {
  const destination = join(folder, 'tarballs');
  mkdirSync(destination, { recursive: true });
  // Compressed little: a third of the time would go into that.
  const args = ['--filter=./packages/*', 'pack', '--pack-gzip-level', '1', '--pack-destination', destination];
  execFileSync('pnpm', args, { cwd: root, stdio: 'pipe', maxBuffer: 1e8, timeout: patience });
  for (const { manifest } of packages) {
    const file = `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`;
    tarballs.set(manifest.name, join(destination, file));
  }
  expect(readdirSync(destination)).toHaveLength(packages.length);
}

/**
 * Third-party packages that ours need, and the types of those, by name, as the workspace has them installed.
 */
function thirdParty(): Record<string, string> {
  const links: Record<string, string> = {};
  const types = (manifest: Package['manifest']) =>
    Object.entries(manifest.devDependencies ?? {}).filter(([name]) => name.startsWith('@types/'));
  for (const { path, manifest } of packages)
    for (const name of Object.keys({
      ...manifest.dependencies,
      ...manifest.peerDependencies,
      ...Object.fromEntries(types(manifest)),
    }))
      if (!packages.some(other => other.manifest.name === name))
        links[name] = `link:${join(path, 'node_modules', name)}`;
  return links;
}

beforeAll(() => {
  packAll();
  const ours = Object.fromEntries([...tarballs].map(([name, path]) => [name, `file:${path}`]));
  const links = thirdParty();
  const manifest = {
    name: 'consumer',
    private: true,
    type: 'module',
    dependencies: { ...ours, ...links },
    pnpm: { overrides: { ...ours, ...links } },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
  execFileSync('pnpm', ['install', '--offline', '--ignore-workspace', '--no-frozen-lockfile'], {
    cwd: folder,
    stdio: 'pipe',
    timeout: patience,
    env: { ...process.env, CI: '' },
  });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Every entry point: the package and its algorithm files. */
function entries(pkg: Package): string[] {
  return [pkg.manifest.name, ...algorithmFiles(pkg).map(file => `${pkg.manifest.name}/${file}`)];
}

const allEntries = packages.flatMap(entries);

/**
 * Those whose peers are ES modules, as three is: `require` takes them where Node can require ES modules, and
 * their types say no.
 */
const moduleEntries = packages.filter(({ manifest }) => manifest.peerDependencies).flatMap(entries);
const requiredEntries = allEntries.filter(name => !moduleEntries.includes(name));

describe.each<Package>(packages)('tarball: $folder', pkg => {
  const path = join(folder, 'node_modules', pkg.manifest.name);
  /** The contents of the installed tarball. */
  const listFiles = () =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter(file => file.isFile())
      .map(file => relative(path, join(file.parentPath, file.name)));

  it('has nothing but what it should have', () => {
    const files = listFiles();
    const odd = files.filter(
      file => !/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|(dist|src)\/.*)$/.test(file),
    );
    expect(odd).toEqual([]);
    expect(files).toContain('README.md');
    expect(files).toContain('dist/index.d.cts');
    expect(readFileSync(join(path, 'package.json'), 'utf8')).not.toMatch(/workspace:|catalog:/);
  });

  it('has its sources once: maps name files of the tarball and repeat none', () => {
    const files = new Set(listFiles());
    const maps = [...files].filter(file => file.endsWith('.map'));
    expect(maps.length > 0 || pkg.folder === 'colide').toBe(true);
    for (const map of maps) {
      const { sources, sourcesContent } = readJson<{ sources: string[]; sourcesContent?: unknown[] }>(
        join(path, map),
      );
      expect(sourcesContent ?? [], map).toEqual([]);
      expect(
        sources.filter(source => !files.has(posix.join(posix.dirname(map), source))),
        map,
      ).toEqual([]);
    }
  });

  it('is one file for Node', () => {
    for (const [file, other] of [
      ['dist/node/index.js', /from ?"(\.|robust-predicates)/],
      ['dist/index.cjs', /require\("\.(?!\/internal\/robust-predicates)/],
    ] as const)
      expect(readFileSync(join(pkg.path, file), 'utf8')).not.toMatch(other);
    // V8 stores and reads a file of other characters two bytes at a time.
    expect(readFileSync(join(pkg.path, 'dist/node/index.js'), 'utf8')).toMatch(/^\p{ASCII}+$/u);
  });

  it('pleases publint, strictly', async () => {
    const { buffer, byteOffset, byteLength } = readFileSync(tarballs.get(pkg.manifest.name)!);
    const tarball = buffer.slice(byteOffset, byteOffset + byteLength);
    const { messages, pkg: published } = await publint({ pack: { tarball }, strict: true });
    expect(messages.map(message => formatMessage(message, published))).toEqual([]);
  });
});

/**
 * Packages that differ in kind: with code of others, the facade with the programs of workers, and one with
 * peers. A soak takes all.
 */
const differing = ['math', 'colide', 'three'];

// All are built alike, and the consumers below import every entry point: the index and one other, or three
// others in a soak, show whether the kind is right.
describe('tarballs', () => {
  it.each(packages.filter(({ folder }) => isSoak || differing.includes(folder)))(
    '$folder has the right types for its entry points (arethetypeswrong)',
    async pkg => {
      const subpaths = algorithmFiles(pkg).map(file => `./${file}`);
      const points = ['.', ...subpaths.filter((_, i) => i % Math.ceil(subpaths.length / soak(1, 3)) === 0)];
      const tarball = createPackageFromTarballData(readFileSync(tarballs.get(pkg.manifest.name)!));
      const result = await checkPackage(tarball, { entrypoints: points });
      if (!result.types) throw new Error('the package has no types');
      expect(Object.keys(result.entrypoints)).toEqual(points);
      const serious = result.problems.filter(
        problem => !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
      );
      expect(serious).toEqual([]);
    },
  );
});

describe('consumers', () => {
  it('Node loads every entry point as ES module, and the facade passes the same things on', async () => {
    const facade = packages.filter(pkg => isInFacade(pkg.folder)).map(pkg => pkg.manifest.name);
    writeFileSync(
      join(folder, 'run.mjs'),
      `import assert from 'node:assert';
const facade = await import('colide');
for (const name of ${JSON.stringify(allEntries)}) {
  const index = await import(name.match(/^(@colide\\/)?[\\w-]+/)[0]);
  for (const [key, value] of Object.entries(await import(name))) assert.equal(index[key], value, key);
}
for (const name of ${JSON.stringify(facade)})
  for (const [key, value] of Object.entries(await import(name))) assert.equal(facade[key], value, key);
await assert.rejects(import('@colide/core/internal/x'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
console.log('done', ${allEntries.length});`,
    );
    // react-three-fiber is CommonJS in Node and requires three, which warns of that.
    const flags = ['--disable-warning=THREE_CJS_DEPRECATED'];
    expect(await output(process.execPath, [...flags, 'run.mjs'], folder)).toBe(`done ${allEntries.length}\n`);
  });

  it('Node loads every entry point as CommonJS, without require() of ES modules', async () => {
    writeFileSync(
      join(folder, 'run.cjs'),
      `for (const name of ${JSON.stringify(requiredEntries)}) require(name);
const { IdList } = require('@colide/core/id-list');
if (require('colide').IdList !== IdList) throw new Error('two copies of IdList');
console.log('done', ${requiredEntries.length});`,
    );
    const flag = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
      ? ['--no-experimental-require-module']
      : [];
    expect(await output(process.execPath, [...flag, 'run.cjs'], folder)).toBe(
      `done ${requiredEntries.length}\n`,
    );
  });

  it('Node requires entry points over peers that are ES modules where it can require those', async () => {
    expect(moduleEntries).toContain('@colide/three/body-instances');
    const text = `for (const name of ${JSON.stringify(moduleEntries)}) require(name);\nconsole.log('done');`;
    writeFileSync(join(folder, 'peers.cjs'), text);
    const flags = ['--experimental-require-module', '--no-warnings'];
    expect(await output(process.execPath, [...flags, 'peers.cjs'], folder)).toBe('done\n');
  });

  it.each(['mjs', 'cjs'])('Node runs a world in a worker from the tarball, from .%s', async kind => {
    const start = (program: string) =>
      kind === 'mjs' ? `new URL(import.meta.resolve('${program}'))` : `require.resolve('${program}')`;
    const load = (names: string, from: string) =>
      kind === 'mjs' ? `import { ${names} } from '${from}';` : `const { ${names} } = require('${from}');`;
    writeFileSync(
      join(folder, `worker.${kind}`),
      `${load('Worker', 'node:worker_threads')}
${load('BoxShape, BoxShape2d, HalfPlane2d, HalfSpace, WorkerWorld, WorkerWorld2d', 'colide')}
const world = new WorkerWorld(new Worker(${start('colide/worker')}));
world.add({ shape: new HalfSpace() });
const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 2, 0] });
const plane = new WorkerWorld2d(new Worker(${start('colide/worker-2d')}));
plane.add({ shape: new HalfPlane2d() });
const square = plane.add({ shape: new BoxShape2d([0.5, 0.5]), position: [0, 2] });
(async () => {
  for (let n = 0; n < 120; n++) await world.step(1 / 60);
  for (let n = 0; n < 120; n++) await plane.step(1 / 60);
  console.log('height', world.bodies.positions[3 * box + 1].toFixed(1));
  console.log('height', plane.bodies.positions[2 * square + 1].toFixed(1));
  world.dispose();
  plane.dispose();
})();`,
    );
    expect(await output(process.execPath, [`worker.${kind}`], folder)).toBe('height 0.5\nheight 0.5\n');
  });

  const useAll = (style: 'import' | 'require', names = allEntries) =>
    `${names
      .map((name, i) =>
        style === 'import'
          ? `import * as entry${i} from '${name}';\nvoid entry${i};`
          : `import entry${i} = require('${name}');\nvoid entry${i};`,
      )
      .join('\n')}\n`;

  const useOne = `import { IdList } from '@colide/core/id-list';
import { IdList as Same, type PairList } from 'colide';
const list: IdList = new Same(4);
const count: number = list.count;
// @ts-expect-error a list has no such member
void list.missing;
declare const pairs: PairList;
export const first: number = pairs.first(0) + count;
`;

  type Resolution = 'node16' | 'bundler';

  /** Options of a strict project. Its own declarations are no matter of ours. */
  const strict = (resolution: Resolution) => ({
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    skipDefaultLibCheck: true,
    noEmit: true,
    module: resolution === 'node16' ? 'node16' : 'esnext',
    moduleResolution: resolution,
  });

  interface Checked {
    /** Our declarations and the files of the project, among those that were checked. */
    readonly files: string[];
    /** The messages about these files. */
    readonly messages: CompilerMessage[];
  }

  /**
   * Lets the newest compiler check a project, given by the texts of its files. It checks the declarations of
   * three and React as well, which tells nothing about us; but those of WebGPU come with ours.
   */
  function checkWithNewest(name: string, resolution: Resolution, texts: Record<string, string>): Checked {
    for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, file), text);
    const files = Object.keys(texts).map(file => `./${file}`);
    writeFileSync(join(folder, name), JSON.stringify({ compilerOptions: strict(resolution), files }));
    const isOurs = (path: string) => path in texts || /(^|\/)(@colide\/[\w-]+|colide)\/dist\//.test(path);
    const isBrought = (path: string) => path.includes('@webgpu/types/');
    const printed = runNativeCompiler(['--project', name, '--listFiles'], folder);
    return {
      files: printed.split('\n').filter(line => line.startsWith('/') && isOurs(relative(folder, line))),
      messages: readMessages(printed).filter(({ file }) => file === '' || isOurs(file) || isBrought(file)),
    };
  }

  /**
   * The messages of the oldest compiler about a project. It parses all our declarations and checks those of
   * packages that differ in kind; in a soak, it checks all.
   */
  function oldestMessages(file: string, text: string, resolution: Resolution): string[] {
    const compiler = oldestTypeScript as unknown as typeof ts;
    const files = [file, `use-${file}`];
    writeFileSync(join(folder, files[0]), text);
    writeFileSync(join(folder, files[1]), useOne);
    const parsed = compiler.convertCompilerOptionsFromJson(strict(resolution), folder).options;
    const paths = files.map(name => join(folder, name));
    const program = compiler.createProgram(paths, parsed, createSharedHost(parsed, compiler));
    const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
    const isChecked = (path: string) =>
      isSoak || paths.includes(path) || differing.some(name => path.includes(`/${name}/dist/`));
    const messages = [
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...ours.flatMap(source => [
        ...program.getSyntacticDiagnostics(source),
        ...(isChecked(source.fileName) ? program.getSemanticDiagnostics(source) : []),
      ]),
    ];
    expect(ours.length).toBeGreaterThan(allEntries.length);
    expect(ours.filter(({ fileName }) => isChecked(fileName)).length).toBeGreaterThan(20);
    return messages.map(({ file: source, messageText }) => {
      return `${source?.fileName.replace(folder, '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  }

  describe('The newest TypeScript', () => {
    const wrong = "import './@colide/wrong/dist/index.mjs';\nexport const list: number = '';\n";
    const wrongDeclaration = 'export declare const list: Missing;\n';
    let node16: Checked;

    // One program: declarations of others, which take most of the time, are read and checked once.
    beforeAll(() => {
      mkdirSync(join(folder, '@colide', 'wrong', 'dist'), { recursive: true });
      node16 = checkWithNewest('node16.json', 'node16', {
        'a.mts': useAll('import'),
        'use-a.mts': useOne,
        'b.cts': useAll('require'),
        'use-b.cts': useOne,
        'wrong.mts': wrong,
        '@colide/wrong/dist/index.d.mts': wrongDeclaration,
      });
    });

    it.each([
      ['ES modules', 'd.ts'],
      ['CommonJS', 'd.cts'],
    ])('with node16 knows all types from %s', (_, extension) => {
      const declarations = node16.files.filter(file => file.endsWith(`.${extension}`));
      expect(declarations.length).toBeGreaterThan(allEntries.length);
      expect(node16.messages.filter(({ file }) => !file.includes('wrong'))).toEqual([]);
    });

    it('would tell of a declaration that is wrong, and of a file', () => {
      const messages = node16.messages.filter(({ file }) => file.includes('wrong'));
      expect(messages).toEqual([
        {
          file: '@colide/wrong/dist/index.d.mts',
          line: 1,
          message: expect.stringMatching(/^TS2304: .*Missing/),
        },
        { file: 'wrong.mts', line: 2, message: expect.stringMatching(/^TS2322: /) },
      ]);
    });

    // The declarations are those of ES modules. Reading the ones that they need from three and React is left
    // to soaks.
    it('with bundler knows all types', () => {
      const names = isSoak ? allEntries : requiredEntries;
      const { files, messages } = checkWithNewest('bundler.json', 'bundler', {
        'c.ts': useAll('import', names),
        'use-c.ts': useOne,
      });
      expect(files.length).toBeGreaterThan(names.length);
      expect(files.filter(file => !file.endsWith('c.ts') && !node16.files.includes(file))).toEqual([]);
      expect(messages).toEqual([]);
    });
  });

  const oldest = oldestTypeScript.version;

  it.each([
    [`node16 from CommonJS and TypeScript ${oldest}`, 'e.cts', 'node16', useAll('require')],
    ...(isSoak ? ([[`bundler and TypeScript ${oldest}`, 'e.ts', 'bundler', useAll('import')]] as const) : []),
  ] as const)('TypeScript with %s knows all types', (_, file, resolution, text) => {
    expect(oldestMessages(file, text, resolution)).toEqual([]);
  });

  it('The guide names the oldest TypeScript', () => {
    const [major, minor] = oldest.split('.');
    expect(readFileSync(join(root, 'docs', 'guide', 'typescript.md'), 'utf8')).toContain(
      `TypeScript ${major}.${minor}`,
    );
  });

  it('esbuild and Vite keep the program of a worker when it is imported', async () => {
    const source = "import 'colide/worker';\n";
    const { outputFiles } = await buildWithEsbuild({
      stdin: { contents: source, resolveDir: folder },
      bundle: true,
      minify: true,
      write: false,
    });
    expect(outputFiles[0].contents.length).toBeGreaterThan(1e5);
    writeFileSync(join(folder, 'my-worker.mjs'), source);
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { outDir: 'built-worker', rollupOptions: { input: join(folder, 'my-worker.mjs') } },
    });
    const assets = join(folder, 'built-worker', 'assets');
    expect(readFileSync(join(assets, readdirSync(assets)[0])).length).toBeGreaterThan(1e5);
  });

  it('esbuild makes the program of a worker an entry, as the README tells', async () => {
    const { outputFiles } = await buildWithEsbuild({
      absWorkingDir: folder,
      entryPoints: { worker: '@colide/workers/worker' },
      bundle: true,
      format: 'esm',
      minify: true,
      outdir: 'public',
      write: false,
    });
    expect(outputFiles.map(({ path }) => path)).toEqual([join(folder, 'public', 'worker.js')]);
    expect(outputFiles[0].contents.length).toBeGreaterThan(1e5);
  });

  it('would notice a package whose files are not there', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(broken, { recursive: true });
    const manifest = readJson<Record<string, unknown>>(join(packages[0].path, 'package.json'));
    writeFileSync(join(broken, 'package.json'), JSON.stringify({ ...manifest, dependencies: {} }));
    const { messages } = await publint({ pkgDir: broken, strict: true, pack: false });
    expect(messages.map(({ code }) => code)).toContain('FILE_DOES_NOT_EXIST');
    expect(await output(process.execPath, ['-e', "require('./broken')"], folder)).toMatch(
      /Cannot find module/,
    );
  });
});

/**
 * The first example of the README of the root, which that of `colide` repeats, and the output that it states.
 */
describe('a new user', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const example = /^```ts\n([\s\S]*?)^```/m.exec(readme)![1];
  const printed = `${/\/\/ (\[.*\])$/m.exec(example)![1]}\n`;
  const required = example.replace(/^import (\{.*\}) from '(.*)';$/m, "const $1 = require('$2');");

  it('finds ten lines in both READMEs', () => {
    expect(example.split('\n').filter(line => line.trim() !== '').length).toBeLessThanOrEqual(10);
    expect(readFileSync(join(root, 'packages', 'colide', 'README.md'), 'utf8')).toContain(example);
    expect(required).toContain("require('colide')");
  });

  it('sees the stack fall in plain Node, as ES module and as CommonJS', async () => {
    writeFileSync(join(folder, 'stack.mjs'), example);
    writeFileSync(join(folder, 'stack.cjs'), required);
    expect(await output(process.execPath, ['stack.mjs'], folder)).toBe(printed);
    expect(await output(process.execPath, ['stack.cjs'], folder)).toBe(printed);
  });

  it('sees it fall in a Vite project, with what it does not use left out', async () => {
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="/stack.mjs"></script>');
    // Vitest has set it to 'test', which Vite would write into the code.
    vi.stubEnv('NODE_ENV', 'production');
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { outDir: 'built', modulePreload: { polyfill: false } },
    });
    vi.unstubAllEnvs();
    const assets = join(folder, 'built', 'assets');
    const [file] = readdirSync(assets).filter(name => name.endsWith('.js'));
    expect(await output(process.execPath, [join(assets, file)], folder)).toBe(printed);
    const code = readFileSync(join(assets, file), 'utf8');
    expect(code, 'what is told in development alone').not.toMatch(/must not have|in milliseconds/);
    expect(gzipSync(code).length).toBeLessThan(60_800);
  });
});
