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

/**
 * The share of a quick run's cases, bodies and steps that suffices for claims with wide margins: counts are
 * the same in every run, and times are at least a factor of 1.7 away from the claimed limit.
 */
const shares: Readonly<Record<string, number>> = isSoak
  ? {}
  : {
      'e0-1': 0.7,
      'e0-2': 0.6,
      'e0-3': 0.6,
      'e0-4': 0.4,
      'e1-1': 0.3,
      'e1-2': 0.1,
      'e2-1': 0.5,
      'e3-2': 0.5,
      'e3-3': 0.6,
      'e3-4': 0.6,
      'e4-2': 0.5,
      'e4-3': 0.3,
    };
/** The one that is run by its command, and the one that needs real models. */
const byCommand = 'e2-2';
const onModels = 'e1-2';

beforeAll(() =>
  bundleExperiments(
    names.filter(name => name !== byCommand),
    folder,
  ),
);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function expectClaims(args: readonly string[], share?: number): Promise<void> {
  const quick = share === undefined ? '--quick' : `--quick=${share}`;
  // A claim that does not hold ends the process with 1; what it printed tells which one.
  const { stdout, stderr } = await run(process.execPath, [...args, quick], {
    cwd: lab,
    env: { ...process.env, COLIDE_DATA: dataFolder() },
    maxBuffer: 1e8,
    timeout: patience,
  }).catch((error: { stdout: string; stderr: string }) => error);
  expect(stderr).not.toMatch(/Error/);
  expect(stdout).toMatch(/^- Found: /m);
  expect(stdout).not.toMatch(/^- Not found: /m);
}

const expectClaimsOf = (name: string) =>
  expectClaims(['--expose-gc', join(folder, `${name}.mjs`)], shares[name]);

describe('claims', () => {
  it.each(names.filter(name => name !== byCommand && name !== onModels))('%s', expectClaimsOf, patience);

  it(`${byCommand}, by its command`, () => expectClaims([join(lab, 'bin', 'lab.mjs'), byCommand]), patience);
});

describeData('meshes', 'claims on real models', () => {
  it(onModels, () => expectClaimsOf(onModels), patience);
});
