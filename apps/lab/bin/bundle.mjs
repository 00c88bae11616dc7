/**
 * Bundles one suite or experiment with the harness and runs it in a fresh Node process.
 *
 * Our own packages are read from source and bundled, so that the code in the tree is measured. Peers (the
 * lab's devDependencies) stay external and run as their authors ship them, except those whose ESM does not
 * load in Node: these have to be bundled first.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/** The folder of the lab. */
export const labFolder = fileURLToPath(new URL('..', import.meta.url));

/** Programs of the threads that experiments start, by experiment: they are bundled on their own. */
export const threadPrograms = { 'e4-3': './src/scenes/divided-container.ts' };

/** Peers whose published ESM does not load in Node. */
const bundledPeers = ['quickhull3d', 'fast-triangle-triangle-intersection'];

/** Names of the modules in a folder under `src`, each with the first sentence of its header comment. */
export function listModules(folder) {
  const path = join(labFolder, 'src', folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter(file => file.endsWith('.ts'))
    .sort()
    .map(file => {
      const source = readFileSync(join(path, file), 'utf8');
      const header = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1] ?? '';
      const text = header
        .replace(/^\s*\* ?/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      // A point after which something in lower case or a number follows is one of an abbreviation.
      return { name: file.slice(0, -3), summary: /^.*?\.(?=\s+[^a-z\d\s]|$)/.exec(text)?.[0] ?? text };
    });
}

/** The settings of all bundles: `sources` are the texts of entries in the folder of the lab, by name. */
function bundleOptions(sources) {
  const manifest = JSON.parse(readFileSync(join(labFolder, 'package.json'), 'utf8'));
  const peers = Object.keys(manifest.devDependencies).filter(peer => !bundledPeers.includes(peer));
  const texts = new Map(Object.entries(sources).map(([name, source]) => [entryOf(name), source]));
  return {
    cwd: labFolder,
    input: Object.fromEntries(Object.keys(sources).map(name => [name, entryOf(name)])),
    platform: 'node',
    resolve: { conditionNames: ['colide-source', 'module', 'import', 'node'] },
    external: id => peers.some(peer => id === peer || id.startsWith(`${peer}/`)),
    // As the packages are built (`tooling/rolldown.config.ts`).
    transform: { target: 'es2022' },
    optimization: { inlineConst: { mode: 'all', pass: 2 } },
    plugins: [
      {
        name: 'entries',
        resolveId: id => (texts.has(id) ? id : undefined),
        load: id => texts.get(id),
      },
    ],
    logLevel: 'warn',
  };
}

/** The path of an entry that has no file. */
function entryOf(name) {
  return join(labFolder, `${name}.entry.ts`);
}

/** Bundles the given source as `.cache/<name>.mjs` and returns its path. */
export async function bundle(name, source) {
  const file = join(labFolder, '.cache', `${name}.mjs`);
  mkdirSync(join(labFolder, '.cache'), { recursive: true });
  await build({
    ...bundleOptions({ [name]: source }),
    output: { file, format: 'esm', sourcemap: 'inline', codeSplitting: false },
  });
  return file;
}

/** The source of a program that runs one experiment. */
export function experimentSource(name) {
  return `
    import { experimentMain } from './src/harness/experiment-main.ts';
    import { experiment } from './src/experiments/${name}.ts';
    await experimentMain(experiment, process.argv.slice(2));`;
}

/** Bundles experiments as programs `<name>.mjs` that share code, into a folder: quicker than one by one. */
export async function bundleExperiments(names, dir) {
  const sources = Object.fromEntries(names.map(name => [name, experimentSource(name)]));
  const output = { dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' };
  await build({ ...bundleOptions(sources), output });
}

/**
 * A hash of the code that a suite or an experiment runs, peers aside. Comments and layout do not count: the
 * code is minified first. A stored result with another key was measured with other code.
 */
export async function sourceKey(folder, name) {
  const thread = folder === 'experiments' ? threadPrograms[name] : undefined;
  const source = `export * from './src/${folder}/${name}.ts';${thread ? `import '${thread}';` : ''}`;
  const { output } = await build({
    ...bundleOptions({ [`${folder}-${name}`]: source }),
    write: false,
    output: { format: 'esm', minify: true },
  });
  return createHash('sha256').update(output[0].code).digest('hex').slice(0, 16);
}

/**
 * Bundles and runs with further flags and variables; resolves with the exit code of the process. A run that
 * takes longer than `patience`, in seconds, is terminated and counts as failed.
 */
export async function bundleAndRun(name, entrySource, args, { flags = [], env = {}, patience } = {}) {
  const file = await bundle(name, entrySource);
  const allFlags = ['--expose-gc', '--enable-source-maps', ...flags];
  const child = spawn(process.execPath, [...allFlags, file, ...args], {
    cwd: labFolder,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    ...(patience === undefined ? {} : { timeout: Math.ceil(1000 * patience), killSignal: 'SIGKILL' }),
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}

/** Runs a suite; see `bench.mjs` for the options. */
export async function runSuite(name, args, settings) {
  const entry = `
    import { benchMain } from './src/harness/bench-main.ts';
    import { suite } from './src/suites/${name}.ts';
    await benchMain('${name}', suite, process.argv.slice(2));`;
  const env = { COLIDE_SOURCE_KEY: await sourceKey('suites', name) };
  return bundleAndRun(`bench-${name}`, entry, args, { ...settings, env });
}
