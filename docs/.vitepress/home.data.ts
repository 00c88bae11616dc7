/**
 * The data of the home page: stored benchmark rows, packages with their sizes, pictures of scenes.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryAddress } from '@colide/tooling/repository';
import { engineName, spaced } from './times.ts';

/** One contender of a benchmark. */
export interface Runner {
  name: string;
  /** Milliseconds per step. */
  time: number;
  /** Relative to the slowest contender. */
  share: number;
  isOurs: boolean;
  isFastest: boolean;
}

/** The data of the home page. */
export interface HomeData {
  races: { name: string; runners: Runner[] }[];
  machine: string;
  packages: {
    name: string;
    summary: string;
    /** The page about it. */
    page: string;
    exports: number;
    sizes: string;
  }[];
  scenes: { name: string; title: string }[];
  /** The address of the repository; empty if git has none on the web. */
  source: string;
}

declare const data: HomeData;

export { data };

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (...path: string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8'));

/** The benchmarks of a stored suite with the given names, fastest contender first. */
export function races(
  results: readonly { name: string; rows: readonly { contender: string; nsPerItem: number }[] }[],
  names: readonly string[],
): HomeData['races'] {
  return names.flatMap(name => {
    const found = results.find(result => result.name === name);
    if (!found) return [];
    const rows = found.rows.toSorted((a, b) => a.nsPerItem - b.nsPerItem);
    const runners = rows.map(({ contender, nsPerItem }, place) => ({
      name: engineName(contender),
      time: nsPerItem / 1e6,
      share: nsPerItem / rows[rows.length - 1].nsPerItem,
      // With and without SIMD.
      isOurs: /^colide\b/.test(contender),
      isFastest: place === 0,
    }));
    return [{ name: spaced(name), runners }];
  });
}

/** The published packages, the facade first, each with the smallest and the largest of its budgets. */
function packages(): HomeData['packages'] {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return readdirSync(join(root, 'packages'))
    .filter(folder => existsSync(join(root, 'packages', folder, 'package.json')))
    .map(folder => {
      const { name, description } = read('packages', folder, 'package.json');
      const budgets: number[] = Object.values(read('packages', folder, 'budget.json'));
      const sizes =
        budgets.length > 0 ? `${kilobytes(Math.min(...budgets))} to ${kilobytes(Math.max(...budgets))}` : '';
      // Packages without pages of their own are in the reference.
      const page = existsSync(join(root, 'docs', folder, 'index.md')) ? `/${folder}/` : `/api/${folder}`;
      const summary = description.replace(/\.$/, '');
      return { name, summary, page, exports: budgets.length, sizes };
    })
    .sort((a, b) => Number(b.name === 'colide') - Number(a.name === 'colide'));
}

/**
 * The address that this clone came from, if it is one on the web: then the packages can be published, too.
 */
function sourceAddress(): string {
  try {
    const remote = execFileSync('git', ['remote', 'get-url', 'origin'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return repositoryAddress(remote.toString().trim());
  } catch {
    return '';
  }
}

// No files are watched: to find them, VitePress would walk the whole repository and all that is installed in
// it.
export default {
  load(): HomeData {
    const { machine, results } = read('apps', 'lab', 'results', 'world.json');
    const list = join('docs', 'public', 'scenes', 'scenes.json');
    return {
      races: races(results, ['50 boxes', '500 boxes', '2000 boxes', '500 spheres']),
      machine: `${machine.date}, Node ${machine.node.slice(1)}, ${machine.cpu}, one thread`,
      packages: packages(),
      scenes: existsSync(join(root, list)) ? read(list) : [],
      source: sourceAddress(),
    };
  },
};
