/**
 * `pnpm --filter @colide/lab experiment` lists the experiments of the sources; with an id (`E0.1`) it runs one,
 * prints its tables beside the published numbers and writes tables and SVG plots to results/experiments/.
 */
import { bundleAndRun, listModules } from './bundle.mjs';

const [id, ...args] = process.argv.slice(2).filter(argument => argument !== '--');
const experiments = listModules('experiments');
const file = id?.toLowerCase().replaceAll('.', '-');

if (file === undefined || file.startsWith('-')) {
  console.log('pnpm --filter @colide/lab experiment <id>\n\nExperiments:');
  for (const { name, summary } of experiments)
    console.log(`  ${name.toUpperCase().replace('-', '.')}  ${summary}`);
  if (experiments.length === 0) console.log('  none yet');
} else if (!experiments.some(experiment => experiment.name === file)) {
  console.error(`There is no experiment "${id}".`);
  process.exitCode = 2;
} else {
  const entry = `
    import { experimentMain } from './src/harness/experiment.ts';
    import { experiment } from './src/experiments/${file}.ts';
    await experimentMain(experiment, process.argv.slice(2));`;
  process.exitCode = await bundleAndRun(`experiment-${file}`, entry, args);
}
