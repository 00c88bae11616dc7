/** The page of changes: changesets first, then the versions of all packages, newest first. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withChangelog } from '../.vitepress/changelog.ts';

let root: string;

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'colide-changes-'));
  write('.changeset/config.json', '{}');
  write('.changeset/README.md', 'how to write one');
  write('.changeset/b.md', '---\n"@colide/a": minor\n"@colide/b": patch\n---\n\nTwo\nlines.\n');
  write(
    'packages/a/CHANGELOG.md',
    '# @colide/a\n\n## 0.10.0\n\n### Minor Changes\n\n- Ten.\n\n## 0.9.0\n\n- Nine.\n',
  );
  write('packages/b/CHANGELOG.md', '# @colide/b\n\n## 0.10.0\n\n## 0.9.0\n\n- Also nine.\n');
  write('packages/c/package.json', '{}');
});

afterAll(() => rmSync(root, { recursive: true }));

describe('the page of changes', () => {
  it('has the next release, then versions in the order of their numbers', () => {
    expect(withChangelog('# Changes\n\n<!-- changelog -->\n', root)).toBe(
      [
        '# Changes',
        '## Next release',
        '- **@colide/a, @colide/b**: Two\n  lines.',
        '## 0.10.0',
        '### @colide/a\n\n- Ten.',
        '## 0.9.0',
        '### @colide/a\n\n- Nine.',
        '### @colide/b\n\n- Also nine.\n',
      ].join('\n\n'),
    );
  });

  it('leaves other pages alone', () => {
    expect(withChangelog('# Other', root)).toBe('# Other');
  });
});
