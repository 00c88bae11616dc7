/**
 * `pnpm lab profile <suite> [filter]`: runs a suite quickly under the CPU profiler and draws a flame graph.
 * Other libraries are left out, since they would take most of the time.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { labFolder, listModules, runSuite } from './bundle.mjs';
import { flameGraph } from './flame-graph.mjs';

/** The functions of the harness that run the measured code; the graph leaves out loading and preparation. */
const measured = ['timeBatch', 'measureFigure'];

/** Resolves with an exit code. The graph is in apps/lab/.cache/profile/<suite>.svg. */
export async function profile([name, ...args]) {
  const suites = listModules('suites').map(suite => suite.name);
  if (!suites.includes(name)) {
    console.error(`pnpm lab profile <suite> [filter]; suites: ${suites.join(', ')}`);
    return 2;
  }
  const folder = join(labFolder, '.cache', 'profile');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const code = await runSuite(name, [...args, '--quick', '--ours'], {
    flags: ['--cpu-prof', `--cpu-prof-dir=${folder}`],
  });
  if (code !== 0) return code;
  const [file] = readdirSync(folder).filter(entry => entry.endsWith('.cpuprofile'));
  const title = `pnpm bench ${[name, ...args].join(' ')}`;
  const text = flameGraph(JSON.parse(readFileSync(join(folder, file), 'utf8')), title, measured);
  writeFileSync(join(folder, `${name}.svg`), text);
  console.log(
    `written: apps/lab/.cache/profile/${name}.svg, and ${file} for the developer tools of a browser`,
  );
  return 0;
}
