/**
 * `npm test`: installs what is missing and runs every test there is. Steps that fail do not stop the others; the last
 * line counts the tests: `N passed, N failed`.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cache, createSteps, run } from './run.mjs';
import { environment, installBrowser, installPackages, installPnpm, pnpm } from './setup.mjs';

const step = createSteps(10);
const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

/** One command that passes or fails as a whole. */
async function check(title, work) {
  const code = await step(title, work);
  totals[code === 0 ? 'passed' : 'failed']++;
  if (code !== 0) failures.push(title);
}

/** One Vitest project; every test counts, and a run that breaks without a failed test counts as one. */
async function vitest(project, title) {
  const report = join(cache, `vitest-${project}.json`);
  rmSync(report, { force: true });
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const code = await step(title, () =>
    run(process.execPath, [join('node_modules', 'vitest', 'vitest.mjs'), ...args], { env: environment() }),
  );
  const counts = readCounts(report);
  totals.passed += counts.passed;
  totals.failed += counts.failed;
  totals.skipped += counts.skipped;
  if (code !== 0) {
    failures.push(title);
    if (counts.failed === 0) totals.failed++;
  }
}

function readCounts(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(report, 'utf8'));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}

mkdirSync(cache, { recursive: true });
await step('pnpm', installPnpm);
await step('packages', installPackages);
const missing = await step('Chromium and Vulkan', installBrowser);
if (missing) {
  console.error(missing);
  totals[process.env.CI ? 'failed' : 'skipped']++;
  if (process.env.CI) failures.push('Chromium and Vulkan');
}
await check('lint', () => pnpm(['run', '--silent', 'lint']));
await check('types', () => pnpm(['run', '--silent', 'typecheck']));
await vitest('unit', 'unit and property tests');
if (!missing) {
  await vitest('gpu', 'WebGPU in Node');
  await vitest('browser', 'Chromium: WebGPU, workers');
} else {
  await step('WebGPU in Node', () => console.log('left out'));
  await step('Chromium: WebGPU, workers', () => console.log('left out'));
}
await check('build', () => pnpm(['run', '--silent', 'build'], { quiet: true }));
await vitest('repo', 'repository guards and packed packages');

if (failures.length > 0) console.log(`\nfailed: ${failures.join('; ')}`);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.log(`\n${totals.passed} passed, ${totals.failed} failed${skipped}`);
process.exit(totals.failed === 0 ? 0 : 1);
