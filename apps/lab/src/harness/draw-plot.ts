/**
 * Line and bar plots as SVG text, made in Node with Observable Plot on a light DOM. Colours are of middle
 * lightness and the background is transparent, so that the same file reads on light and on dark pages.
 */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { BarGroup, PlotOptions, PlotSpec, Series } from './plot.ts';
import { formatTick, logAxis, ticksAt } from './plot-axis.ts';

const ink = '#747d88';
const palette = ['#2f8f83', '#d9772b', '#6f74d2', '#c2557f', '#9a8b1f', '#4a92c9', '#94694a', '#62993e'];
const width = 720;
const marginLeft = 72;
/** Room for half of the label of the last tick. */
const marginRight = 30;
/** Curves with more points are drawn without dots. */
const mostDots = 24;
/** Above so many bars, values are not written on them. */
const mostLabels = 24;
/** Font size of the legend and the ticks; the mean width of a letter is enough to lay them out. */
const fontSize = 12;
const letterWidth = 6.6;

/** How a series looks. */
interface Look {
  readonly name: string;
  readonly color: string;
  /** As in `stroke-dasharray`; empty: a solid line. */
  readonly dash: string;
  /** Whether the series is one point, drawn as a diamond. */
  readonly isPoint?: boolean;
}

/** Colours in turn, then the same in dots; published series are in the colour of the text. */
function chooseLooks(names: readonly string[], dashed: ReadonlySet<string>): Look[] {
  let next = 0;
  return names.map(name => {
    const dash = dashed.has(name) ? '6 4' : '';
    if (/^published/.test(name)) return { name, color: ink, dash };
    const at = next++;
    return { name, color: palette[at % palette.length], dash: dash || (at < palette.length ? '' : '2 3') };
  });
}

/** The SVG of a plot. */
export function drawPlot(spec: PlotSpec): string {
  return spec.kind === 'lines' ? drawLines(spec.series, spec.options) : drawBars(spec.groups, spec.options);
}

function drawLines(series: readonly Series[], options: PlotOptions): string {
  const looks = chooseLooks(
    series.map(one => one.name),
    new Set(series.filter(one => one.dashed).map(one => one.name)),
  ).map((look, i): Look => ({ ...look, isPoint: series[i].points.length === 1 }));
  const { logX = false, logY = false, xLabel, yLabel } = options;
  const marks = series.flatMap(({ points }, i): Plot.Markish[] => {
    const { color, dash } = looks[i];
    const at = {
      x: (point: [number, number]) => place(point[0], logX),
      y: (point: [number, number]) => place(point[1], logY),
    };
    if (points.length === 1) return [Plot.dot(points, { ...at, fill: color, symbol: 'diamond2', r: 6 })];
    const line = Plot.line(points, {
      ...at,
      stroke: color,
      strokeWidth: 2,
      strokeDasharray: dash || 'none',
    });
    return points.length > mostDots ? [line] : [line, Plot.dot(points, { ...at, fill: color, r: 3 })];
  });
  const all = series.flatMap(({ points }) => points);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const ticks = ticksAt(xs, logX);
  return render(marks, looks, options, {
    x: {
      label: xLabel,
      labelArrow: 'none',
      ...scaleOf(logX),
      domain: [place(Math.min(...xs), logX), place(Math.max(...xs), logX)],
      ...(logX ? { ticks: (ticks ?? logAxis(xs).ticks).map(Math.log10) } : ticks ? { ticks } : {}),
    },
    y: yAxis(ys, yLabel, logY),
    isBars: false,
  });
}

/**
 * Where a value lies on an axis. Logarithms are taken here: the log scales of Plot leave out labels of ticks.
 */
function place(value: number, isLog: boolean): number {
  return isLog ? Math.log10(value) : value;
}

function scaleOf(isLog: boolean) {
  return { type: 'linear', tickFormat: isLog ? (x: number) => formatTick(10 ** x) : formatTick } as const;
}

/** The vertical axis: powers of ten, or from zero where nothing is below it. */
function yAxis(values: readonly number[], label: string, isLog = false): Plot.ScaleOptions {
  const common = {
    label,
    labelAnchor: 'center',
    labelArrow: 'none',
    grid: true,
    ...scaleOf(isLog),
  } as const;
  if (!isLog) return { ...common, zero: Math.min(...values) >= 0, nice: true, ticks: 6 };
  const { domain, ticks } = logAxis(values);
  return { ...common, domain: domain.map(Math.log10), ticks: ticks.map(Math.log10) };
}

/** Breaks a label into lines that fit side by side. */
function breakLabel(label: string, room: number): string {
  const letters = Math.max(6, Math.floor(room / letterWidth));
  const lines: string[] = [];
  for (const word of label.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join('\n');
}

function drawBars(groups: readonly BarGroup[], options: PlotOptions): string {
  const names = [...new Set(groups.flatMap(group => Object.keys(group.values)))];
  const looks = chooseLooks(names, new Set());
  const rows = groups.flatMap(({ label, values }) =>
    Object.entries(values).map(([name, value]) => ({ label, name, value })),
  );
  const marks: Plot.Markish[] = [
    Plot.barY(rows, {
      fx: 'label',
      x: 'name',
      y: 'value',
      fill: ({ name }: { name: string }) => looks[names.indexOf(name)].color,
    }),
  ];
  if (rows.length <= mostLabels)
    marks.push(
      Plot.text(rows, {
        fx: 'label',
        x: 'name',
        y: 'value',
        text: ({ value }: { value: number }) => formatTick(Number(value.toPrecision(3))),
        dy: -6,
        fontSize: 10,
        fill: ink,
      }),
    );
  // Less a gap, so that neighbours do not run into each other.
  const room = (width - marginLeft - marginRight) / groups.length - 2 * letterWidth;
  const labels = new Map(groups.map(({ label }) => [label, breakLabel(label, room)]));
  return render(marks, looks, options, {
    x: { axis: null, domain: names },
    fx: {
      label: options.xLabel,
      domain: groups.map(group => group.label),
      tickFormat: (label: string) => labels.get(label)!,
    },
    y: yAxis(
      rows.map(({ value }) => value),
      options.yLabel,
    ),
    isBars: true,
    labelLines: Math.max(...[...labels.values()].map(label => label.split('\n').length)),
  });
}

interface Scales extends Pick<Plot.PlotOptions, 'x' | 'fx' | 'y'> {
  readonly isBars: boolean;
  /** Lines of the longest label below the horizontal axis. */
  readonly labelLines?: number;
}

function render(
  marks: Plot.Markish[],
  looks: readonly Look[],
  { title, height = 400 }: PlotOptions,
  { isBars, labelLines = 1, ...scales }: Scales,
): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const longest = Math.max(...looks.map(({ name }) => name.length));
  const columns = Math.max(1, Math.floor((width - marginLeft) / (longest * letterWidth + 44)));
  const top = 40 + 18 * Math.ceil(looks.length / columns);
  const below = 14 * (labelLines - 1);
  const svg = Plot.plot({
    document,
    width,
    height: height + below,
    marginTop: top + 14,
    marginLeft,
    marginRight,
    marginBottom: 44 + below,
    style: {
      color: ink,
      background: 'transparent',
      fontFamily: 'system-ui, sans-serif',
      fontSize: `${fontSize}px`,
    },
    ...scales,
    marks,
  });
  const step = (width - marginLeft) / columns;
  const legend = looks.map((look, i) => {
    const { name, color } = look;
    const x = marginLeft + step * (i % columns);
    const y = 44 + 18 * Math.floor(i / columns);
    const sample = isBars
      ? `<rect x="${x}" y="${y - 9}" width="10" height="10" rx="2" fill="${color}"/>`
      : lineSample(look, x, y - 4);
    return `${sample}<text x="${x + (isBars ? 16 : 27)}" y="${y}" text-anchor="start" fill="${ink}">${escapeText(name)}</text>`;
  });
  const heading = `<text x="${marginLeft}" y="20" text-anchor="start" font-size="15" font-weight="600" fill="${ink}">${escapeText(title)}</text>`;
  const text = String(svg.outerHTML);
  const withNamespace = text.includes('xmlns=')
    ? text
    : text.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return `${withNamespace.replace(/<\/svg>\s*$/, `${heading}${legend.join('')}</svg>`)}\n`;
}

/** What stands for a curve, or for a single point, in the legend. */
function lineSample({ color, dash, isPoint }: Look, x: number, y: number): string {
  if (isPoint) return `<path d="M${x + 10},${y - 6}l6,6l-6,6l-6,-6z" fill="${color}"/>`;
  return `<path d="M${x},${y}h20" fill="none" stroke="${color}" stroke-width="3"${dash && ` stroke-dasharray="${dash}"`}/>`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
