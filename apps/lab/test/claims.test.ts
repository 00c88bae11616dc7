/**
 * Every experiment in its quick form, as `pnpm lab <experiment> --quick` runs it. A claim that does not hold fails
 * it; one without claims would prove nothing.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataFolder, describeData, isSoak } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { listModules } from '../bin/bundle.mjs';

const run = promisify(execFile);
const program = fileURLToPath(new URL('../bin/lab.mjs', import.meta.url));
/** Those of the sources; the others are ours, and longer. E0.1 runs for hours, on a GPU, and has no quick form. */
const names = listModules('experiments')
  .map(({ name }) => name)
  .filter(name => name !== 'e0-1' && (isSoak || /^e\d/.test(name)));

async function expectClaims(name: string): Promise<void> {
  const { stdout } = await run(process.execPath, [program, name, '--quick'], {
    env: { ...process.env, COLIDE_DATA: dataFolder() },
    maxBuffer: 1e8,
  });
  expect(stdout).toMatch(/^- Found: /m);
  expect(stdout).not.toMatch(/^- Not found: /m);
}

describe('claims', () => {
  it.each(names.filter(name => name !== 'e1-2'))('%s', expectClaims, 600_000);
});

describeData('meshes', 'claims on real models', () => {
  it('e1-2', () => expectClaims('e1-2'), 600_000);
});
