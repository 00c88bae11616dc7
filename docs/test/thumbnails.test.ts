/** Pages that an index page lists as cards have pictures of their demos, and there are no others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { docsFolder, markdownFiles } from './markdown-files.ts';

const textOf = (file: string) => readFileSync(join(docsFolder, file), 'utf8');

it('has a picture of every listed demo in both themes; demo-thumbnails.mjs takes them', () => {
  const files = markdownFiles();
  const folders = files
    .filter(file => file.endsWith('/index.md') && textOf(file).includes('<PageList'))
    .map(file => file.replace('index.md', ''));
  const listed = files.filter(
    file => !file.endsWith('/index.md') && folders.some(folder => file.startsWith(folder)),
  );
  const demos = new Set(listed.flatMap(file => /<Demo name="([\w-]+)"/.exec(textOf(file))?.[1] ?? []));
  expect(demos.size).toBeGreaterThan(50);
  const pictures = [...demos].flatMap(demo => [`${demo}.webp`, `${demo}-dark.webp`]);
  expect(readdirSync(join(docsFolder, 'public', 'demos')).sort()).toEqual(pictures.sort());
});
