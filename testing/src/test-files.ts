/**
 * Finds test files by the helpers they use.
 *
 * Those that use the allocation meter need a process each: the code that V8 generates for a function, and so
 * whether a number is boxed, depends on all code that was run before. All other tests share processes, which
 * saves starting one and loading the packages for every file.
 *
 * Those that ask whether this run is a soak have a long form, which `pnpm test:soak` runs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const meter = /\b(expectNoAllocation|measureAllocation)\b/;
const soak = /\b(isSoak|soak\()/;
const localImport = /(?<=\bfrom ')\.{1,2}\/[^']+\.ts(?=')/g;

/** Whether a file, or one that it imports by a relative path, has such words in it. */
function uses(file: string, words: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  return (
    words.test(text) ||
    (text.match(localImport) ?? []).some(path => uses(join(dirname(file), path), words, seen))
  );
}

/** The test files below some folders that use such words, by their paths in the repository at `root`. */
function filesThatUse(root: string, words: RegExp, folders: readonly string[]): string[] {
  const homes = ['packages', 'apps'].flatMap(home =>
    readdirSync(join(root, home)).map(name => join(home, name, 'test')),
  );
  return [...homes, ...folders]
    .filter(home => existsSync(join(root, home)))
    .flatMap(home =>
      readdirSync(join(root, home), { recursive: true, encoding: 'utf8' }).map(path => join(home, path)),
    )
    .filter(path => path.endsWith('.test.ts') && uses(join(root, path), words));
}

/** The test files that use the meter, by their paths in the repository at `root`. */
export function meteredFiles(root: string): string[] {
  return filesThatUse(root, meter, ['testing/test', 'docs/test']);
}

/**
 * The test files that have a long form, among them those that use the meter, whose warm-ups are longer in a
 * soak.
 */
export function soakFiles(root: string): string[] {
  const own = filesThatUse(root, soak, ['testing/repo', 'docs/test']);
  return [...new Set([...own, ...meteredFiles(root)])];
}
