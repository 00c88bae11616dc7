/**
 * `import 'colide'` takes less than 100 ms of processor time in Node. No clock can show that on a busy
 * machine, but the quantities on which the time depends can be counted: files to be found and linked, and
 * text to be parsed. A soak measures the time. Decision 0170 has the figures.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isSoak } from '@colide/testing/soak';
import { describe, expect, it } from 'vitest';
import { readPackages, root } from './workspace.ts';

/** Milliseconds of processor time. */
const mostTime = 100;
/** Bytes of all files: 1.84 MB took 87 to 91 ms, and each MB more takes some 30 ms. */
const mostBytes = 2_000_000;

/** A hook of Node's loader that prints each file it loads and its length. */
const hook = `
  import { writeSync } from 'node:fs';
  export async function load(url, context, next) {
    const loaded = await next(url, context);
    if (url.startsWith('file:')) writeSync(1, url + ' ' + loaded.source.length + '\\n');
    return loaded;
  }`;

/** Runs a module in a process of its own, where users of the package `colide` are; resolves to its output. */
function run(text: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: join(root, 'packages', 'colide'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

describe("import 'colide' in Node", () => {
  it('loads one file per package, and not too much text', () => {
    const address = `data:text/javascript,${encodeURIComponent(hook)}`;
    const lines = run(`import { register } from 'node:module';
      register(${JSON.stringify(address)});
      await import('colide');`);
    const files = lines.trim().split('\n');
    const own = readPackages()
      .filter(({ manifest }) => manifest.peerDependencies === undefined)
      .map(({ folder }) => `packages/${folder}/dist/node/index.js`);
    expect(files.map(line => line.replace(/^.*\/(?=packages\/)| \d+$/g, '')).sort()).toEqual(own);
    const bytes = files.reduce((sum, line) => sum + Number(line.split(' ')[1]), 0);
    expect(bytes).toBeGreaterThan(mostBytes / 2);
    expect(bytes).toBeLessThan(mostBytes);
  });

  it.runIf(isSoak)('takes less than 100 ms of processor time', () => {
    const measure = `const start = process.cpuUsage();
      await import('colide');
      const { user, system } = process.cpuUsage(start);
      console.log((user + system) / 1000);`;
    const times = Array.from({ length: 15 }, () => Number(run(measure)));
    expect(Math.min(...times)).toBeLessThan(mostTime);
  });
});
