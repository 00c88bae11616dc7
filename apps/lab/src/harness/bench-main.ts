/**
 * The command behind `pnpm bench <suite>`: reads the options, runs the cases, prints and writes the results.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import type { FigureSuite } from './figures.ts';
import { figuresMain } from './figures-main.ts';
import { type MeasureOptions, measure, quick, sinkValue, thorough } from './measure.ts';
import { Progress } from './progress.ts';
import { type Provenance, watchRun } from './provenance.ts';
import { type CaseResult, formatMarkdown, formatText, isBusy, isOurs, makeRows } from './report.ts';
import { type BenchCase, findDisagreements, type Suite } from './suite.ts';

/**
 * Runs one case: those that come to the same result as ours are measured. If none does, nobody is, since the
 * fault may be ours. Peers can be left out, for profiles of our code alone.
 */
export async function runCase(
  benchCase: BenchCase,
  options: MeasureOptions,
  isOursOnly = false,
): Promise<CaseResult> {
  const setup = await benchCase.setUp();
  if (isOursOnly) setup.contenders = setup.contenders.filter(({ name }, i) => isOurs(name, i));
  try {
    const { name, unit, items } = benchCase;
    const outsiders = findDisagreements(setup);
    const disagreements = outsiders.map(one => `${one.name}: ${one.text}`);
    const isAlone = outsiders.length > 0 && outsiders.length === setup.contenders.length - 1;
    if (isAlone) return { name, unit, items, rows: [], disagreements };
    setup.contenders = setup.contenders.filter(one => !outsiders.some(({ name }) => name === one.name));
    globalThis.gc?.();
    const { timings, ...measurement } = measure(setup.contenders, options);
    const rows = makeRows(benchCase, setup, { timings, ...measurement });
    return { name, unit, items, rows, disagreements, measurement };
  } finally {
    setup.tearDown?.();
  }
}

/** The same, but if a case throws, its error replaces the rows, so that the other cases still run. */
async function runOrTell(
  benchCase: BenchCase,
  options: MeasureOptions,
  isOursOnly: boolean,
): Promise<CaseResult> {
  try {
    return await runCase(benchCase, options, isOursOnly);
  } catch (error) {
    const { name, unit, items } = benchCase;
    return { name, unit, items, rows: [], disagreements: [String(error)] };
  }
}

/** How often a case that is to be stored is measured again if the machine was busy. */
const furtherChances = 2;

/**
 * Whether results may be stored although the machine was busy in some cases, which are marked: in one, or a
 * tenth of all, so that a long run is not lost for a short disturbance.
 */
export function isWorthStoring(results: readonly CaseResult[]): boolean {
  const busy = results.filter(isBusy).length;
  return busy <= Math.ceil(results.length / 10) && (busy === 0 || busy < results.length);
}

/** What was asked for on the command line. */
interface Flags {
  /** Part of the names of the cases to run. */
  readonly filter: string;
  readonly isQuick: boolean;
  readonly isOursOnly: boolean;
  /** Whether the results are stored. */
  readonly write: boolean;
}

function readFlags(args: string[]): Flags {
  const flags = args.filter(argument => argument.startsWith('--'));
  const filter = args.find(argument => !argument.startsWith('--')) ?? '';
  const unknown = flags.find(flag => !['--quick', '--json', '--ours'].includes(flag));
  if (unknown) throw new Error(`unknown option ${unknown}; there are --quick, --ours and --json`);
  const isQuick = flags.includes('--quick');
  const isOursOnly = flags.includes('--ours');
  const write = flags.includes('--json');
  if (write && (isQuick || isOursOnly || filter !== ''))
    throw new Error(
      '--json writes the numbers of a whole suite in full length; drop the filter, --quick and --ours',
    );
  return { filter, isQuick, isOursOnly, write };
}

/** Runs the cases one by one and prints the result of each. */
async function runCases(
  cases: readonly BenchCase[],
  { isQuick, isOursOnly, write }: Flags,
): Promise<CaseResult[]> {
  const progress = new Progress();
  const results: CaseResult[] = [];
  for (const [i, benchCase] of cases.entries()) {
    const head = `[${i + 1}/${cases.length}] ${benchCase.name}`;
    progress.step(`${head} …`);
    const options: MeasureOptions = {
      ...(isQuick ? quick : thorough),
      progress: (done, total) => progress.detail(`${head}  round ${done}/${total}`),
    };
    let result = await runOrTell(benchCase, options, isOursOnly);
    // Other work on the machine may end: results to be stored get further chances.
    for (let chance = 0; write && isBusy(result) && chance < furtherChances; chance++)
      result = await runOrTell(benchCase, options, isOursOnly);
    progress.clear();
    console.log(`${formatText(result)}\n`);
    results.push(result);
  }
  return results;
}

/** Stores the results of a whole suite, as numbers and as a table. */
function writeResults(
  suiteName: string,
  title: string,
  provenance: Provenance,
  results: CaseResult[],
  extra: string,
): void {
  const { machine } = provenance;
  mkdirSync('results', { recursive: true });
  const heading = `# ${title}\n\n${machine.date}, Node ${machine.node.slice(1)}, ${machine.cpu}, ${machine.cores} cores.\n`;
  const tables = results.length > 0 ? formatMarkdown(title, machine, results) : heading;
  const checksum = String(sinkValue());
  const json = {
    suite: suiteName,
    title,
    ...provenance,
    results,
    ...(extra === '' ? {} : { extra }),
    checksum,
  };
  writeFileSync(`results/${suiteName}.json`, `${JSON.stringify(json, null, 2)}\n`);
  writeFileSync(`results/${suiteName}.md`, extra === '' ? tables : `${tables}\n${extra}\n`);
  console.log(`written: apps/lab/results/${suiteName}.json and ${suiteName}.md`);
}

/** Runs a suite from the command line. */
export async function benchMain<Engine>(
  suiteName: string,
  suite: Suite | FigureSuite<Engine>,
  args: string[],
): Promise<void> {
  const flags = readFlags(args);
  const { filter, isQuick, write } = flags;
  if ('figures' in suite) return figuresMain(suiteName, suite, flags);
  const cases = suite.cases.filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()));
  if (cases.length === 0 && !suite.extra)
    throw new Error(`no case matches "${filter}": ${suite.cases.map(({ name }) => name).join(', ')}`);

  const finish = watchRun();
  const results = await runCases(cases, flags);
  const extra = filter === '' && suite.extra ? await suite.extra(isQuick) : '';
  if (extra !== '') console.log(`${extra}\n`);

  const provenance = finish();
  const { machine } = provenance;
  console.log(
    `${suite.title}: Node ${machine.node}, ${machine.cpu}, ${machine.cores} cores${isQuick ? '; --quick, not to be published' : ''}`,
  );
  const busy = results.filter(isBusy);
  if (write && busy.length > 0) {
    console.error(`the machine was too busy in ${busy.map(({ name }) => name).join(', ')}`);
    process.exitCode = 1;
  }
  if (write && !isWorthStoring(results)) console.error('nothing written: these are too many');
  else if (write) writeResults(suiteName, suite.title, provenance, results, extra);
  else if (!Number.isFinite(sinkValue())) console.log(`the results sum to ${sinkValue()}`);
  if (results.some(result => result.disagreements.length > 0)) process.exitCode = 1;
}
