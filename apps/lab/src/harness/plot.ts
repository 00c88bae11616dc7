/**
 * A plot as data, stored with the results, so that `pnpm lab report` can draw every plot anew without
 * measuring anything. `draw-plot.ts` draws it.
 */

/** Titles and scales. Bars have linear ones. */
export interface PlotOptions {
  title: string;
  xLabel: string;
  yLabel: string;
  height?: number;
  logX?: boolean;
  logY?: boolean;
}

/**
 * A named curve. `dashed` sets published numbers apart from measured ones, or shows a curve below the dashes
 * of another. One point alone is drawn as a diamond.
 */
export interface Series {
  name: string;
  points: [x: number, y: number][];
  dashed?: boolean;
}

/** A group of bars: one bar per name in `values`. */
export interface BarGroup {
  label: string;
  values: Record<string, number>;
}

/** A plot as data. */
export type PlotSpec =
  | { readonly kind: 'lines'; readonly series: readonly Series[]; readonly options: PlotOptions }
  | { readonly kind: 'bars'; readonly groups: readonly BarGroup[]; readonly options: PlotOptions };

/** As many digits as a plot can show. */
function shorten(value: number): number {
  return Number(value.toPrecision(5));
}

/** Curves over a common axis, each with its legend entry. */
export function plotLines(series: readonly Series[], options: PlotOptions): PlotSpec {
  const short = series.map(one => ({
    ...one,
    points: one.points.map(([x, y]): [number, number] => [shorten(x), shorten(y)]),
  }));
  return { kind: 'lines', series: short, options };
}

/** Groups of bars side by side, in the order given. */
export function plotBars(groups: readonly BarGroup[], options: PlotOptions): PlotSpec {
  const short = groups.map(({ label, values }) => ({
    label,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shorten(value)])),
  }));
  return { kind: 'bars', groups: short, options };
}
