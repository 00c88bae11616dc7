/** The command behind `pnpm bench <suite>` for suites of figures: same options as the races, no timing. */
import { mkdirSync, writeFileSync } from 'node:fs';
import {
  type FigureResult,
  type FigureSuite,
  formatFigureTable,
  formatFigureText,
  measureFigure,
} from './figures.ts';
import { Progress } from './progress.ts';
import { watchRun } from './provenance.ts';

/** The options of the command line. */
export interface FigureOptions {
  readonly filter: string;
  readonly isQuick: boolean;
  /** Whether other engines are left out. */
  readonly isOursOnly: boolean;
  readonly write: boolean;
}

/**
 * Runs a suite of figures, prints and writes the results. A figure out of its limit is no error; it is marked
 * in the table.
 */
export async function figuresMain<Engine>(
  suiteName: string,
  suite: FigureSuite<Engine>,
  { filter, isQuick, isOursOnly, write }: FigureOptions,
): Promise<void> {
  const figures = suite.figures.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  if (figures.length === 0)
    throw new Error(`no scene matches "${filter}": ${suite.figures.map(({ name }) => name).join(', ')}`);
  const finish = watchRun(false);
  const all = await suite.load();
  const engines = isOursOnly ? Object.fromEntries(Object.entries(all).slice(0, 1)) : all;
  const progress = new Progress();
  const results: FigureResult[] = [];
  for (const [i, figure] of figures.entries()) {
    const head = `[${i + 1}/${figures.length}] ${figure.name}`;
    progress.step(`${head} …`);
    const result = measureFigure(figure, engines, isQuick, name => progress.detail(`${head}  ${name}`));
    progress.clear();
    console.log(formatFigureText(result));
    results.push(result);
  }
  const provenance = finish();
  const { machine } = provenance;
  const reached = results.filter(({ ok }) => ok).length;
  const where = `Node ${machine.node.slice(1)}, ${machine.cpu}, ${machine.platform}`;
  console.log(`\n${suite.title}: ${reached} of ${results.length} within their limits; ${where}`);
  const closed = results.filter(({ name, ok }) => ok && suite.open.includes(name));
  if (closed.length > 0)
    console.log(`listed as open, but within their limits now: ${closed.map(({ name }) => name).join('; ')}`);
  const broken = results.filter(({ name, ok }) => !ok && !suite.open.includes(name));
  if (broken.length > 0)
    console.log(`out of their limits, but not listed as open: ${broken.map(({ name }) => name).join('; ')}`);
  if (!write) return;
  mkdirSync('results', { recursive: true });
  const json = { suite: suiteName, title: suite.title, ...provenance, results };
  const text = [
    `# ${suite.title}`,
    `${machine.date}, ${where}. ${reached} of ${results.length} figures of ours are within their limits.`,
    suite.remarks.map(remark => `- ${remark}`).join('\n'),
    formatFigureTable(results),
  ];
  writeFileSync(`results/${suiteName}.json`, `${JSON.stringify(json, null, 2)}\n`);
  writeFileSync(`results/${suiteName}.md`, `${text.join('\n\n')}\n`);
  console.log(`written: apps/lab/results/${suiteName}.json and ${suiteName}.md`);
}
