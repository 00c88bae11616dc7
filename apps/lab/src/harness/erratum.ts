/**
 * Errata of the source documents. A file of `src/errata` exports one constant named `erratum`: the printed
 * formula and the corrected one as programs, run side by side on cases where the truth is known in some third
 * way (brute force, a closed form, a conserved quantity).
 */
import type { PlotSpec } from './plot.ts';

/** The result of a formula: a number, a boolean or a word. */
export type Answer = number | boolean | string;

/** One case, answered three times. */
export interface ErratumCase {
  readonly label: string;
  readonly printed: Answer;
  readonly corrected: Answer;
  /** From brute force, a closed form or a conserved quantity; not from the corrected formula. */
  readonly truth: Answer;
  /** Largest difference of a right number from the truth, relative to 1 or to the truth. Default 1e-9. */
  readonly tolerance?: number;
}

/** One mistake in print. */
export interface Erratum {
  readonly number: number;
  /** The source and the section: `S0 §2.2.2`. */
  readonly source: string;
  readonly title: string;
  /** The formula or the step as it is printed. */
  readonly printed: string;
  /** As it should be. */
  readonly corrected: string;
  /** The error, and its cause. */
  readonly explanation: string;
  run(): ErratumCase[];
  /** A picture, where one helps. */
  plot?(): PlotSpec;
}

/** Names the type of an erratum; returns it as it is. */
export function defineErratum(erratum: Erratum): Erratum {
  return erratum;
}

/** Whether an answer is the true one. */
export function isTrue(answer: Answer, { truth, tolerance = 1e-9 }: ErratumCase): boolean {
  if (typeof answer !== 'number' || typeof truth !== 'number') return answer === truth;
  if (!Number.isFinite(truth)) return Object.is(answer, truth);
  return Math.abs(answer - truth) <= tolerance * Math.max(1, Math.abs(truth));
}

function format(answer: Answer): string {
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  if (typeof answer === 'string') return answer;
  return Number.isFinite(answer) ? String(Number(answer.toPrecision(5))) : answer > 0 ? '∞' : String(answer);
}

/** The name of an erratum's files: `07`. */
export function erratumName(number: number): string {
  return String(number).padStart(2, '0');
}

/**
 * An erratum as Markdown: the two formulas, what goes wrong, and the cases; wrong answers are crossed out.
 */
export function formatErratum(erratum: Erratum): string {
  const cases = erratum.run();
  const cell = (answer: Answer, one: ErratumCase) =>
    isTrue(answer, one) ? format(answer) : `~~${format(answer)}~~`;
  const rows = cases.map(
    one =>
      `| ${one.label} | ${cell(one.printed, one)} | ${cell(one.corrected, one)} | ${format(one.truth)} |`,
  );
  return [
    `## ${erratum.number}. ${erratum.title}`,
    `${erratum.source}. Printed: ${erratum.printed}. Corrected: ${erratum.corrected}. ${erratum.explanation}`,
    ['| case | printed | corrected | truth |', '| --- | --: | --: | --: |', ...rows].join('\n'),
    ...(erratum.plot ? [`![${erratum.title}](./${erratumName(erratum.number)}.svg)`] : []),
  ].join('\n\n');
}
