/**
 * The files of a package: which sources are public, and which built files are removed before a new build.
 *
 * A package lies in rooms, folders by topic; what is in a room itself is public, what is in an `internal/` is
 * not. Import paths do not contain rooms: `src/gjk/gjk-cache.ts` is `@colide/narrowphase/gjk-cache`, so file
 * names are unique in a package.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Paths below the folder `source`, by entry name, sorted: `{ 'gjk-cache': 'gjk/gjk-cache.ts', … }`. `index`
 * is one of them.
 */
export function publicFiles(source) {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => file.endsWith('.ts') && !file.split('/').includes('internal'))
    .sort();
  const byName = Object.fromEntries(files.map(file => [basename(file, '.ts'), file]));
  if (Object.keys(byName).length < files.length) throw new Error(`two files of ${source} have one name`);
  return byName;
}

/** Whether an entry is no module to import but the program of a worker: `worker`, `worker-2d`. */
export function isProgram(name) {
  return /^worker(-2d)?$/.test(name);
}

/** Removes the files below a folder whose names match, if the folder is there. */
export function removeFiles(folder, pattern) {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (pattern.test(file)) rmSync(join(folder, file));
}
