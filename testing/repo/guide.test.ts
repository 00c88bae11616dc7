/**
 * The examples of the home page, of the guide and of the API reference can be pasted as they are: each is
 * type-checked and, unless it needs a page or a GPU, run on its own; a comment after `console.log(…)` begins
 * with its output. Lines fit into the column of the site.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRunner, extractExamples, mounted, runExample, typeFaults, wrongOutputs } from './examples.ts';
import { root } from './workspace.ts';

/** The longest line that the column of a page shows without scrolling. */
const columns = 75;

/** The examples resolve their imports from here: this package knows all others, three.js and React. */
const folder = join(root, 'packages', 'react-three');

const docs = join(root, 'docs');
const pages = [
  'index.md',
  ...['guide', 'examples'].flatMap(room => readdirSync(join(docs, room)).map(file => `${room}/${file}`)),
];
const examples = pages
  .filter(page => page.endsWith('.md'))
  .flatMap(page =>
    extractExamples(readFileSync(join(docs, page), 'utf8')).map(example => ({
      ...example,
      page,
      folder,
      title: `docs/${page}:${example.line}`,
      file: `${page.slice(0, -3).replace('/', '-')}-${example.line}.${example.language}`,
      text: `${example.text}\nexport {};\n`,
    })),
  );

const running = examples.filter(({ runs }) => runs);
const run = createRunner(running);

describe('examples of the home page, the guide and the API reference', () => {
  it('are free of type errors', () => {
    expect(examples.length).toBeGreaterThan(0);
    expect(typeFaults(examples)).toEqual([]);
  });

  it(`have lines of at most ${columns} characters`, () => {
    const long = examples.flatMap(({ title, text }) =>
      text
        .split('\n')
        .filter(line => line.length > columns)
        .map(line => `${title}: ${line}`),
    );
    expect(long).toEqual([]);
  });

  it.each(running)('$title runs and prints what its comments say', async example => {
    expect(wrongOutputs(example.text, await run(example))).toEqual([]);
  });

  it('of React render a world whose bodies move', async () => {
    const [example] = examples.filter(({ page }) => page === 'examples/react-three.md');
    expect(await runExample({ text: mounted(example.text), folder })).toBe('2.50\n0.50\n');
  });

  it('are compared with what they print', () => {
    const text = 'console.log(1); // 1: one\nconsole.log(2); // 3\nconsole.log(4);\n';
    expect(wrongOutputs(text, '1\n2\n4\n')).toEqual(['3']);
  });
});
