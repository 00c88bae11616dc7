import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listModules, sourceKey } from '../bin/bundle.mjs';
import { flameGraph } from '../bin/flame-graph.mjs';
import { type Claim, describeClaim } from '../src/harness/experiment.ts';
import type { PlotSpec } from '../src/harness/plot.ts';
import { describeProvenance } from '../src/harness/provenance.ts';
import type { Row } from '../src/harness/report.ts';
import { benchmarksPage } from '../src/report/benchmarks-page.ts';
import { makePages, verdict } from '../src/report/site-report.ts';

const results = fileURLToPath(new URL('../results', import.meta.url));

describe('the list of the lab', () => {
  it('has a sentence for every experiment, erratum and suite', () => {
    for (const folder of ['experiments', 'errata', 'suites']) {
      const modules = listModules(folder);
      expect(modules.length).toBeGreaterThan(10);
      for (const { name, summary } of modules) expect(summary, name).toMatch(/^[^ ].{15,}/);
    }
  });
});

describe('the key of the code', () => {
  it('is that of the code that runs, and of no other', async () => {
    const key = await sourceKey('errata', '13-centre-of-mass');
    expect(key).toMatch(/^[0-9a-f]{16}$/);
    expect(await sourceKey('errata', '13-centre-of-mass')).toBe(key);
    expect(await sourceKey('errata', '16-projection-point')).not.toBe(key);
  });
});

describe('flame graphs', () => {
  const frame = (functionName: string) => ({ functionName, url: '', lineNumber: 0 });
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(root)'), children: [2, 4] },
      { id: 2, callFrame: frame('step'), children: [3] },
      { id: 3, callFrame: frame('solve<T>') },
      // The same function at another place of the same caller.
      { id: 4, callFrame: frame('step') },
    ],
    samples: [2, 3, 3, 4],
    timeDeltas: [10, 40, 40, 10],
  };

  it('joins call paths, and gives each the share of its callees', () => {
    const svg = flameGraph(profile, 'a & b');
    expect(svg).toContain('a &amp; b');
    expect(svg.match(/<title>step: 100.0 %/g)).toHaveLength(1);
    expect(svg).toContain('<title>solve&lt;T&gt;: 80.0 %');
  });

  it('can be of what some functions call', () => {
    const svg = flameGraph(profile, '', ['step']);
    expect(svg).toContain('<title>all: 100.0 %');
    expect(svg).toContain('<title>solve&lt;T&gt;: 80.0 %');
    expect(svg).not.toContain('<title>step');
    expect(flameGraph(profile, '', ['nobody'])).toBe(flameGraph(profile, ''));
  });
});

describe('the pages of the site', () => {
  it('are those of the stored results', () => {
    const folder = new URL('../../../docs/lab/', import.meta.url);
    const pages = makePages(results);
    expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
    for (const [name, text] of pages)
      expect(readFileSync(new URL(name, folder), 'utf8') === text, `${name}: run \`pnpm lab report\``).toBe(
        true,
      );
  });

  it('draw no published number where none was published', () => {
    for (const file of readdirSync(join(results, 'experiments')).filter(name => name.endsWith('.json'))) {
      const { plots } = JSON.parse(readFileSync(join(results, 'experiments', file), 'utf8')) as {
        plots: Record<string, PlotSpec>;
      };
      for (const spec of Object.values(plots))
        for (const { label, values } of spec.kind === 'bars' ? spec.groups : [])
          for (const [name, value] of Object.entries(values))
            if (name.includes('published')) expect(value, `${file}, ${label}`).not.toBe(0);
    }
  });

  it('show every plot and every erratum', () => {
    const pages = makePages(results);
    const shown = readdirSync(new URL('../../../docs/public/lab/', import.meta.url));
    const linked = [...pages.values()].flatMap(text => [...text.matchAll(/\]\(\/lab\/([^)]+\.svg)\)/g)]);
    expect(linked.map(([, file]) => file).sort()).toEqual(shown.sort());
    expect(pages.get('errata.md')!.match(/^## /gm)).toHaveLength(listModules('errata').length);
  });
});

describe('the page of the benchmarks', () => {
  it('counts every build of ours as ours', () => {
    const row = (contender: string, nsPerItem: number) => ({ contender, nsPerItem, spread: 0 });
    const one = (name: string, ...rows: Row[]) => ({ name, unit: 'step', items: 1, rows, disagreements: [] });
    const machine = { node: 'v20', v8: '11', cpu: 'c', cores: 2, memoryGb: 4, platform: 'p', date: 'd' };
    const page = benchmarksPage([
      {
        suite: 'world',
        title: 'Worlds',
        machine,
        commit: 'abc',
        sourceKey: '',
        waited: 0,
        results: [
          one('boxes', row('colide', 400), row('rapier', 300), row('colide with SIMD', 200)),
          one('spheres', row('colide', 400), row('colide with SIMD', 300), row('rapier', 150)),
          one('alone', row('colide', 400), row('colide with SIMD', 300)),
        ],
      },
    ]);
    expect(page).toContain('| Worlds | 2 | 1 | rapier (1) | 0.50× to 1.50× |');
    expect(page).toContain('|  | **colide with SIMD** | **200 ns / step** | 0.50× |\n|  | rapier |');
  });
});

describe('the rows of a race', () => {
  it('name who was left out, and what was measured on a busy machine', () => {
    const row = (contender: string, nsPerItem: number) => ({ contender, nsPerItem, spread: 0 });
    const machine = { node: 'v20', v8: '11', cpu: 'c', cores: 2, memoryGb: 4, platform: 'p', date: 'd' };
    const quiet = { rounds: 31, repeated: 0, disturbed: 3, worstWait: 0.1 };
    const one = {
      name: 'boxes',
      unit: 'step',
      items: 1,
      rows: [row('colide', 400), row('peer', 300)],
      disagreements: ['Jolt: 2 of its bodies escaped'],
      measurement: quiet,
    };
    const suite = {
      suite: 'world',
      title: 'Worlds',
      machine,
      commit: 'abc',
      sourceKey: '',
      waited: 0,
      results: [one, { ...one, name: 'balls', measurement: { ...quiet, disturbed: 4 } }],
    };
    const page = benchmarksPage([suite]);
    expect(page).toContain('| boxes | colide |');
    expect(page).toContain('| balls (busy machine) | colide |');
    expect(page.match(/\| {2}\| left out: Jolt: 2 of its bodies escaped \| {2}\| {2}\|/g)).toHaveLength(2);
    expect(page).toContain('| Worlds | 2 | 0 | peer (2) |');
  });
});

describe('provenance', () => {
  const machine = { node: 'v20', v8: '11', cpu: 'c', cores: 2, memoryGb: 4, platform: 'p', date: 'd' };

  it('names the commit, or says that it is unknown', () => {
    expect(describeProvenance({ machine, commit: 'abc', waited: 0 })).toContain('d, commit abc, Node');
    for (const stored of [{}, { commit: 'unknown' }, { commit: 'unknown+' }])
      expect(describeProvenance({ machine, waited: 0, ...stored })).toContain('d, unknown commit, Node');
  });

  it('is not shown for what has nothing to show, and never undefined', () => {
    const suite = {
      suite: 'gpu',
      title: 'GPU',
      machine,
      commit: 'abc',
      sourceKey: '',
      waited: 0,
      results: [],
    };
    expect(benchmarksPage([suite])).not.toContain('## GPU');
    expect(benchmarksPage([{ ...suite, extra: 'A table.' }])).toContain('## GPU\n\nA table.');
    for (const [name, text] of makePages(results)) {
      expect(text, name).not.toContain('undefined');
      expect(text, name).not.toMatch(/^##+ .*\n\n<small>/m);
    }
  });
});

describe('verdicts', () => {
  const claim = (holds: boolean, relation?: Claim['relation']): Claim => ({
    text: 'text',
    holds,
    ...(relation ? { relation } : {}),
  });

  it('call nothing reproduced that the source does not say, or says the contrary of', () => {
    expect(describeClaim(claim(true, 'published'))).toBe('Reproduced');
    expect(describeClaim(claim(false, 'published'))).toBe('Not reproduced');
    expect(describeClaim(claim(true, 'contrary'))).toBe('Not reproduced, shown');
    expect(describeClaim(claim(true))).toBe('Found');
    expect(describeClaim(claim(false))).toBe('Not found');
  });

  it('count results of the source only', () => {
    expect(verdict([claim(true), claim(false)])).toBe('measured');
    expect(verdict([claim(true, 'published'), claim(false)])).toBe('reproduced');
    expect(verdict([claim(true, 'contrary'), claim(true)])).toBe('not reproduced');
    expect(verdict([claim(true, 'contrary'), claim(true, 'published')])).toBe('1 of 2 results reproduced');
  });

  it('of E3.2: about as many constraints are projected, where S3 has half', () => {
    const page = makePages(results).get('experiments.md')!;
    expect(page).toContain('- **Not reproduced, shown:** both schemes project about as many constraints.');
  });
});
