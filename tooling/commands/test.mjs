/**
 * `npm test`: installs what is missing and runs every test there is. Steps that fail do not stop the others;
 * the last line counts the tests: `N passed, N failed`.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, readCounts } from './report.mjs';
import { cache, createSteps, run } from './run.mjs';
import { environment, installBrowser, installPackages, installPnpm, pnpm } from './setup.mjs';

const step = createSteps(4);
/** Minutes after which a run of Vitest counts as hung; it takes a quarter of that on two idle cores. */
const patience = 40;
const totals = { passed: 0, failed: 0, skipped: 0, withoutData: 0 };
const failures = [];

/** One command that passes or fails as a whole; its output is shown when it fails. */
async function check(title, script) {
  const code = await pnpm(['run', '--silent', script], { quiet: true });
  totals[code === 0 ? 'passed' : 'failed']++;
  if (code !== 0) failures.push(title);
  return code === 0;
}

/**
 * One run of Vitest over some projects; every test counts, and a run that breaks without a failed test counts
 * as one. A quiet one shows its output when it fails.
 */
async function vitest(projects, title, { quiet = false, env = {} } = {}) {
  const report = join(cache, `vitest-${projects[0]}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    ...projects.map(project => `--project=${project}`),
    '--reporter=default',
    '--reporter=./tooling/commands/still-running.mjs',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const vitestScript = join('node_modules', 'vitest', 'vitest.mjs');
  const code = await run(process.execPath, [vitestScript, ...args], {
    env: { ...environment(), ...env },
    quiet,
    limit: patience,
  });
  const counts = readCounts(report);
  for (const kind of Object.keys(totals)) totals[kind] += counts[kind];
  if (code !== 0) {
    failures.push(title);
    if (counts.failed === 0) totals.failed++;
  }
}

mkdirSync(cache, { recursive: true });
await step('pnpm', installPnpm);
const [, missing] = await step('packages, Chromium and Vulkan', () =>
  Promise.all([installPackages(), installBrowser()]),
);
if (missing) {
  console.error(missing);
  totals[process.env.CI ? 'failed' : 'skipped']++;
  if (process.env.CI) failures.push('Chromium and Vulkan');
}
// Steps that leave a core idle run beside others: lint and types need one core and run beside the tests.
const checks = [check('lint', 'lint'), check('types', 'typecheck')];
const isBuilt = await step('build, beside lint and types', () => check('build', 'build'));

// Tests in Node see the packages as they are published; without a build, their sources.
const env = { COLIDE_BUILT: isBuilt ? '1' : '0' };
const inNode = () =>
  vitest(['unit-shared', 'unit-alone', 'repo'], 'unit and property tests, repository guards', { env });

/** Tests that wait for a graphics driver or a browser much of the time. */
async function inBrowser() {
  if (missing) return console.log('WebGPU and Chromium are left out');
  await vitest(['gpu'], 'WebGPU in Node', { quiet: true, env });
  await vitest(['browser'], 'Chromium: WebGPU, workers', { quiet: true });
}

await step('unit and property tests, repository guards; WebGPU and Chromium', () =>
  Promise.all([inNode(), inBrowser(), ...checks]),
);

console.log(`\n${lastLines(totals, failures)}`);
process.exit(totals.failed === 0 ? 0 : 1);
