/**
 * How many bytes one export costs an application: bundles `import { X }` alone with esbuild and with rollup,
 * from the built package and through the facade, minifies it (esbuild in both cases) and compresses it
 * (gzip).
 *
 * esbuild takes all exports as entry points of one build, which parses each module once and bundles each
 * entry on its own. Rollup would share chunks between entry points, so it runs once per export. An
 * application can be `direct`: it imports the file that defines the export, not the index. Bundlers read
 * every module that an index mentions only to drop it again; without the index, esbuild takes a third and
 * rollup a tenth of the time. `testing/repo/budgets.test.ts` checks that this changes nothing. Peer
 * dependencies stay outside of the bundle.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import { parseAst } from 'rollup/parseAst';
import { layers, listPackages } from './layers.mjs';

const packagesFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');
const entryPrefix = 'export-of:';

/** The budgets of a package: gzipped bytes by export name; none where the file is missing. */
export function readBudget(folder) {
  const path = join(packagesFolder, folder, 'budget.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** The packages whose exports the facade passes on: all below it. */
export function isInFacade(folder) {
  return layers[folder] < layers.colide;
}

/** The built entry of a package. */
export function builtIndex(folder) {
  const path = join(packagesFolder, folder, 'dist', 'index.js');
  if (!existsSync(path)) throw new Error(`packages/${folder} is not built; run pnpm build first`);
  return path;
}

/** The source of an application that uses one export and nothing else. */
function applicationSource({ from, exportName, direct = false }) {
  const { file, local } = direct ? originOf(from, exportName) : { file: builtIndex(from), local: exportName };
  return `import { ${local} as used } from ${JSON.stringify(file)};\nglobalThis.used = used;\n`;
}

/** Where an export is defined: the file, and its name there. */
function originOf(from, exportName) {
  const origin = readExportMap(from).get(exportName);
  if (origin === undefined) throw new Error(`${packageName(from)} has no run-time export ${exportName}`);
  return origin;
}

/** Names of modules that stay outside of bundles: peer dependencies of any package. */
function peerDependencies() {
  return listPackages().flatMap(folder => {
    const manifest = JSON.parse(readFileSync(join(packagesFolder, folder, 'package.json'), 'utf8'));
    return Object.keys(manifest.peerDependencies ?? {});
  });
}

/**
 * Bundles every application `{ from: folder, exportName, direct }` with esbuild and gives the minified code
 * of each.
 */
export async function bundleWithEsbuild(applications) {
  const result = await build({
    entryPoints: applications.map((_, i) => ({ in: entryPrefix + i, out: String(i) })),
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    external: peerDependencies(),
    legalComments: 'none',
    outdir: 'out',
    write: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'applications',
        setup(context) {
          context.onResolve({ filter: new RegExp(`^${entryPrefix}`) }, ({ path }) => ({
            path: path.slice(entryPrefix.length),
            namespace: 'application',
          }));
          context.onLoad({ filter: /.*/, namespace: 'application' }, ({ path }) => ({
            contents: applicationSource(applications[Number(path)]),
            resolveDir: packagesFolder,
          }));
        },
      },
    ],
  });
  const code = new Array(applications.length);
  for (const { path, contents } of result.outputFiles) code[Number(/(\d+)\.js$/.exec(path)[1])] = contents;
  return code;
}

/**
 * Where each export of a built package is defined: name → `{ file, local }`. Follows the re-exports of the
 * package's index into its files and into the packages that it passes on.
 */
function readExportMap(folder, known = exportMaps) {
  const found = known.get(folder);
  if (found !== undefined) return found;
  const exports = new Map();
  known.set(folder, exports);
  const index = builtIndex(folder);
  const origins = new Map();
  for (const node of parseAst(readFileSync(index, 'utf8')).body) {
    const source = node.source && join(dirname(index), node.source.value);
    if (node.type === 'ImportDeclaration')
      for (const { local, imported } of node.specifiers)
        origins.set(local.name, { file: source, local: imported.name });
    if (node.type === 'ExportAllDeclaration')
      for (const [name, origin] of readExportMap(folderOf(node.source.value), known))
        exports.set(name, origin);
    if (node.type === 'ExportNamedDeclaration')
      for (const { local, exported } of node.specifiers)
        exports.set(
          exported.name,
          source
            ? { file: source, local: local.name }
            : (origins.get(local.name) ?? { file: index, local: local.name }),
        );
  }
  return exports;
}

const exportMaps = new Map();

/** The folder of one of our packages by its npm name, `undefined` for others and for subpaths. */
function folderOf(name) {
  return Object.keys(layers).find(folder => name === packageName(folder));
}

/** The npm name of the package in a folder. */
export function packageName(folder) {
  return folder === 'colide' ? folder : `@colide/${folder}`;
}

/**
 * A rollup plugin that turns `import { a } from '@colide/math'` into an import from the file that defines
 * `a`, for direct applications.
 */
const directImports = {
  name: 'direct-imports',
  transform(code) {
    const edits = [];
    for (const node of this.parse(code).body) {
      if (node.type !== 'ImportDeclaration') continue;
      const folder = folderOf(node.source.value);
      if (folder === undefined) continue;
      const lines = node.specifiers.map(({ local, imported }) => {
        const origin = originOf(folder, imported.name);
        return `import { ${origin.local} as ${local.name} } from ${JSON.stringify(origin.file)};`;
      });
      edits.push({ start: node.start, end: node.end, text: lines.join(' ') });
    }
    if (edits.length === 0) return null;
    for (const { start, end, text } of edits.reverse()) code = code.slice(0, start) + text + code.slice(end);
    return { code, map: null };
  },
};

const texts = new Map();

/** A rollup plugin that finds and reads our own files without asking the disk again for every bundle. */
const ownFiles = {
  name: 'own-files',
  resolveId(source, importer) {
    if (source.startsWith(packagesFolder)) return source;
    const isOwn =
      source.startsWith('.') && importer?.startsWith(packagesFolder) && !importer.includes('node_modules');
    return isOwn ? join(dirname(importer), source) : null;
  },
  load(id) {
    if (!id.startsWith(packagesFolder) || id.includes('node_modules')) return null;
    if (!texts.has(id)) texts.set(id, { code: readFileSync(id, 'utf8'), moduleSideEffects: false });
    return texts.get(id);
  },
};

/** Bundles every application with rollup and gives the minified code of each. */
export async function bundleWithRollup(applications) {
  const external = peerDependencies();
  const resolver = nodeResolve({ browser: true });
  const done = new Map();
  const code = [];
  for (const application of applications) {
    const source = applicationSource(application);
    const entry = {
      name: 'application',
      resolveId: id => (id === entryPrefix ? id : null),
      load: id => (id === entryPrefix ? source : null),
    };
    const plugins = [entry, ...(application.direct ? [ownFiles, directImports] : []), resolver];
    if (!done.has(source)) done.set(source, await rollupOne({ external, plugins }));
    code.push(done.get(source));
  }
  return code;
}

/** Warnings of rollup are failures, but for an empty bundle, which may be what we hope for. */
function failUnlessEmpty(warning) {
  if (warning.code !== 'EMPTY_BUNDLE') throw new Error(warning.message);
}

async function rollupOne(options) {
  const bundle = await rollup({ input: entryPrefix, cache: false, onwarn: failUnlessEmpty, ...options });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const minified = await transform(output[0].code, {
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
  });
  return minified.code;
}

/**
 * The code that rollup keeps of a module, given by its path, and of the files it imports if none of it is
 * used and the `sideEffects` fields of packages are ignored: the code with side effects that rollup finds by
 * itself.
 */
export async function bundleUnused(path) {
  const source = `import ${JSON.stringify(path)};\n`;
  const entry = {
    name: 'application',
    resolveId: id => (id === entryPrefix ? id : null),
    load: id => (id === entryPrefix ? source : null),
  };
  const code = await rollupOne({
    external: id => !id.startsWith('.') && !id.startsWith('/') && id !== entryPrefix,
    treeshake: { moduleSideEffects: (_, isExternal) => !isExternal },
    plugins: [entry],
  });
  return code.trim();
}

/**
 * Measures exports, given as `{ folder, exportName }`: gzipped bytes with each bundler, directly, and with
 * esbuild through the facade if that has it (`undefined` otherwise). Exports that the facade does not have
 * are measured through the index of their package. esbuild takes all exports at once; rollup takes ten times
 * as long for each, and so does the facade. With `sampleEvery: n`, only every nth export and the first of
 * each package go through those.
 */
export async function measureExports(exports, { sampleEvery = 1 } = {}) {
  const isSample = ({ folder }, i) => i % sampleEvery === 0 || exports[i - 1].folder !== folder;
  const applications = exports.map(({ folder, exportName }) => ({
    from: folder,
    exportName,
    direct: isInFacade(folder),
  }));
  const samples = exports.map((entry, i) => (isSample(entry, i) ? i : -1)).filter(i => i >= 0);
  const passedOn = samples.filter(i => isInFacade(exports[i].folder));
  const throughFacade = passedOn.map(i => ({ from: 'colide', exportName: exports[i].exportName }));
  const [esbuild, rolled] = await Promise.all([
    bundleWithEsbuild([...applications, ...throughFacade]),
    bundleWithRollup(samples.map(i => ({ ...applications[i], direct: true }))),
  ]);
  const facadeAt = new Map(passedOn.map((i, k) => [i, exports.length + k]));
  const size = code => (code === undefined ? undefined : gzipSync(code, { level: 9 }).length);
  return exports.map((entry, i) => {
    const facade = esbuild[facadeAt.get(i)];
    const sizes = {
      esbuild: size(esbuild[i]),
      rollup: size(rolled[samples.indexOf(i)]),
      esbuildFacade: size(facade),
    };
    const largest = Math.max(...Object.values(sizes).filter(Number.isFinite));
    return { ...entry, ...sizes, largest, minified: esbuild[i].length, minifiedFacade: facade?.length };
  });
}

/** Every budgeted export of the given packages (default: all) with its budget and its sizes. */
export async function measureBudgets(folders = listPackages(), options = {}) {
  const exports = folders.flatMap(folder =>
    Object.entries(readBudget(folder)).map(([exportName, budget]) => ({ folder, exportName, budget })),
  );
  return measureExports(exports, options);
}
