/**
 * Stored results of other code than the present are reported but do not fail, as a full run takes an hour.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listModules } from '../bin/bundle.mjs';
import { findStale } from '../bin/stale.mjs';
import { experimentName } from '../src/harness/experiment.ts';
import type { Provenance } from '../src/harness/provenance.ts';

const results = new URL('../results/', import.meta.url);
const stored = ['', 'experiments/'].flatMap(folder =>
  readdirSync(new URL(folder, results))
    .filter(file => file.endsWith('.json'))
    .map(file => ({ file, name: file.slice(0, -'.json'.length), url: new URL(folder + file, results) })),
);

interface Stored extends Provenance {
  readonly id?: string;
  readonly suite?: string;
}

describe('stored results', () => {
  it('belong to experiments and suites that exist, and say where they come from', () => {
    const names = ['experiments', 'suites'].flatMap(folder => listModules(folder).map(({ name }) => name));
    expect(stored.length).toBeGreaterThan(20);
    for (const { name, file, url } of stored) {
      const { id, suite, machine, commit, sourceKey } = JSON.parse(readFileSync(url, 'utf8')) as Stored;
      expect(names, file).toContain(name);
      expect(suite ?? experimentName(id!), file).toBe(name);
      expect(machine.cpu, file).toBeTruthy();
      // A result stored without a key is out of date, whatever its commit.
      if (sourceKey) expect(commit, file).toMatch(/^[0-9a-f]{7,}\+?$/);
    }
  });

  it('are compared with the present code', async () => {
    const stale = await findStale();
    if (stale.length > 0)
      console.warn(
        `Results of other code than the present, see \`pnpm lab stale\`: ${stale.map(({ name }) => name).join(', ')}.`,
      );
    // One is out of date if and only if its key is another one, or none; every module is looked at.
    const fresh = stored.filter(({ name }) => !stale.some(one => one.name === name));
    for (const { file, url } of fresh)
      expect((JSON.parse(readFileSync(url, 'utf8')) as Stored).sourceKey, file).toMatch(/^[0-9a-f]{16}$/);
    const modules = listModules('experiments').length + listModules('suites').length;
    expect(fresh.length + stale.length).toBe(modules);
  });
});
