import { describe, expect, it } from 'vitest';
import { ExperimentReport } from '../src/harness/experiment.ts';
import { plotBars, plotLines } from '../src/harness/plot.ts';

const labels = { title: 'Pairs & <time>', xLabel: 'objects', yLabel: 'ms' };

describe('plots', () => {
  it('draws one path per series and names all of them', () => {
    const svg = plotLines(
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
    expect(svg).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg.match(/<circle/g)).toHaveLength(6);
    expect(svg).toContain('stroke-dasharray="5 4"');
    for (const text of ['measured', 'published', 'Pairs &amp; &lt;time&gt;', 'objects', 'ms'])
      expect(svg).toContain(text);
    expect(svg).not.toContain('NaN');
  });

  it('draws one bar per value', () => {
    const svg = plotBars(
      [
        { label: 'small', values: { ours: 1, peer: 2 } },
        { label: 'large', values: { ours: 3, peer: 7 } },
      ],
      labels,
    );
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
    report.plot('steps', '<svg/>');
    expect(report.markdown).toContain('| mean      |        3.9877 |         4 |');
    expect(report.markdown).toContain('| largest   |            16 |         – |');
    expect(report.markdown).toContain('![steps](./e0-1-steps.svg)');
  });
});
