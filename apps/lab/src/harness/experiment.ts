/**
 * Experiments of the source documents, repeated. An experiment file exports one constant named `experiment`;
 * its `run` reports tables with the published numbers beside ours, plots and remarks. They are printed, and
 * written to results/experiments/ as `<id>.md` and `<id>-<plot>.svg`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { describeMachine } from './report.ts';

/** One repeated experiment. */
export interface Experiment {
  /** As in the digest of the sources: `E0.1`. */
  id: string;
  title: string;
  run(report: ExperimentReport): void | Promise<void>;
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

/** Collects what an experiment has to say. */
export class ExperimentReport {
  /** The Markdown text so far. */
  markdown = '';
  /** The plots so far, by name. */
  readonly plots = new Map<string, string>();
  private readonly id: string;

  constructor(id: string) {
    this.id = id;
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

  /** Our values beside the published ones. */
  compare(heading: string, values: ComparedValue[]): void {
    this.table(
      [heading, 'measured here', 'published'],
      values.map(({ label, measured, published = '–' }) => [label, measured, published]),
    );
  }

  /** A plot, shown where it is added. */
  plot(name: string, svg: string): void {
    this.plots.set(name, svg);
    this.markdown += `![${name}](./${fileName(this.id)}-${name}.svg)\n\n`;
  }
}

function format(value: string | number): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(5))) : value;
}

function fileName(id: string): string {
  return id.toLowerCase().replaceAll('.', '-');
}

/** Runs one experiment from the command line. */
export async function experimentMain(experiment: Experiment, args: string[]): Promise<void> {
  if (args.length > 0) throw new Error(`unknown option ${args[0]}; experiments take none`);
  const report = new ExperimentReport(experiment.id);
  await experiment.run(report);
  const machine = describeMachine();
  const label = `${machine.date}, Node ${machine.node.slice(1)}, ${machine.cpu}, ${machine.cores} cores.`;
  const text = `# ${experiment.id} ${experiment.title}\n\n${label}\n\n${report.markdown.trimEnd()}\n`;
  console.log(text);
  mkdirSync('results/experiments', { recursive: true });
  const base = `results/experiments/${fileName(experiment.id)}`;
  writeFileSync(`${base}.md`, text);
  for (const [name, svg] of report.plots) writeFileSync(`${base}-${name}.svg`, svg);
  console.error(
    `written: apps/lab/${base}.md${report.plots.size > 0 ? ` and ${report.plots.size} plots` : ''}`,
  );
}
