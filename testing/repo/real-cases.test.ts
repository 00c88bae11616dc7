/**
 * Tests on real cases run where the cases are, are left out and counted where they are not, and fail where
 * required.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, readCounts } from '@colide/tooling/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './workspace.ts';

const cases = `
import { expect, it } from 'vitest';
import { describeData, readDataText } from '../../testing/src/data-folder.ts';
it('needs nothing', () => {});
describeData('tritri', 'triangles', () => {
  it.each([1, 2])('case %i', () => expect(readDataText('tritri', 'a.txt')).toBe('real'));
});
`;

describe('a run of tests, one without and two on real cases', () => {
  let folder: string;
  beforeAll(() => {
    mkdirSync(join(root, '.cache'), { recursive: true });
    folder = mkdtempSync(join(root, '.cache', 'real-cases-'));
    mkdirSync(join(folder, 'data', 'tritri'), { recursive: true });
    writeFileSync(join(folder, 'data', 'tritri', 'a.txt'), 'real');
    writeFileSync(join(folder, 'cases.test.ts'), cases);
    writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {};');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(data: string, variables: Record<string, string>) {
    const report = join(folder, 'report.json');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const { CI, COLIDE_REQUIRE_DATA, ...others } = process.env;
    const env = { ...others, ...variables, COLIDE_DATA: join(folder, data) };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      timeout: 240_000,
    });
    return { status, output: stdout + stderr, counts: readCounts(report) };
  }

  it('passes where they are', () => {
    const { status, output, counts } = run('data', { COLIDE_REQUIRE_DATA: '1' });
    expect(counts, output).toEqual({ passed: 3, failed: 0, skipped: 0, withoutData: 0 });
    expect(status).toBe(0);
    expect(output).not.toMatch(/left out/);
  });

  it.each([{}, { CI: '1' }])('leaves two out elsewhere, with %j', variables => {
    const { status, output, counts } = run('nowhere', variables);
    expect(counts, output).toEqual({ passed: 1, failed: 0, skipped: 2, withoutData: 2 });
    expect(status).toBe(0);
    expect(output).toMatch(/left out: triangles: the real cases "tritri" are not in .*nowhere/);
  });

  it('fails elsewhere if they are required', () => {
    const { status, output, counts } = run('nowhere', { COLIDE_REQUIRE_DATA: '1' });
    expect(counts, output).toEqual({ passed: 1, failed: 1, skipped: 0, withoutData: 0 });
    expect(status).toBe(1);
    expect(output).toMatch(/the real cases "tritri" are not in .*nowhere/);
  });
});

describe('the last lines', () => {
  it('end with the counts alone', () => {
    expect(lastLines({ passed: 7, failed: 0, skipped: 0, withoutData: 0 }, [])).toBe('7 passed, 0 failed');
    expect(lastLines({ passed: 7, failed: 2, skipped: 1, withoutData: 0 }, ['lint', 'types'])).toBe(
      'failed: lint; types\n\n7 passed, 2 failed, 1 skipped',
    );
  });

  it('say how many tests on real cases were left out and how to get them', () => {
    const lines = lastLines({ passed: 7, failed: 0, skipped: 3, withoutData: 3 }, []).split('\n');
    expect(lines[0]).toMatch(/^3 tests on real cases were left out/);
    expect(lines[1]).toMatch(/CONTRIBUTING\.md.*COLIDE_DATA/);
    expect(lines.at(-1)).toBe('7 passed, 0 failed, 3 skipped');
  });

  it('count nothing where there is no report', () => {
    expect(readCounts('nowhere.json')).toEqual({ passed: 0, failed: 0, skipped: 0, withoutData: 0 });
  });
});
