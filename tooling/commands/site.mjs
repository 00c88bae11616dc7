/**
 * The built site for `npm start`: built once into `.cache`, and again only when something that goes into it
 * has changed. Its pages are complete when they arrive; the development server compiles hundreds of modules
 * before it shows one.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root, run } from './run.mjs';
import { environment } from './setup.mjs';

const docs = join(root, 'docs');

/** Files and folders from which the site is built. */
const inputs = [
  'pnpm-lock.yaml',
  'tooling/tsconfig.base.json',
  '.changeset',
  'docs',
  'packages',
  'apps/lab/results',
  'apps/playground',
];

/** Parts of those folders that the site does not depend on: tests and generated files. */
const ignored = /(^|\/)(node_modules|dist|test|\.cache|\.turbo)$|^docs\/\.vitepress\/(cache|\.temp)$/;

/** All files under a path of `folder`, in an order that is the same on every machine. */
function listFiles(folder, path) {
  if (ignored.test(path)) return [];
  if (!statSync(join(folder, path)).isDirectory()) return [path];
  return readdirSync(join(folder, path))
    .sort()
    .flatMap(name => listFiles(folder, `${path}/${name}`));
}

/** A name for the content of everything that goes into the site of the repository in `folder`. */
export function siteKey(folder = root) {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap(input => listFiles(folder, input))) {
    const content = readFileSync(join(folder, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Builds the site into `outDir`, in 20 minutes at most; resolves to the exit code. `onModules` is called with
 * the number of finished modules. `base` is the path it is served from, such as `/colide`. Code is
 * highlighted only on the pages in `coloured`, such as `api/simd.md`; on all pages if it is not given.
 */
export function buildSite(outDir, { onModules = () => {}, base, coloured } = {}) {
  const vitepress = join(docs, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
  return run(process.execPath, [vitepress, 'build', '--outDir', outDir], {
    cwd: docs,
    env: {
      ...environment(),
      ...(base && { COLIDE_BASE: base }),
      ...(coloured && { COLIDE_COLOURED: coloured.join() }),
    },
    quiet: true,
    limit: 20,
    onMessage: message => onModules(message.modules),
  });
}

/** The folder of the site built from the sources as they are now, or undefined if it cannot be built. */
export async function currentSite(onModules) {
  const folder = join(cache, `site-${siteKey()}`);
  if (existsSync(folder)) return folder;
  const unfinished = join(cache, 'unfinished-site');
  if ((await buildSite(unfinished, { onModules })) !== 0) return undefined;
  for (const other of readdirSync(cache))
    if (other.startsWith('site-')) rmSync(join(cache, other), { recursive: true });
  renameSync(unfinished, folder);
  return folder;
}
