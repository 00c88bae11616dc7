/**
 * The page with all benchmarks: the number of wins of each library, then every row of every case, ours and
 * all peers, with the fastest in bold, then the figures of quality, those within their limits in bold.
 */
import { type FigureResult, formatFigure, isWithin, parseLimit } from '../harness/figures.ts';
import { describeProvenance, type Provenance } from '../harness/provenance.ts';
import { type CaseResult, formatNs, isBusy, isOurs, type Row } from '../harness/report.ts';

/** A stored suite of benchmarks or of figures. */
export interface StoredSuite extends Provenance {
  readonly suite: string;
  readonly title: string;
  readonly results: readonly CaseResult[] | readonly FigureResult[];
  /** Measurements other than those of synchronous functions, as Markdown. */
  readonly extra?: string;
}

interface StoredRace extends StoredSuite {
  readonly results: readonly CaseResult[];
}

interface StoredFigures extends StoredSuite {
  readonly results: readonly FigureResult[];
}

const isFigures = (suite: StoredSuite): suite is StoredFigures =>
  suite.results.length > 0 && 'values' in suite.results[0];

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** Our name: peers have that of their library, ours often that of a function. */
function ourName({ contender }: Row): string {
  return contender.replace(/^(?!colide)/, 'colide: ');
}

/** `0.41×`, `12.3×`, `5866×`: three digits, or all before the point. */
function formatFactor(ratio: number): string {
  const digits = ratio < 10 ? 2 : ratio < 100 ? 1 : 0;
  return `${ratio.toFixed(digits)}×`;
}

function fastestOf({ rows }: CaseResult): Row {
  return rows.reduce((best, row) => (row.nsPerItem < best.nsPerItem ? row : best));
}

/** Our rows and those of the others. */
function parties({ rows }: CaseResult): { ours: Row[]; peers: Row[] } {
  const ours = rows.filter(({ contender }, i) => isOurs(contender, i));
  return { ours, peers: rows.filter(row => !ours.includes(row)) };
}

/** One line per contender, ours first, then the others by their time; the fastest of a case is in bold. */
function raceTable({ results }: StoredRace): string {
  const rows = results.flatMap(result => {
    const { name, unit, rows: lines, disagreements } = result;
    if (lines.length === 0) return [line([name, `no race: ${disagreements.join('; ')}`, '', ''])];
    const { ours, peers } = parties(result);
    const fastest = fastestOf(result);
    const all = [...ours, ...peers.toSorted((x, y) => x.nsPerItem - y.nsPerItem)];
    const head = isBusy(result) ? `${name} (busy machine)` : name;
    const raced = all.map((row, i) => {
      const bold = (text: string) => (row === fastest && peers.length > 0 ? `**${text}**` : text);
      const ratio = i === 0 ? '' : formatFactor(row.nsPerItem / ours[0].nsPerItem);
      const title = i === 0 ? ourName(row) : row.contender;
      const time = `${formatNs(row.nsPerItem)} / ${unit}`;
      return line([i === 0 ? head : '', bold(title), bold(time), ratio]);
    });
    return [...raced, ...disagreements.map(text => line(['', `left out: ${text}`, '', '']))];
  });
  return [line(['case', 'contender', 'time', 'over ours']), '| --- | --- | --: | --: |', ...rows].join('\n');
}

/** One line per scene, one column per engine. */
function figureTable({ results }: StoredFigures): string {
  const engines = Object.keys(results[0].values);
  const rows = results.map(({ name, quantity, values, mustBe }) => {
    const cells = engines.map(engine => {
      const value = values[engine];
      const text = formatFigure(value);
      return typeof value === 'number' && isWithin(value, parseLimit(mustBe)) ? `**${text}**` : text;
    });
    return line([name, quantity, ...cells, mustBe]);
  });
  return [
    line(['scene', 'figure', ...engines, 'must be']),
    line(['---', '---', ...engines.map(() => '--:'), '--:']),
    ...rows,
  ].join('\n');
}

/** Who wins how many cases of each suite, and by how much ours is ahead or behind. */
function summary(races: readonly StoredRace[]): string {
  const rows = races.flatMap(({ title, results }) => {
    const contested = results.filter(result => parties(result).peers.length > 0);
    if (contested.length === 0) return [];
    const ratios = contested.map(result => {
      const { ours, peers } = parties(result);
      const [best, ourBest] = [peers, ours].map(rows => Math.min(...rows.map(({ nsPerItem }) => nsPerItem)));
      return best / ourBest;
    });
    const won = ratios.filter(ratio => ratio >= 1).length;
    const winners = new Map<string, number>();
    for (const result of contested) {
      const fastest = fastestOf(result);
      if (!parties(result).ours.includes(fastest))
        winners.set(fastest.contender, (winners.get(fastest.contender) ?? 0) + 1);
    }
    const others = [...winners].map(([name, count]) => `${name} (${count})`).join(', ');
    const range = [Math.min(...ratios), Math.max(...ratios)].map(formatFactor).join(' to ');
    return [line([title, contested.length, won, others || '–', range])];
  });
  return [
    line(['suite', 'cases', 'ours is the fastest', 'others that win a case', 'best other over ours']),
    '| --- | --: | --: | --- | --: |',
    ...rows,
  ].join('\n');
}

function section(suite: StoredSuite): string {
  const table = isFigures(suite)
    ? [figureTable(suite)]
    : suite.results.length > 0
      ? [raceTable(suite as StoredRace)]
      : [];
  return [
    `## ${suite.title}`,
    ...table,
    ...(suite.extra ? [suite.extra.replaceAll(/^## /gm, '### ').trimEnd()] : []),
    `<small>${describeProvenance(suite)} \`pnpm bench ${suite.suite}\`.</small>`,
  ].join('\n\n');
}

/** The text of the page. */
export function benchmarksPage(suites: readonly StoredSuite[]): string {
  const shown = suites.filter(({ results, extra }) => results.length > 0 || extra);
  const figures = shown.filter(isFigures);
  const races = shown.filter(suite => !isFigures(suite)) as StoredRace[];
  return [
    '# Benchmarks',
    'Our code and other libraries take turns on the same data, in one process. A library that comes to another result than ours before anything is timed is left out of that race, and named. The last column of a race is the time of the other library divided by ours, the first of ours where there are several: above 1, ours is faster. The fastest is in bold, whoever it is; where we race alone, nothing is.',
    summary(races),
    ...races.map(section),
    ...(figures.length > 0
      ? [
          'Times say nothing about how well worlds behave. In the last tables, a figure is in bold if it is within its limit, whichever engine reaches it.',
        ]
      : []),
    ...figures.map(section),
  ].join('\n\n');
}
