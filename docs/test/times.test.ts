/** Tables of stored times: every scene, and where other engines are faster. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineName, replaceTimes, type StoredTimes } from '../.vitepress/times.ts';
import { docsFolder, markdownFiles } from './markdown-files.ts';

const rowsOf = (times: Record<string, number>) =>
  Object.entries(times).map(([contender, nsPerItem]) => ({ contender, nsPerItem }));

const stored: StoredTimes = {
  machine: { date: '2020-02-02', node: 'v20.1.0', cpu: 'a CPU' },
  results: [
    {
      name: '10000 boxes',
      unit: 'step',
      rows: rowsOf({ colide: 29.04e6, 'colide with SIMD': 9.876e6, 'rapier (WASM)': 128.4e6 }),
    },
    {
      name: '50 boxes',
      unit: 'step',
      rows: rowsOf({ colide: 2e5, 'colide with SIMD': 9e4, 'rapier (WASM)': 1.6e5, 'Jolt (WASM)': 1e5 }),
    },
    { name: 'of no engine', unit: 'step', rows: [] },
    { name: 'rays', unit: 'ray', rows: rowsOf({ colide: 3200, 'rapier (WASM)': 1600 }) },
  ],
};

describe('tables of stored times', () => {
  it('show every scene with steps, the fastest in bold', () => {
    const [head, , ...rows] = replaceTimes('<!-- times of worlds -->', stored).split('\n');
    expect(head).toMatch(/^\| scene \| colide \| colide SIMD \| crashcat \| Rapier \| Jolt \| Rapier SIMD/);
    expect(rows).toEqual([
      '| 10 000 boxes | 29.0 | **9.88** |  | 128 |  |  |  |',
      '| 50 boxes | 0.20 | **0.09** |  | 0.16 | 0.10 |  |  |',
    ]);
  });

  it('show where an engine without SIMD is faster than ours without it', () => {
    expect(replaceTimes('<!-- faster without SIMD -->', stored).split('\n').slice(2)).toEqual([
      '| 50 boxes | 0.20 | 0.10 | Jolt | 2.00 |',
      '| rays | 3.20 µs | 1.60 µs | Rapier | 2.00 |',
    ]);
  });

  it('show what kernels save', () => {
    expect(replaceTimes('<!-- times with kernels -->', stored).split('\n').slice(2)).toEqual([
      '| 10 000 boxes | 29.0 | 9.88 | 66 % |',
      '| 50 boxes | 0.20 | 0.09 | 55 % |',
    ]);
  });

  it('name the machine, and leave other text alone', () => {
    expect(replaceTimes('on <!-- machine -->.', stored)).toBe('on 2020-02-02, Node 20.1.0, a CPU.');
    expect(replaceTimes('<!-- changelog -->', stored)).toBe('<!-- changelog -->');
    expect(engineName('wrapper of rapier')).toBe('wrapper of rapier');
  });

  it('have a row for each scene that is stored, on the pages that ask for them', () => {
    const file = join(docsFolder, '..', 'apps', 'lab', 'results', 'world.json');
    const results: StoredTimes = JSON.parse(readFileSync(file, 'utf8'));
    const tables = markdownFiles()
      .map(page => readFileSync(join(docsFolder, page), 'utf8'))
      .filter(text => /<!-- (times of worlds|times with kernels|faster without SIMD) -->/.test(text))
      .map(text => replaceTimes(text, results));
    expect(tables.length).toBe(3);
    for (const text of tables) expect(text).toMatch(/^\| [^|\n]+ \| \d+\.?\d* \|/m);
  });
});
