/**
 * Experiments of the source documents, repeated. An experiment file exports one constant named `experiment`;
 * its `run` reports tables with the published numbers beside ours, plots, remarks and claims: who wins, which
 * sign, which order of magnitude. The tests run the quick form of every experiment and check its claims.
 */
import type { PlotSpec } from './plot.ts';

/** One repeated experiment. */
export interface Experiment {
  /** As in the digest of the sources: `E0.1`. */
  id: string;
  title: string;
  /** The method and results of the source, in a few sentences. */
  source?: string;
  /** `false` where nothing is timed: counts and lengths are the same on a busy machine. */
  timed?: false;
  run(report: ExperimentReport): void | Promise<void>;
}

/** A qualitative result, and whether it was found. */
export interface Claim {
  readonly text: string;
  readonly holds: boolean;
  /** Whether the source says it, or the contrary of it; omitted if the source says nothing about it. */
  readonly relation?: 'published' | 'contrary';
}

/** The outcome of a claim, in a few words. */
export function describeClaim({ holds, relation }: Claim): string {
  if (relation === 'published') return holds ? 'Reproduced' : 'Not reproduced';
  if (relation === 'contrary') return holds ? 'Not reproduced, shown' : 'Not shown';
  return holds ? 'Found' : 'Not found';
}

/** One line of a comparison; leave `published` out where the source gives no number. */
export interface ComparedValue {
  label: string;
  measured: number | string;
  published?: number | string;
}

/** Names the type of an experiment; returns it as it is. */
export function defineExperiment(experiment: Experiment): Experiment {
  return experiment;
}

/** Collects the output of an experiment. */
export class ExperimentReport {
  /** The Markdown text so far. */
  markdown = '';
  /** The plots so far, by name. */
  readonly plots = new Map<string, PlotSpec>();
  /** The claims, each of which may be false. */
  readonly claims: Claim[] = [];
  /** Numbers that a test or another program reads; stored beside the text. */
  readonly data: Record<string, unknown> = {};
  /** Whether a first look is enough: fewer cases, smaller scenes. */
  readonly quick: boolean;
  private readonly id: string;
  private readonly share: number;

  /** A quick run takes `share` of the numbers of cases, bodies and steps that it would take otherwise. */
  constructor(id: string, quick = false, share = 1) {
    this.id = id;
    this.quick = quick;
    this.share = share;
  }

  /**
   * The number of cases, bodies or steps: the first or a share of it in a quick run, the second otherwise.
   */
  size(quick: number, full: number): number {
    return this.quick ? Math.ceil(this.share * quick) : full;
  }

  /**
   * A result that the source does not speak of. Like all claims, it must hold in quick runs on a busy
   * machine, too.
   */
  claim(text: string, holds: boolean): void {
    this.claims.push({ text, holds });
  }

  /** A result of the source. */
  reproduces(text: string, holds: boolean): void {
    this.claims.push({ text, holds, relation: 'published' });
  }

  /** A result that is the contrary of the source’s. */
  contradicts(text: string, holds: boolean): void {
    this.claims.push({ text, holds, relation: 'contrary' });
  }

  /** A remark. */
  note(text: string): void {
    this.markdown += `${text}\n\n`;
  }

  /** A table of any shape. */
  table(columns: string[], rows: (string | number)[][]): void {
    const text = [
      columns,
      columns.map((_, i) => (i === 0 ? '---' : '--:')),
      ...rows.map(row => row.map(format)),
    ];
    const widths = columns.map((_, i) => Math.max(...text.map(row => row[i].length)));
    const lines = text.map((row, at) => {
      const cells = row.map((cell, i) => {
        if (at === 1)
          return cell.replace('---', '-'.repeat(widths[i])).replace('--:', `${'-'.repeat(widths[i] - 1)}:`);
        return i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]);
      });
      return `| ${cells.join(' | ')} |`;
    });
    this.markdown += `${lines.join('\n')}\n\n`;
  }

  /** Our values beside the published ones, and their ratio where both are numbers. */
  compare(heading: string, values: ComparedValue[]): void {
    this.table(
      [heading, 'measured here', 'published', 'ratio'],
      values.map(({ label, measured, published }) => [
        label,
        measured,
        published ?? '–',
        typeof measured === 'number' && typeof published === 'number'
          ? formatRatio(measured / published)
          : '–',
      ]),
    );
  }

  /** A plot, shown where it is added. */
  plot(name: string, spec: PlotSpec): void {
    this.plots.set(name, spec);
    this.markdown += `![${spec.options.title}](./${experimentName(this.id)}-${name}.svg)\n\n`;
  }
}

function formatRatio(ratio: number): string {
  return Number.isFinite(ratio) ? String(Number(ratio.toPrecision(3))) : '–';
}

function format(value: string | number): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(5))) : value;
}

/** The name of the files of an experiment: `e0-1` for E0.1. */
export function experimentName(id: string): string {
  return id.toLowerCase().replaceAll('.', '-');
}
