/**
 * The API reference names all exports of the packages, and its comments become Markdown that Vue leaves
 * alone.
 */
import { fileURLToPath } from 'node:url';
import * as colide from 'colide';
import { describe, expect, it } from 'vitest';
import {
  type ApiExample,
  entryPages,
  linkTables,
  type Reference,
  readApiExamples,
  readExamplePages,
  readReferences,
  referencePage,
  withRelated,
} from '../.vitepress/reference.ts';

const docs = fileURLToPath(new URL('..', import.meta.url));
const references = readReferences(fileURLToPath(new URL('../../packages', import.meta.url)));
const pages = entryPages(references);

describe('the API reference', () => {
  it('has all exports of colide', () => {
    const { passedOn } = references.find(({ folder }) => folder === 'colide')!;
    const listed = references
      .filter(({ folder }) => passedOn.includes(folder))
      .flatMap(({ rooms }) => rooms.flatMap(({ entries }) => entries.map(({ name }) => name)));
    expect(Object.keys(colide).filter(name => !listed.includes(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('has a comment for everything', () => {
    const silent = references.flatMap(({ rooms }) =>
      rooms.flatMap(({ entries }) => entries.filter(({ comment }) => !comment).map(({ name }) => name)),
    );
    expect(silent).toEqual([]);
  });

  it('knows interfaces, types and what a file passes on', () => {
    expect(pages.get('SatHull')).toBe('narrowphase');
    expect(pages.get('World')).toBe('world');
    expect(pages.get('ReadonlyVec3')).toBe('core');
  });

  it.each(references)('of $name skips no level of headings', reference => {
    const page = referencePage(reference, pages, new Map(), readApiExamples(docs, reference.folder));
    const text = page.replace(/^```[\s\S]*?^```/gm, '');
    const levels = [...text.matchAll(/^(#+) /gm)].map(([, marks]) => marks.length);
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, i) => i > 0 && level > levels[i - 1] + 1)).toEqual([]);
  });

  it('leads to pages that use an export', () => {
    const examples = readExamplePages(docs, ['narrowphase', 'nowhere']);
    expect(examples.get('gjkDistance')).toContainEqual({ title: 'GJK', address: '/narrowphase/gjk' });
  });

  it('leads to the programs of its own page, which come last', () => {
    const bounds = references.find(({ folder }) => folder === 'bounds')!;
    const programs: ApiExample[] = readApiExamples(docs, 'bounds');
    expect(programs.length).toBeGreaterThan(5);
    const page = referencePage(bounds, pages, new Map(), programs);
    const [{ title, anchor, code }] = programs;
    expect(page).toContain(`### ${title} {#${anchor}}`);
    expect(page).toContain(code);
    const entry = page.slice(page.indexOf('### aabbUnion {#aabbUnion}'));
    expect(entry.slice(0, entry.indexOf('###', 3))).toContain(`Examples: [${title}](#${anchor})`);
    expect(new Set(programs.map(example => example.anchor)).size).toBe(programs.length);
  });

  it('has an example for every export that is type-checked and run', () => {
    const programs = new Map(references.map(({ folder }) => [folder, readApiExamples(docs, folder)]));
    const examples = withRelated(references, programs, readExamplePages(docs, ['guide'], true));
    const code = [...programs.values()].flatMap(list => list.map(example => example.code)).join('');
    const named = new Set(code.match(/[A-Za-z_]\w*/g));
    const bare = references
      .flatMap(({ rooms }) => rooms.flatMap(({ entries }) => entries))
      .filter(({ name }) => !named.has(name) && !examples.has(name));
    expect(bare.map(({ name }) => name)).toEqual([]);
  });

  it('leads from a type to the examples of what it is part of', () => {
    const entry = (name: string, declaration: string) => ({
      name,
      declaration,
      comment: '',
      isType: declaration.startsWith('interface'),
    });
    const entries = [
      entry('Part', 'interface Part {}'),
      entry('Result', 'interface Result { part: Part }'),
      entry('find', 'function find(out: Result): void;'),
      entry('Lost', 'interface Lost {}'),
    ];
    const reference: Reference = {
      folder: 'x',
      name: '@colide/x',
      description: '',
      rooms: [{ title: '', entries }],
      passedOn: [],
    };
    const program = { title: 'Finding', anchor: 'example-finding', language: 'ts', code: 'find(out);' };
    const examples = withRelated([reference], new Map([['x', [program]]]), new Map());
    expect([...examples]).toEqual(
      ['Part', 'Result'].map(name => [name, [{ title: 'Finding', address: '/api/x#example-finding' }]]),
    );
  });

  it('shows declarations with the comments of members, without bodies and private parts', () => {
    const { declaration } = references
      .flatMap(({ rooms }) => rooms.flatMap(({ entries }) => entries))
      .find(({ name }) => name === 'SphereShape')!;
    expect(declaration).toContain('class SphereShape');
    expect(declaration).toContain('/**');
    expect(declaration).not.toContain('private');
    expect(declaration).not.toContain('return');
    const doubled = references
      .flatMap(({ rooms }) => rooms.flatMap(({ entries }) => entries))
      .filter(entry => /^ *(\/\*\* .*)\n *\1$/m.test(entry.declaration));
    expect(doubled.map(({ name }) => name)).toEqual([]);
    // Comments stay in one piece, whatever their length.
    const comments = references
      .flatMap(({ rooms }) => rooms.flatMap(({ entries }) => entries))
      .flatMap(entry => entry.declaration.match(/\/\*\*[^\n]*$/gm) ?? []);
    expect(comments.filter(line => line.endsWith('('))).toEqual([]);
  });

  it('escapes what Vue would read, and links names', () => {
    const comment =
      'Maps a<b> to {{c}} like {@link other} and {@link nobody}; `x<y>` stays.\n@param size in metres';
    const entry = { name: 'map', declaration: 'function map(): void;', comment, isType: false };
    const reference: Reference = {
      folder: 'x',
      name: '@colide/x',
      description: 'X.',
      rooms: [{ title: 'All', entries: [entry] }],
      passedOn: [],
    };
    const page = referencePage(reference, new Map([['other', 'y']]), new Map());
    expect(page).toContain(
      'Maps a&lt;b&gt; to &#123;&#123;c}} like [`other`](/api/y#other) and `nobody`; `x<y>` stays.',
    );
    expect(page).toContain('- `size`: in metres');
    expect(page).toContain('### map {#map}');
  });

  it('links code in the cells of tables, once', () => {
    const code = (content: string) => ({ type: 'code_inline', content, children: null });
    const cell = {
      type: 'inline',
      content: '',
      children: [code('gjk'), code('nothing'), code('gjk(a, b)'), code('gjk.x')],
    };
    const text = { type: 'inline', content: '', children: [code('gjk')] };
    const [open, close] = ['td_open', 'td_close'].map(type => ({ type, content: '', children: null }));
    linkTables([open, cell, close, text], new Map([['gjk', 'narrowphase']]), (name, page, text) => [
      { type: 'link', content: `${page}#${name} ${text}`, children: null },
    ]);
    expect(cell.children).toEqual([
      { type: 'link', content: 'narrowphase#gjk gjk', children: null },
      code('nothing'),
      { type: 'link', content: 'narrowphase#gjk gjk(a, b)', children: null },
      code('gjk.x'),
    ]);
    expect(text.children).toEqual([code('gjk')]);
  });
});
