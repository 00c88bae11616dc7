/**
 * `pnpm lab` lists what there is.
 *
 *   pnpm lab e3-2 [--quick]     one experiment of the sources; a full run is stored in results/experiments
 *   pnpm lab errata             every erratum: printed and corrected formula side by side
 *   pnpm lab all [--quick]      all of them, one after the other
 *   pnpm lab stale              stored results that were measured with other code than the present
 *   pnpm lab rerun [--minutes N] [names]   runs what is stale in full, the shortest first, and stores each
 *   pnpm lab variants [scene] [--count N] [--seed N] [--peers] [--simd]   random variants of scenes
 *   pnpm lab profile <suite>    a flame graph of our part in a quick run of a benchmark suite
 *   pnpm lab report             the pages of the site that show the stored results
 *   pnpm bench <suite>          the race against other libraries
 */
import { listModules } from './bundle.mjs';
import { profile } from './profile.mjs';
import { rerun } from './rerun.mjs';
import { runErrata, runExperiment, runReport, runVariants } from './run.mjs';
import { listStale } from './stale.mjs';

const [command, ...args] = process.argv.slice(2).filter(argument => argument !== '--');
const experiments = listModules('experiments');
const names = experiments.map(({ name }) => name);
/** `E3.2` and `e3-2` are the same. */
const experiment = command?.toLowerCase().replaceAll('.', '-');

function list() {
  const print = modules => {
    const width = Math.max(...modules.map(({ name }) => name.length));
    for (const { name, summary } of modules) console.log(`  ${name.padEnd(width)}  ${summary}`);
  };
  console.log('pnpm lab <experiment> [--quick], pnpm lab all [--quick]\n\nExperiments:');
  print(experiments);
  console.log('\npnpm lab errata\n\nErrata:');
  print(listModules('errata'));
  console.log('\npnpm bench <suite>, pnpm lab profile <suite>\n\nSuites:');
  print(listModules('suites'));
  console.log(`
pnpm lab stale: stored results of other code
pnpm lab rerun [--minutes N]: runs these in full, the shortest first
pnpm lab variants [scene] [--count N] [--seed N] [--peers] [--simd]: random variants of the physics scenes
pnpm lab report: the pages of the site`);
}

async function runAll() {
  const failed = [];
  console.error(`[1/${names.length + 1}] errata`);
  if ((await runErrata()) !== 0) failed.push('errata');
  for (const [i, name] of names.entries()) {
    console.error(`[${i + 2}/${names.length + 1}] ${name}`);
    if ((await runExperiment(name, args)) !== 0) failed.push(name);
  }
  console.error(
    failed.length === 0 ? 'all claims hold' : `claims that do not hold, or errors: ${failed.join(', ')}`,
  );
  return failed.length === 0 ? 0 : 1;
}

async function main() {
  if (command === undefined || command.startsWith('-')) return list();
  if (command === 'all') return runAll();
  if (command === 'errata') return runErrata();
  if (command === 'report') return (await runReport()) || listStale();
  if (command === 'stale') return listStale();
  if (command === 'rerun') return rerun(args);
  if (command === 'variants') return runVariants(args);
  if (command === 'profile') return profile(args);
  if (names.includes(experiment)) return runExperiment(experiment, args);
  console.error(`There is no "${command}". Experiments: ${names.join(', ')}`);
  return 2;
}

process.exitCode = (await main()) ?? 0;
