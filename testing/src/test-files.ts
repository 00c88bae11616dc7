/**
 * Finds the test files that use the allocation meter. Each needs a process of its own: what V8 makes of a
 * function, and so whether a number is boxed, depends on everything that was run before. All other tests
 * share processes, which saves starting one and loading the packages for every file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const meter = /\b(expectNoAllocation|measureAllocation)\b/;
const localImport = /(?<=\bfrom ')\.{1,2}\/[^']+\.ts(?=')/g;

/** Whether a file, or one that it imports by a relative path, calls the meter. */
function isMetered(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  return (
    meter.test(text) ||
    (text.match(localImport) ?? []).some(path => isMetered(join(dirname(file), path), seen))
  );
}

/** The test files that use the meter, by their paths in the repository at `root`. */
export function meteredFiles(root: string): string[] {
  const homes = ['packages', 'apps'].flatMap(home =>
    readdirSync(join(root, home)).map(name => join(home, name, 'test')),
  );
  return [...homes, 'testing/test', 'docs/test']
    .filter(home => existsSync(join(root, home)))
    .flatMap(home =>
      readdirSync(join(root, home), { recursive: true, encoding: 'utf8' }).map(path => join(home, path)),
    )
    .filter(path => path.endsWith('.test.ts') && isMetered(join(root, path)));
}
