/**
 * Figures of quality: numbers that an engine must reach, regardless of time. A suite of figures has one row
 * per scene and one column per engine, ours first, and says whether ours is within its limit.
 */

/** The limit of a figure. */
export type Limit =
  | { readonly atLeast: number }
  | { readonly atMost: number }
  | { readonly from: number; readonly to: number };

/** One row of the table: a scene and the number it is judged by. */
export interface Figure<Engine> {
  readonly name: string;
  /** The quantity, with its unit. */
  readonly quantity: string;
  readonly mustBe: Limit;
  /**
   * Runs the scene; throws an error that names a feature the engine lacks. With `quick` it may try fewer
   * variants or stop earlier.
   */
  measure(engine: Engine, quick: boolean): number;
}

/** A suite of figures: a file of `src/suites`. */
export interface FigureSuite<Engine> {
  readonly title: string;
  /** How the engines were set. Markdown. */
  readonly remarks: readonly string[];
  readonly figures: readonly Figure<Engine>[];
  /** Names of the figures that ours is known not to reach yet. */
  readonly open: readonly string[];
  /** The engines by the names of their columns, ours first. */
  load(): Promise<Readonly<Record<string, Engine>>>;
}

/** The numbers of one row by engine; a sentence where there is no number. */
export interface FigureResult {
  readonly name: string;
  readonly quantity: string;
  readonly mustBe: string;
  readonly values: Readonly<Record<string, number | string>>;
  /** Whether ours is within the limit. */
  readonly ok: boolean;
}

/** Names the type of a suite; returns it as it is. */
export function defineFigures<Engine>(suite: FigureSuite<Engine>): FigureSuite<Engine> {
  return suite;
}

/** Whether a number is within a limit; NaN never is. */
export function isWithin(value: number, limit: Limit): boolean {
  if ('atLeast' in limit) return value >= limit.atLeast;
  if ('atMost' in limit) return value <= limit.atMost;
  return value >= limit.from && value <= limit.to;
}

/** The limit as text. */
export function describeLimit(limit: Limit): string {
  if ('atLeast' in limit) return `≥ ${limit.atLeast}`;
  if ('atMost' in limit) return limit.atMost === 0 ? '0' : `≤ ${limit.atMost}`;
  return `${limit.from} to ${limit.to}`;
}

/** The limit that a text of `describeLimit` tells. */
export function parseLimit(text: string): Limit {
  const [, from, to] = /^(.+) to (.+)$/.exec(text) ?? [];
  if (from !== undefined) return { from: Number(from), to: Number(to) };
  const value = Number(text.replace(/^[≥≤] /, ''));
  return text.startsWith('≥') ? { atLeast: value } : { atMost: value };
}

/** A number with as many digits as a reader needs. */
export function formatFigure(value: number | string | undefined): string {
  if (typeof value !== 'number') return value ?? '';
  if (!Number.isFinite(value)) return value === Infinity ? 'never' : 'lost';
  if (value === 0 || (Number.isInteger(value) && Math.abs(value) < 1e6)) return String(value);
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(1);
  return String(Number(value.toPrecision(size >= 100 ? 5 : 4)));
}

/** Measures one figure in all engines; `progress` is told which one is at work. */
export function measureFigure<Engine>(
  figure: Figure<Engine>,
  engines: Readonly<Record<string, Engine>>,
  quick: boolean,
  progress: (engine: string) => void = () => {},
): FigureResult {
  const values: Record<string, number | string> = {};
  for (const [name, engine] of Object.entries(engines)) {
    progress(name);
    try {
      values[name] = figure.measure(engine, quick);
    } catch (error) {
      values[name] = error instanceof Error ? error.message : String(error);
    }
  }
  const { name, quantity, mustBe } = figure;
  const ours = Object.values(values)[0];
  const ok = typeof ours === 'number' && isWithin(ours, mustBe);
  return { name, quantity, mustBe: describeLimit(mustBe), values, ok };
}

/** One row as a line of text. */
export function formatFigureText(result: FigureResult): string {
  const numbers = Object.entries(result.values).map(([engine, value]) => `${engine} ${formatFigure(value)}`);
  return `${result.ok ? '✓' : '✗'} ${result.name}: ${numbers.join(', ')} (${result.quantity}; must be ${result.mustBe})`;
}

/** All rows as a Markdown table. */
export function formatFigureTable(results: readonly FigureResult[]): string {
  const engines = Object.keys(results[0]?.values ?? {});
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['scene', 'figure', ...engines, 'must be', 'ok']),
    line(['---', '---', ...engines.map(() => '--:'), '--:', ':-:']),
    ...results.map(({ name, quantity, values, mustBe, ok }) =>
      line([name, quantity, ...engines.map(engine => formatFigure(values[engine])), mustBe, ok ? '✓' : '✗']),
    ),
  ].join('\n');
}
