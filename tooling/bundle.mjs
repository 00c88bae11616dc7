/**
 * How many bytes one export costs an application: bundles `import { X }` alone with esbuild and with rollup, from
 * the built package and through the facade, minifies it (esbuild in both cases) and compresses it (gzip).
 *
 * esbuild takes all exports as entry points of one build, which parses each module once and bundles each entry on
 * its own. Rollup would share chunks between entry points, so it runs once an export, with parsed modules kept from run
 * to run. Peer dependencies stay outside of the bundle.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build, transform } from 'esbuild';
import { rollup } from 'rollup';
import { layers } from './layers.mjs';

const packagesFolder = join(dirname(fileURLToPath(import.meta.url)), '..', 'packages');
const entryPrefix = 'export-of:';

/** Folder names of the packages that are there, lowest layer first. */
export function listPackages() {
  return readdirSync(packagesFolder)
    .filter(folder => existsSync(join(packagesFolder, folder, 'package.json')))
    .sort((a, b) => layers[a] - layers[b] || (a < b ? -1 : 1));
}

/** The budgets of a package: gzipped bytes by export name. */
export function readBudget(folder) {
  return JSON.parse(readFileSync(join(packagesFolder, folder, 'budget.json'), 'utf8'));
}

/** The packages whose exports the facade passes on: all below it. */
export function isInFacade(folder) {
  return layers[folder] < layers.colide;
}

/** The built entry of a package. */
function builtIndex(folder) {
  const path = join(packagesFolder, folder, 'dist', 'index.js');
  if (!existsSync(path)) throw new Error(`packages/${folder} is not built; run pnpm build first`);
  return path;
}

/** The source of an application that uses one export and nothing else. */
function applicationSource({ module, exportName }) {
  return `import { ${exportName} } from ${JSON.stringify(module)};\nglobalThis.used = ${exportName};\n`;
}

/** Names of modules that stay outside: peer dependencies of any package. */
function peerDependencies() {
  return listPackages().flatMap(folder => {
    const manifest = JSON.parse(readFileSync(join(packagesFolder, folder, 'package.json'), 'utf8'));
    return Object.keys(manifest.peerDependencies ?? {});
  });
}

/** Bundles every application with esbuild and gives the minified code of each. */
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

/** Bundles every application with rollup and gives the minified code of each. */
export async function bundleWithRollup(applications) {
  const external = peerDependencies();
  const resolver = nodeResolve({ browser: true });
  const code = [];
  let cache;
  for (const application of applications) {
    const bundle = await rollup({
      input: entryPrefix,
      external,
      cache,
      plugins: [
        {
          name: 'application',
          resolveId: id => (id === entryPrefix ? id : null),
          load: id => (id === entryPrefix ? applicationSource(application) : null),
        },
        resolver,
      ],
    });
    cache = bundle.cache;
    const { output } = await bundle.generate({ format: 'es' });
    await bundle.close();
    const minified = await transform(output[0].code, {
      minify: true,
      format: 'esm',
      target: 'es2022',
      legalComments: 'none',
    });
    code.push(minified.code);
  }
  return code;
}

/**
 * Measures exports, given as `{ folder, exportName }`: gzipped bytes with each bundler, from the package and, where
 * the facade has it, through the facade (`undefined` otherwise).
 */
export async function measureExports(exports) {
  const direct = exports.map(({ folder, exportName }) => ({ module: builtIndex(folder), exportName }));
  const throughFacade = exports
    .filter(({ folder }) => isInFacade(folder))
    .map(({ exportName }) => ({ module: builtIndex('colide'), exportName }));
  const applications = [...direct, ...throughFacade];
  const [esbuild, rolled] = await Promise.all([
    bundleWithEsbuild(applications),
    bundleWithRollup(applications),
  ]);
  const size = code => (code === undefined ? undefined : gzipSync(code, { level: 9 }).length);
  let next = direct.length;
  return exports.map((entry, i) => {
    const facade = isInFacade(entry.folder) ? next++ : -1;
    const sizes = {
      esbuild: size(esbuild[i]),
      rollup: size(rolled[i]),
      esbuildFacade: size(esbuild[facade]),
      rollupFacade: size(rolled[facade]),
    };
    return { ...entry, ...sizes, largest: Math.max(...Object.values(sizes).filter(Number.isFinite)) };
  });
}

/** Every budgeted export of the given packages (default: all) with its budget and its sizes. */
export async function measureBudgets(folders = listPackages()) {
  const exports = folders.flatMap(folder =>
    Object.entries(readBudget(folder)).map(([exportName, budget]) => ({ folder, exportName, budget })),
  );
  return measureExports(exports);
}
