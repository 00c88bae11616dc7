/**
 * Line and bar plots as SVG text, made in Node with Observable Plot on a light DOM. Colours are of middle
 * lightness and the background is transparent, so that the same file reads on light and on dark pages.
 */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

const ink = '#808a96';
const palette = ['#2f8f83', '#d9772b', '#6f74d2', '#c2557f', '#9a8b1f', '#4a92c9'];

/** Titles and scales that line and bar plots share. */
export interface PlotOptions {
  title: string;
  xLabel: string;
  yLabel: string;
  width?: number;
  height?: number;
  logX?: boolean;
  logY?: boolean;
}

/** A named curve. `dashed` is meant for published numbers beside measured ones. */
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

/** Curves over a common axis, each with its legend entry. */
export function plotLines(series: Series[], options: PlotOptions): string {
  const rows = series.flatMap(({ name, points }) => points.map(([x, y]) => ({ name, x, y })));
  const dashed = new Set(series.filter(one => one.dashed).map(one => one.name));
  const marks = [
    ...series.map(({ name }) =>
      Plot.line(
        rows.filter(row => row.name === name),
        {
          x: 'x',
          y: 'y',
          stroke: 'name',
          strokeWidth: 2,
          strokeDasharray: dashed.has(name) ? '5 4' : 'none',
        },
      ),
    ),
    Plot.dot(rows, { x: 'x', y: 'y', fill: 'name', r: 3 }),
  ];
  return render(
    marks,
    series.map(one => one.name),
    options,
    {
      x: { label: options.xLabel, type: options.logX ? 'log' : 'linear' },
    },
  );
}

/** Groups of bars side by side, in the order given. */
export function plotBars(groups: BarGroup[], options: PlotOptions): string {
  const names = [...new Set(groups.flatMap(group => Object.keys(group.values)))];
  const rows = groups.flatMap(({ label, values }) =>
    Object.entries(values).map(([name, value]) => ({ label, name, value })),
  );
  const marks = [Plot.barY(rows, { fx: 'label', x: 'name', y: 'value', fill: 'name' })];
  return render(marks, names, options, {
    x: { axis: null, domain: names },
    fx: { label: options.xLabel, domain: groups.map(group => group.label) },
  });
}

function render(
  marks: Plot.Markish[],
  names: string[],
  options: PlotOptions,
  scales: Pick<Plot.PlotOptions, 'x' | 'fx'>,
): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const { title, yLabel, width = 640, height = 380 } = options;
  const legendRows = Math.ceil(names.length / 3);
  const top = 40 + 18 * legendRows;
  const svg = Plot.plot({
    document,
    width,
    height,
    marginTop: top + 12,
    marginLeft: 68,
    marginBottom: 42,
    style: { color: ink, background: 'transparent', fontFamily: 'system-ui, sans-serif', fontSize: '12px' },
    color: { domain: names, range: names.map((_, i) => palette[i % palette.length]) },
    y: { label: yLabel, labelAnchor: 'center', type: options.logY ? 'log' : 'linear', grid: true },
    ...scales,
    marks,
  });
  const columnWidth = (width - 60) / 3;
  const legend = names.map((name, i) => {
    const x = 60 + columnWidth * (i % 3);
    const y = 44 + 18 * Math.floor(i / 3);
    const color = palette[i % palette.length];
    return `<rect x="${x}" y="${y - 9}" width="10" height="10" rx="2" fill="${color}"/><text x="${x + 16}" y="${y}" text-anchor="start" fill="${ink}">${escapeText(name)}</text>`;
  });
  const heading = `<text x="60" y="20" text-anchor="start" font-size="15" font-weight="600" fill="${ink}">${escapeText(title)}</text>`;
  const text = String(svg.outerHTML);
  const withNamespace = text.includes('xmlns=')
    ? text
    : text.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"');
  return `${withNamespace.replace(/<\/svg>\s*$/, `${heading}${legend.join('')}</svg>`)}\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
