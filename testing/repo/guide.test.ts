/**
 * The examples of the guide can be pasted as they are: each is type-checked and, unless it needs a page, run on its own; what a comment after
 * `console.log(…)` says is what it prints. Lines fit into the column of the site.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { extractExamples, runExample, typeFaults, wrongOutputs } from './examples.ts';
import { root } from './workspace.ts';

/** The longest line that the column of a page shows without scrolling. */
const columns = 75;

/** The examples resolve their imports from here: this package knows all others, three.js and React. */
const folder = join(root, 'packages', 'react-three');

const guide = join(root, 'docs', 'guide');
const examples = readdirSync(guide)
  .filter(file => file.endsWith('.md'))
  .flatMap(file =>
    extractExamples(readFileSync(join(guide, file), 'utf8')).map(example => ({
      ...example,
      title: `docs/guide/${file}:${example.line}`,
      file: join(folder, 'src', `${file.slice(0, -3)}-${example.line}.${example.language}`),
      text: `${example.text}\nexport {};\n`,
    })),
  );

describe('examples of the guide', () => {
  it('are free of type errors', () => {
    expect(examples.length).toBeGreaterThan(0);
    expect(typeFaults(new Map(examples.map(({ file, text }) => [file, text])))).toEqual([]);
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

  it.each(examples.filter(({ runs }) => runs))(
    '$title runs and prints what its comments say',
    async ({ text }) => {
      expect(wrongOutputs(text, await runExample(text, folder))).toEqual([]);
    },
  );

  it('are compared with what they print', () => {
    const text = 'console.log(1); // 1: one\nconsole.log(2); // 3\nconsole.log(4);\n';
    expect(wrongOutputs(text, '1\n2\n4\n')).toEqual(['3']);
  });
});
