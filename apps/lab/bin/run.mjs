/** Runs experiments, errata, variants and the report, each bundled with the harness in a fresh process. */
import { bundleAndRun, experimentSource, listModules, sourceKey } from './bundle.mjs';

/** Runs one experiment; resolves with its exit code. */
export async function runExperiment(name, args, settings) {
  const env = { COLIDE_SOURCE_KEY: await sourceKey('experiments', name) };
  return bundleAndRun(`experiment-${name}`, experimentSource(name), args, { ...settings, env });
}

/** Runs all errata. */
export function runErrata() {
  const names = listModules('errata').map(({ name }) => name);
  const entry = `
    import { errataMain } from './src/harness/errata-main.ts';
    ${names.map((name, i) => `import { erratum as e${i} } from './src/errata/${name}.ts';`).join('\n')}
    errataMain([${names.map((_, i) => `e${i}`).join(', ')}]);`;
  return bundleAndRun('errata', entry, []);
}

/** Writes the pages of the site. */
export function runReport() {
  const entry = `
    import { reportMain } from './src/report/site-report.ts';
    reportMain();`;
  return bundleAndRun('report', entry, []);
}

/** Measures random variants of the physics scenes; see `lab.mjs` for the options. */
export function runVariants(args) {
  const entry = `
    import { variantsMain } from './src/harness/variants-main.ts';
    await variantsMain(process.argv.slice(2));`;
  return bundleAndRun('variants', entry, args);
}
