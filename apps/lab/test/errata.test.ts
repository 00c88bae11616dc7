import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawPlot } from '../src/harness/draw-plot.ts';
import { type Erratum, erratumName, formatErratum, isTrue } from '../src/harness/erratum.ts';

const folder = new URL('../src/errata/', import.meta.url);
const files = readdirSync(folder).sort();
const errata: Erratum[] = await Promise.all(
  files.map(async file => {
    const module = (await import(`../src/errata/${file.slice(0, -3)}.ts`)) as { erratum: Erratum };
    return module.erratum;
  }),
);

describe('errata', () => {
  it('are numbered in the order of their files', () => {
    expect(errata.map(({ number }) => number)).toEqual(errata.map((_, i) => i + 1));
    for (const [i, { number }] of errata.entries())
      expect(files[i].startsWith(erratumName(number))).toBe(true);
    expect(errata.length).toBeGreaterThanOrEqual(20);
  });

  it.each(errata)('$number: $title: the printed form fails, the corrected one does not', erratum => {
    const cases = erratum.run();
    for (const one of cases) expect(isTrue(one.corrected, one), one.label).toBe(true);
    expect(cases.some(one => !isTrue(one.printed, one))).toBe(true);
  });

  it.each(errata.filter(({ plot }) => plot))('$number has a plot without holes', erratum => {
    const svg = drawPlot(erratum.plot!());
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toContain('NaN');
  });

  it('cross out wrong answers', () => {
    const text = formatErratum({
      ...errata[0],
      run: () => [{ label: 'two', printed: 3, corrected: 2, truth: 2 }],
    });
    expect(text).toContain('| two | ~~3~~ | 2 | 2 |');
  });
});
