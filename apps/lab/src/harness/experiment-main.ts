/** The command behind `pnpm lab <experiment>`: runs one, prints it, and stores the results of a full run. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type Experiment, ExperimentReport, experimentName } from './experiment.ts';
import { describeProvenance, watchRun } from './provenance.ts';
import { readStored, reasonToKeep } from './replacing.ts';

const suffixes = { published: ' (as published)', contrary: ' (contrary to the source)', own: '' };
const folder = 'results/experiments';

/** Runs one experiment from the command line. Exits with 1 where a claim does not hold. */
export async function experimentMain(experiment: Experiment, args: string[]): Promise<void> {
  const unknown = args.find(argument => !/^--quick(=0?\.\d+)?$/.test(argument));
  if (unknown) throw new Error(`unknown option ${unknown}; there are --quick and --quick=<share>`);
  const quick = args.find(argument => argument.startsWith('--quick'));
  const isQuick = quick !== undefined;
  const finish = watchRun(experiment.timed);
  const report = new ExperimentReport(experiment.id, isQuick, Number(quick?.split('=')[1] ?? 1));
  await experiment.run(report);
  const provenance = finish();
  const { claims, plots } = report;
  const text = [
    `# ${experiment.id} ${experiment.title}`,
    describeProvenance(provenance),
    ...(experiment.source ? [experiment.source] : []),
    ...(claims.length > 0
      ? [
          claims
            .map(
              ({ text, holds, relation }) =>
                `- ${holds ? 'Found' : 'Not found'}: ${text}${suffixes[relation ?? 'own']}.`,
            )
            .join('\n'),
        ]
      : []),
    report.markdown.trimEnd(),
  ].join('\n\n');
  console.log(`${text}\n`);
  if (claims.some(({ holds }) => !holds)) process.exitCode = 1;
  if (isQuick) return;
  const name = experimentName(experiment.id);
  const keep = reasonToKeep(readStored(`${folder}/${name}.json`), provenance);
  if (keep !== undefined) {
    console.error(`nothing written: ${keep}`);
    process.exitCode = 1;
    return;
  }
  // The code that draws plots takes longer to load than most quick runs last.
  const { drawPlot } = await import('./draw-plot.ts');
  mkdirSync(folder, { recursive: true });
  for (const file of readdirSync(folder))
    if (file.startsWith(`${name}-`) && file.endsWith('.svg')) rmSync(`${folder}/${file}`);
  const { id, title, source } = experiment;
  const json = {
    id,
    title,
    source,
    ...provenance,
    claims,
    plots: Object.fromEntries(plots),
    ...(Object.keys(report.data).length > 0 ? { data: report.data } : {}),
    markdown: report.markdown,
  };
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(json, null, 2)}\n`);
  writeFileSync(`${folder}/${name}.md`, `${text}\n`);
  for (const [plot, spec] of plots) writeFileSync(`${folder}/${name}-${plot}.svg`, drawPlot(spec));
  console.error(`written: apps/lab/${folder}/${name}.json, ${name}.md and ${plots.size} plots`);
}
