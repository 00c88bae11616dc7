/**
 * Bundles one suite or experiment with the harness and runs it in a fresh Node process.
 *
 * Our own packages are read from source and bundled, so that what is measured is the code in the tree. Peers (the
 * lab's devDependencies) stay external and run as their authors ship them, except those whose ESM does not load
 * in Node: these have to be bundled first.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/** The folder of the lab. */
export const labFolder = fileURLToPath(new URL('..', import.meta.url));

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
      return { name: file.slice(0, -3), summary: /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text };
    });
}

/** Bundles the given source as `.cache/<name>.mjs` and returns its path. */
export async function bundle(name, source) {
  const manifest = JSON.parse(readFileSync(join(labFolder, 'package.json'), 'utf8'));
  const peers = Object.keys(manifest.devDependencies).filter(peer => !bundledPeers.includes(peer));
  const outfile = join(labFolder, '.cache', `${name}.mjs`);
  mkdirSync(join(labFolder, '.cache'), { recursive: true });
  const entry = join(labFolder, `${name}.entry.ts`);
  await build({
    cwd: labFolder,
    input: entry,
    platform: 'node',
    resolve: { conditionNames: ['colide-source', 'module', 'import', 'node'] },
    external: id => peers.some(peer => id === peer || id.startsWith(`${peer}/`)),
    // As the packages are built (`tooling/rolldown.config.ts`).
    transform: { target: 'es2022' },
    optimization: { inlineConst: { mode: 'all', pass: 2 } },
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === entry ? id : undefined),
        load: id => (id === entry ? source : undefined),
      },
    ],
    output: { file: outfile, format: 'esm', sourcemap: 'inline' },
    logLevel: 'warn',
  });
  return outfile;
}

/** Bundles and runs; resolves with the exit code of the process. */
export async function bundleAndRun(name, entrySource, args) {
  const file = await bundle(name, entrySource);
  const flags = ['--expose-gc', '--enable-source-maps'];
  const child = spawn(process.execPath, [...flags, file, ...args], { cwd: labFolder, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(signal ? 1 : code));
  });
}
