import { describe, expect, it } from 'vitest';
import { drawPlot } from '../src/harness/draw-plot.ts';
import { ExperimentReport } from '../src/harness/experiment.ts';
import { plotBars, plotLines } from '../src/harness/plot.ts';
import { formatTick, logAxis, ticksAt } from '../src/harness/plot-axis.ts';

const labels = { title: 'Pairs & <time>', xLabel: 'objects', yLabel: 'ms' };

describe('plots', () => {
  it('draws one path per series and names all of them', () => {
    const spec = plotLines(
      [
        {
          name: 'measured',
          points: [
            [1, 1],
            [10, 3],
            [100, 9],
          ],
        },
        {
          name: 'published',
          points: [
            [1, 2],
            [10, 4],
            [100, 8],
          ],
          dashed: true,
        },
      ],
      { ...labels, logX: true },
    );
    const svg = drawPlot(spec);
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg.match(/<circle/g)).toHaveLength(6);
    expect(svg).toContain('stroke-dasharray="6 4"');
    for (const text of ['measured', 'published', 'Pairs &amp; &lt;time&gt;', 'objects', 'ms'])
      expect(svg).toContain(text);
    expect(svg).not.toContain('NaN');
  });

  it('labels every tick of a logarithmic axis', () => {
    const counts = [64, 250, 1000, 4000, 16_000];
    const series = [{ name: 'one', points: counts.map((n): [number, number] => [n, 20 + n / 4]) }];
    const svg = drawPlot(plotLines(series, { ...labels, logX: true, logY: true }));
    for (const text of ['64', '250', '1000', '4000', '16\u202f000', '20', '50', '100', '200', '500', '2000'])
      expect(svg).toContain(`>${text}</text>`);
  });

  it('has room for the label of the last tick', () => {
    const points = [1000, 16_000, 256_000].map((n): [number, number] => [n, n]);
    const svg = drawPlot(plotLines([{ name: 'one', points }], { ...labels, logX: true }));
    const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
    const text = '256\u202f000';
    const middle = Number(new RegExp(`translate\\(([\\d.]+),[^>]*>${text}<`).exec(svg)?.[1]);
    const letterWidth = 7.5;
    expect(middle + (text.length * letterWidth) / 2).toBeLessThan(width);
  });

  it('draws one bar per value', () => {
    const spec = plotBars(
      [
        { label: 'small', values: { ours: 1, peer: 2 } },
        { label: 'large', values: { ours: 3, peer: 7 } },
      ],
      labels,
    );
    const svg = drawPlot(spec);
    const legendEntries = 2;
    expect(svg.match(/<rect/g)).toHaveLength(4 + legendEntries);
    expect(svg).not.toContain('NaN');
  });
});

describe('ExperimentReport', () => {
  it('puts published numbers beside ours and links the plots', () => {
    const report = new ExperimentReport('E0.1');
    report.compare('GJK steps', [
      { label: 'mean', measured: 3.98765432, published: 4 },
      { label: 'largest', measured: 16 },
    ]);
    report.plot('steps', plotBars([{ label: 'GJK', values: { here: 4 } }], labels));
    expect(report.markdown).toContain('| mean      |        3.9877 |         4 | 0.997 |');
    expect(report.markdown).toContain('| largest   |            16 |         – |     – |');
    expect(report.markdown).toContain('![Pairs & <time>](./e0-1-steps.svg)');
  });
});

describe('axes', () => {
  it('writes ticks as people do', () => {
    expect([0, 5, 0.05, -0.4, 1500, 20_000, 1e-8, 5e-17, 1e9].map(formatTick)).toEqual([
      '0',
      '5',
      '0.05',
      '−0.4',
      '1500',
      '20\u202f000',
      '10⁻⁸',
      '5 · 10⁻¹⁷',
      '10⁹',
    ]);
  });

  it('spans all values, with a readable number of ticks', () => {
    for (const values of [
      [1e-17, 0.1],
      [0.31, 44],
      [3, 3],
      [120, 190],
      [4e-3, 9e5],
    ]) {
      const { domain, ticks } = logAxis(values);
      expect(domain[0]).toBeLessThanOrEqual(Math.min(...values));
      expect(domain[1]).toBeGreaterThanOrEqual(Math.max(...values));
      expect(ticks.length).toBeGreaterThan(1);
      expect(ticks.length).toBeLessThan(12);
      for (const tick of ticks) expect(tick >= 0.999 * domain[0] && tick <= 1.001 * domain[1]).toBe(true);
    }
  });

  it('puts ticks where something was measured, if there is room', () => {
    expect(ticksAt([1, 8, 2, 4, 1], true)).toEqual([1, 2, 4, 8]);
    expect(ticksAt([1, 2, 4, 100], false)).toBeUndefined();
    expect(
      ticksAt(
        Array.from({ length: 50 }, (_, i) => i),
        false,
      ),
    ).toBeUndefined();
  });
});
