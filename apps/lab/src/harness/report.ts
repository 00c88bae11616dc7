/** Makes rows with ratios and verdicts from measurements, and text, Markdown and JSON from rows. */
import { cpus, totalmem } from 'node:os';
import { isConclusive, type Measurement } from './measure.ts';
import type { BenchCase, CaseSetup } from './suite.ts';

/** One line of the table. */
export interface Row {
  contender: string;
  /** Median time per item, ns. */
  nsPerItem: number;
  /** Half the interquartile range over the median. */
  spread: number;
  /**
   * For ours: time of the best peer over our time. For a peer: its time over ours. Above 1, ours is faster.
   */
  ratio?: number;
  /** The ratio to be reached. */
  target?: number;
  /** Whether it was reached; absent when the machine was too busy to tell. */
  reached?: boolean;
}

/** The result of one case. */
export interface CaseResult {
  name: string;
  unit: string;
  items: number;
  rows: Row[];
  /** Who disagreed with ours, and how, and so has no row. If all did, there are no rows. */
  disagreements: string[];
  measurement?: Omit<Measurement, 'timings'>;
}

/** Whether the machine was too busy for a verdict. */
export function isBusy({ measurement }: CaseResult): boolean {
  return measurement !== undefined && !isConclusive(measurement);
}

/** The machine a number was measured on. */
export interface Machine {
  node: string;
  v8: string;
  cpu: string;
  cores: number;
  memoryGb: number;
  platform: string;
  date: string;
}

/** Describes this machine. */
export function describeMachine(): Machine {
  return {
    node: process.version,
    v8: process.versions.v8,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    date: new Date().toISOString().slice(0, 10),
  };
}

/** Whether a row is ours: the first one always is, whatever its name, and so are other builds of ours. */
export function isOurs(contender: string, place: number): boolean {
  return place === 0 || /^colide\b/.test(contender);
}

/** Rows of a case: ours first with its ratio to the best peer, then every peer with the ratio to ours. */
export function makeRows(benchCase: BenchCase, setup: CaseSetup, measurement: Measurement): Row[] {
  const [ours] = measurement.timings;
  const peers = measurement.timings.filter(({ name }, i) => !isOurs(name, i));
  const toNs = 1e6 / benchCase.items;
  const conclusive = isConclusive(measurement);
  const judge = (ratio: number, target: number | undefined) => {
    if (target === undefined) return { ratio };
    return conclusive ? { ratio, target, reached: ratio >= target } : { ratio, target };
  };
  const best = Math.min(...peers.map(peer => peer.median));
  return measurement.timings.map((timing, i) => ({
    contender: timing.name,
    nsPerItem: timing.median * toNs,
    spread: timing.spread,
    ...(i > 0
      ? judge(timing.median / ours.median, setup.contenders[i].target)
      : peers.length > 0
        ? judge(best / ours.median, benchCase.target)
        : {}),
  }));
}

/** A time in the most readable unit. */
export function formatNs(ns: number): string {
  const [value, unit] =
    ns >= 1e9 ? [ns / 1e9, 's'] : ns >= 1e6 ? [ns / 1e6, 'ms'] : ns >= 1e4 ? [ns / 1e3, 'µs'] : [ns, 'ns'];
  return `${value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)} ${unit}`;
}

/** One sentence about how quiet the machine was. */
export function describeDisturbance(measurement: Omit<Measurement, 'timings'>): string {
  const { rounds, repeated, disturbed, worstWait } = measurement;
  if (worstWait === undefined)
    return `${rounds} rounds; this system does not tell how long it waited for a CPU`;
  const parts = [`${rounds} rounds`];
  if (repeated > 0) parts.push(`${repeated} disturbed ones repeated`);
  parts.push(
    disturbed > 0
      ? `${disturbed} kept although disturbed (waited for a CPU up to ${(100 * worstWait).toFixed(0)} % of the time)`
      : 'none disturbed',
  );
  return parts.join(', ') + (isConclusive(measurement) ? '' : ': too busy for a verdict');
}

const columns = ['case', 'contender', 'time per item', '±', 'ours is faster', 'target'];

function mark(reached: boolean | undefined): string {
  if (reached === undefined) return '?';
  return reached ? '✓' : '✗';
}

function cells(result: CaseResult): string[][] {
  return result.rows.map((row, i) => [
    i === 0 ? result.name : '',
    row.contender,
    `${formatNs(row.nsPerItem)} / ${result.unit}`,
    `${(100 * row.spread).toFixed(1)} %`,
    row.ratio === undefined ? '' : `${row.ratio.toFixed(2)}×${i === 0 ? ' best peer' : ''}`,
    row.target === undefined ? '' : `≥ ${row.target}× ${mark(row.reached)}`,
  ]);
}

/** The table of one case as aligned text, with the remarks below. */
export function formatText(result: CaseResult): string {
  const outsiders = result.disagreements.map(text => `  ${text}`);
  if (result.rows.length === 0)
    return [`${result.name}: NO RATIO, contenders disagree with ours`, ...outsiders].join('\n');
  const rows = cells(result).map(row => row.slice(1));
  const widths = rows[0].map((_, i) => Math.max(...rows.map(row => row[i].length)));
  const lines = rows.map(
    row =>
      `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ')}`,
  );
  const remark = result.measurement ? describeDisturbance(result.measurement) : '';
  return [
    `${result.name} (${result.items} per run)`,
    ...lines.map(line => line.trimEnd()),
    `  ${remark}`,
    ...(outsiders.length > 0 ? ['  left out, since they disagree with ours:', ...outsiders] : []),
  ].join('\n');
}

/** All cases as one Markdown table, labelled with the machine. */
export function formatMarkdown(title: string, machine: Machine, results: CaseResult[]): string {
  const line = (row: string[]) => `| ${row.join(' | ')} |`;
  const body = results.flatMap(result =>
    result.rows.length === 0
      ? [line([result.name, `no ratio: ${result.disagreements.join('; ')}`, '', '', '', ''])]
      : [
          ...cells(result).map(line),
          ...result.disagreements.map(text => line(['', `left out: ${text}`, '', '', '', ''])),
        ],
  );
  const remarks = results
    .filter(result => result.measurement !== undefined)
    .map(result => `- ${result.name}: ${describeDisturbance(result.measurement!)}`);
  return [
    `# ${title}`,
    '',
    `${machine.date}, Node ${machine.node.slice(1)} (V8 ${machine.v8}), ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.platform}.`,
    'Median of interleaved rounds; ± is half the interquartile range. Times depend on the machine, ratios much less.',
    '',
    line(columns),
    line(columns.map((_, i) => (i < 2 ? '---' : '--:'))),
    ...body,
    '',
    ...remarks,
    '',
  ].join('\n');
}
