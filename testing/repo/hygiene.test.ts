/** No committed file contains forbidden text, and nothing in the repository is unused (knip). */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './workspace.ts';

const rules: { name: string; pattern: RegExp; only?: RegExp }[] = [
  {
    name: 'registry host',
    pattern: /\b(?:registry|npm|nexus|artifactory)\.[\w-]+\.[a-z]{2,}|\bnpmmirror\b|\bverdaccio\b/i,
  },
  { name: 'tarball address', pattern: /tarball: *['"]?https?:/, only: /pnpm-lock\.yaml$/ },
  {
    name: 'machine path',
    pattern: /(?<![\w.*~)\]}-])\/(?:home|root|Users|work|tmp|private)\/[\w.]|\b[A-Z]:\\\w/,
  },
  { name: 'conflict marker', pattern: /^(?:<{7}|>{7}) / },
  { name: 'unfinished work', pattern: /\b(?:TO[D]O|FIX[M]E|HA[C]K)\b/ },
  {
    name: 'focused or skipped test',
    pattern: /\b(?:it|test|describe)(?:\.\w+)*\.(?:only|skip|todo)\b/,
    only: /\.test\.ts$/,
  },
  {
    name: 'second style of privacy (private is the one)',
    pattern: /\bthis\.#\w|^\s+(?:readonly |static |async )*#[a-z]\w*[ :;=(!]/,
    only: /^packages\/.*\.ts$/,
  },
  {
    name: 'comment wider than the formatter allows',
    pattern: /^(?=.{111})(?!\s*\* \| )(?!.*https?:)\s*(?:\/\/|\/?\*)/,
    only: /\.(?:ts|mts|mjs|tsx)$/,
  },
  {
    name: 'shape told apart by a property (by its kind)',
    pattern: /'(?!support')\w+' in (?:\w+\.)*(?:shape|convex|child|core)\b/,
    only: /^packages\/[^/]+\/src\/.*\.ts$/,
  },
  { name: 'silenced compiler', pattern: /@ts-(?:ig[n]ore|no[c]heck)/, only: /\.(?:ts|mts|mjs|vue)$/ },
];

/** The lines of a file that break a rule. */
function textFaults(file: string, text: string): string[] {
  return rules
    .filter(({ only }) => only === undefined || only.test(file))
    .flatMap(({ name, pattern }) =>
      text
        .split('\n')
        .flatMap((line, i) =>
          pattern.test(line) ? [`${file}:${i + 1}: ${name}: ${line.trim().slice(0, 100)}`] : [],
        ),
    );
}

/** Files that git knows or would add. */
function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter(file => file !== '' && existsSync(join(root, file)));
}

describe('files', () => {
  it('name no registry and no machine path, hold no conflict and no unfinished work, skip no test and wrap comments', () => {
    const files = listFiles();
    expect(files).toContain('pnpm-lock.yaml');
    const faults = files.flatMap(file => {
      const text = readFileSync(join(root, file), 'utf8');
      return text.includes('\0') ? [] : textFaults(file, text);
    });
    expect(faults).toEqual([]);
  });

  // The dots in the middle go: no file may contain these texts, and this one is no exception.
  it.each([
    ['pnpm-lock.yaml', 'resolution: {tar·ball: https://example.org/a.tgz}'],
    ['.npmrc', 'registry=https://reg·istry.example.org/'],
    ['README.md', 'see https://n·pm.example.com/'],
    ['a.ts', "const path = '/ho·me/someone/colide';"],
    ['a.ts', "import '/wo·rk/x.ts';"],
    ['a.md', 'C:·\\Users\\someone'],
    ['a.ts', '<<<·<<<< HEAD'],
    ['a.ts', '// TO·DO later'],
    ['a.test.ts', "it.on·ly('works', () => {});"],
    ['a.test.ts', "describe.concurrent.sk·ip('works', () => {});"],
    ['a.ts', '// @ts-ig·nore'],
    ['packages/a/src/a.ts', '  readonly #co·unt = 0;'],
    ['packages/a/src/a.ts', "if ('halfX' i·n posed.shape) {"],
    ['a.ts', `·  // ${'word '.repeat(22)}`],
    ['a.mjs', `· * ${'word '.repeat(22)}`],
  ])('are found out: %s with %s', (file, text) => {
    expect(textFaults(file, text.replace('·', ''))).toHaveLength(1);
  });

  it.each([
    ['a.md', 'see https://www.npmjs.com/package/colide and docs/work/page'],
    ['a.ts', "const url = new URL('../tmp/x', base); // root/x, https://example.org/home/page"],
    ['a.test.ts', "describe.skipIf(true)('works', () => {});"],
    ['a.ts', 'list.skip(3); // todolist'],
    ['packages/a/src/a.ts', "if ('support' in shape || 'step' in solver) {"],
    ['a.ts', ` * | 0 | ${'word '.repeat(22)}|`],
    ['a.ts', `// ${'word '.repeat(22)} https://example.org/`],
    ['a.ts', `  x = ${'word * '.repeat(22)}1;`],
    ['pnpm-lock.yaml', 'resolution: {integrity: sha512-abc/root/def==}'],
  ])('are left alone: %s with %s', (file, text) => {
    expect(textFaults(file, text)).toEqual([]);
  });
});

/** The findings of knip for a folder; empty if everything is used and declared. */
function knipFaults(folder: string): string {
  const knip = join(root, 'node_modules', 'knip', 'bin', 'knip.js');
  const args = [knip, '--no-progress', '--no-config-hints'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    timeout: 240_000,
  });
  return status === 0 ? '' : `${stdout}${stderr}`.trim();
}

describe('knip', () => {
  it('finds nothing unused and nothing undeclared', () => {
    expect(knipFaults(root)).toBe('');
  });

  it('would find an unused file and an undeclared dependency', () => {
    const folder = mkdtempSync(join(tmpdir(), 'colide-knip-'));
    try {
      writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a', type: 'module' }));
      writeFileSync(join(folder, 'knip.json'), JSON.stringify({ entry: ['index.ts'], project: ['*.ts'] }));
      writeFileSync(join(folder, 'index.ts'), "import 'undeclared';\n");
      writeFileSync(join(folder, 'unused.ts'), 'export const a = 1;\n');
      expect(knipFaults(folder)).toMatch(/unused\.ts[\s\S]*undeclared/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
