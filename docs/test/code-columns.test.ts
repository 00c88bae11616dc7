/** Code on the pages, in any language, fits into the column of the site without scrolling. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docsFolder, markdownFiles } from './markdown-files.ts';

const columns = 75;

/** The lines of a page's code. */
function codeLines(file: string): string[] {
  const blocks = readFileSync(join(docsFolder, file), 'utf8').matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm);
  return [...blocks].flatMap(([, code]) => code!.split('\n'));
}

it(`has no line of code longer than ${columns} characters`, () => {
  const lines = markdownFiles()
    .filter(file => !file.startsWith('decisions/'))
    .flatMap(file => codeLines(file).map(line => `${file}: ${line}`));
  expect(lines.length).toBeGreaterThan(5000);
  expect(lines.filter(line => line.length > columns + line.indexOf(':') + 2)).toEqual([]);
});
