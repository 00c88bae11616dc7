/**
 * Every experiment in its quick form. A claim that does not hold fails it; one without claims would prove
 * nothing. They are bundled together; the command `pnpm lab <experiment> --quick` is run for one of them.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataFolder, describeData, isSoak } from '@colide/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleExperiments, listModules } from '../bin/bundle.mjs';

const run = promisify(execFile);
const lab = fileURLToPath(new URL('..', import.meta.url));
const folder = join(lab, '.cache', 'claims');
/** How long an experiment may take, in milliseconds. */
const patience = 600_000;
/** Those of the sources; the others are ours, and longer. */
const names = listModules('experiments')
  .map(({ name }) => name)
  .filter(name => isSoak || /^e\d/.test(name));

/** Experiments that take long for claims with wide margins, and the share of a quick run's cases that will do. */
const shares: Readonly<Record<string, number>> = isSoak
  ? {}
  : { 'e0-4': 0.4, 'e1-1': 0.4, 'e1-2': 0.1, 'e4-2': 0.5 };

beforeAll(() => bundleExperiments(names, folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function expectClaims(args: readonly string[], share?: number): Promise<void> {
  const quick = share === undefined ? '--quick' : `--quick=${share}`;
  const { stdout } = await run(process.execPath, [...args, quick], {
    cwd: lab,
    env: { ...process.env, COLIDE_DATA: dataFolder() },
    maxBuffer: 1e8,
    timeout: patience,
  });
  expect(stdout).toMatch(/^- Found: /m);
  expect(stdout).not.toMatch(/^- Not found: /m);
}

const expectClaimsOf = (name: string) =>
  expectClaims(['--expose-gc', join(folder, `${name}.mjs`)], shares[name]);

describe('claims', () => {
  it.each(names.filter(name => name !== 'e1-2'))('%s', expectClaimsOf, patience);

  it('e2-2, by its command', () => expectClaims([join(lab, 'bin', 'lab.mjs'), 'e2-2']), patience);
});

describeData('meshes', 'claims on real models', () => {
  it('e1-2', () => expectClaimsOf('e1-2'), patience);
});
