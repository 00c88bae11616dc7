/**
 * `pnpm bench` lists the suites; `pnpm bench <suite> [filter] [--quick] [--ours] [--json]` runs one.
 *
 *   filter    run only the cases or scenes whose name contains this text
 *   --quick   fewer and shorter rounds, shorter scenes: a first look, not a number to publish
 *   --ours    without other libraries, for a profile
 *   --json    write results/<suite>.json and results/<suite>.md
 */
import { listModules, runSuite } from './bundle.mjs';

const [name, ...args] = process.argv.slice(2).filter(argument => argument !== '--');
const suites = listModules('suites');

if (name === undefined || name.startsWith('-')) {
  console.log('pnpm bench <suite> [filter] [--quick] [--ours] [--json]\n\nSuites:');
  const width = Math.max(0, ...suites.map(suite => suite.name.length));
  for (const suite of suites) console.log(`  ${suite.name.padEnd(width)}  ${suite.summary}`);
} else if (!suites.some(suite => suite.name === name)) {
  console.error(`There is no suite "${name}". Suites: ${suites.map(suite => suite.name).join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = await runSuite(name, args);
}
