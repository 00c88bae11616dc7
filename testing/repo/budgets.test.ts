/**
 * The cost of each export to an application stays within the budget of its package, with every bundler and
 * entry point. All exports go through esbuild; rollup and the facade see one of each package, or all in a
 * soak. That every file has a budget is a matter of `exports.test.ts`, which knows what is exported.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSoak, soak } from '@colide/testing/soak';
import {
  type Application,
  builtIndex,
  bundleUnused,
  bundleWithRollup,
  isInFacade,
  type Measurement,
  measureBudgets,
  readBudget,
} from '@colide/tooling/bundle';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPackages, root } from './workspace.ts';

const packages = readPackages();

/** Exports above their budget, with the numbers. */
function aboveBudget(rows: readonly Measurement[]): string[] {
  return rows
    .filter(({ largest, budget }) => !(largest <= budget))
    .map(({ exportName, largest, budget }) => `${exportName}: ${largest} > ${budget}`);
}

describe('budgets', () => {
  let rows: Measurement[] = [];
  beforeAll(async () => {
    rows = await measureBudgets(undefined, { sampleEvery: soak(Infinity, 1) });
  });

  it.each(packages)('$folder: no export is above its budget', ({ folder }) => {
    expect(aboveBudget(rows.filter(row => row.folder === folder))).toEqual([]);
  });

  it.each(packages)('$folder: the facade adds nothing', ({ folder }) => {
    const both = rows.filter(row => row.folder === folder && row.minifiedFacade !== undefined);
    expect(both.length > 0).toBe(isInFacade(folder) && Object.keys(readBudget(folder)).length > 0);
    for (const row of both)
      expect(Math.abs(row.minifiedFacade! - row.minified), row.exportName).toBeLessThanOrEqual(16);
  });

  it.each(packages)('$folder: has no side effects that rollup can see', async ({ folder }) => {
    expect(await bundleUnused(builtIndex(folder))).toBe('');
  });

  // Half a minute of rollup for each: one package in a short form, the smallest whose index leads through
  // others.
  const indirect = packages.filter(({ folder }) => isSoak || folder === 'bounds');

  it.each(indirect)('$folder: rollup gives the same through the index as past it', async ({ folder }) => {
    const largest = largestOf(rows.filter(row => row.folder === folder));
    if (largest) await expectSamePastIndices({ from: folder, exportName: largest.exportName });
  });

  it.runIf(isSoak)('rollup gives the same through the facade as past it', async () => {
    const largest = largestOf(rows.filter(({ folder }) => isInFacade(folder)));
    await expectSamePastIndices({ from: 'colide', exportName: largest!.exportName });
  });
});

/** The largest export. */
function largestOf(rows: readonly Measurement[]): Measurement | undefined {
  return rows.reduce<Measurement | undefined>((a, b) => (a && a.largest >= b.largest ? a : b), undefined);
}

async function expectSamePastIndices(application: Application): Promise<void> {
  const [whole] = await bundleWithRollup([application]);
  const [direct] = await bundleWithRollup([{ ...application, direct: true }]);
  expect(Math.abs(whole.length - direct.length)).toBeLessThanOrEqual(0.01 * whole.length + 16);
}

/**
 * Rows `| … \`Name\` … | 12 kB … |` or `| … | 12 |` of a page whose figure is not the budget of what they
 * name.
 */
function figureFaults(page: string, budgets: Readonly<Record<string, number>>): string[] {
  return page.split('\n').flatMap(row => {
    const figure = /\| (\d+(?:\.\d)?)(?: kB[^|]*)? \|$/.exec(row)?.[1];
    const name = [...row.matchAll(/`(\w+)`/g)].map(match => match[1]).find(word => word in budgets);
    if (figure === undefined || name === undefined) return [];
    const rounding = figure.includes('.') ? 50 : 500;
    // The figures may lag behind small changes.
    const isNear = Math.abs(1000 * Number(figure) - budgets[name]) <= rounding + 0.02 * budgets[name];
    return isNear ? [] : [`${name}: ${figure} kB, ${budgets[name]} bytes`];
  });
}

it.each(['choosing', 'typescript'])('sizes in the guide are those of the budgets: %s', page => {
  const text = readFileSync(join(root, 'docs/guide', `${page}.md`), 'utf8');
  const budgets = Object.assign({}, ...packages.map(({ folder }) => readBudget(folder)));
  expect(text.match(/kB/g)?.length).toBeGreaterThan(0);
  expect(figureFaults(text, budgets)).toEqual([]);
});

describe('the budget guards', () => {
  it('find figures of the guide that are out of date', () => {
    const page =
      '| a | `World` of `@colide/world` | 56 kB |\n| `gjk` | 2.2 |\n| `gjk` | 2.4 |\n| `other` | 7 |';
    expect(figureFaults(page, { World: 60_890, gjk: 2220 })).toEqual([
      'World: 56 kB, 60890 bytes',
      'gjk: 2.4 kB, 2220 bytes',
    ]);
    expect(
      figureFaults(page.replace('56', '61').replace('2.4', '2.2'), { World: 60_890, gjk: 2220 }),
    ).toEqual([]);
  });

  it('find what is above its budget', () => {
    const row = { folder: 'math', exportName: 'a', budget: 100, esbuild: 90, rollup: 101, largest: 101 };
    expect(aboveBudget([row as Measurement])).toEqual(['a: 101 > 100']);
    expect(aboveBudget([{ ...row, largest: 100 } as Measurement])).toEqual([]);
    expect(aboveBudget([{ ...row, largest: Number.NaN } as Measurement])).toEqual(['a: NaN > 100']);
  });

  it('find code that runs on import', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colide-effects-'));
    try {
      const path = join(folder, 'index.js');
      writeFileSync(path, 'export const a = /* @__PURE__ */ new Map(); export const b = () => a;');
      expect(await bundleUnused(path)).toBe('');
      writeFileSync(path, 'export const a = new Map(globalThis.entries); export const b = () => a;');
      expect(await bundleUnused(path)).toContain('new Map');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
