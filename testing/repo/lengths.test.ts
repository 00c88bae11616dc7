/**
 * Functions stay short and take few parameters; one that is longer says beside it what cutting it would cost.
 *
 * In what is published, the lines of the functions inside a function count as its own. Elsewhere they do not:
 * what mounts a demo or a page is a list of small functions that share its state. The bodies of `describe`
 * and `it` are lists, too, of cases.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readPackages, root } from './workspace.ts';

const mostLines = 60;
const mostParameters = 6;

/** How a comment begins to say why a function is not cut, and what was measured when it was. */
const reason = /\b(one|single) (function|piece)\b/i;
const measurement = /\d (times|ms|%)|\ban? \w+ longer\b/;

interface Faults {
  readonly long: string[];
  readonly wide: string[];
}

/** Which lines of a function are counted. */
interface Rule {
  /** Whether those of the functions inside it are left out. */
  readonly ownLines: boolean;
}

/** Lines of a node, less those of the functions inside it if only its own count. */
function linesOf(file: ts.SourceFile, node: ts.Node, { ownLines }: Rule): number {
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line;
  const span = (of: ts.Node) => lineAt(of.end) - lineAt(of.getStart(file));
  let lines = span(node) + 1;
  const subtract = (child: ts.Node): void => {
    if (isFunction(child)) lines -= span(child);
    else ts.forEachChild(child, subtract);
  };
  if (ownLines) ts.forEachChild(node, subtract);
  return lines;
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}

/** Whether a function is the body of a `describe` or an `it`. */
function isListOfCases(node: ts.Node): boolean {
  return ts.isCallExpression(node.parent) && /^(describe|it)/.test(node.parent.expression.getText());
}

/** The functions of one file that are too long or have too many parameters, by name. */
function faultsOf(name: string, text: string, rule: Rule = { ownLines: false }): Faults {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const faults: Faults = { long: [], wide: [] };
  const visit = (node: ts.Node): void => {
    if (isFunction(node) && !isListOfCases(node)) {
      const label =
        node.name?.getText(file) ?? (ts.isConstructorDeclaration(node) ? 'constructor' : 'anonymous');
      const comment = text.slice(node.getFullStart(), node.getStart(file)).replace(/\s*\n\s*\*/g, '');
      const isExcused = reason.test(comment) && measurement.test(comment);
      if (linesOf(file, node, rule) > mostLines && !isExcused) faults.long.push(label);
      if (node.parameters.length > mostParameters) faults.wide.push(label);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

/** All source files below `folder`. */
function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(ts|tsx|mjs)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .filter(file => !file.includes('node_modules'))
    .sort();
}

const packages = readPackages();

/** Folders with the names of their tests, and what counts in them. */
const folders: [string, string, Rule][] = [
  ...packages.map(({ folder, path }): [string, string, Rule] => [
    folder,
    join(path, 'src'),
    { ownLines: false },
  ]),
  ...packages.map(({ folder, path }): [string, string, Rule] => [
    `tests of ${folder}`,
    join(path, 'test'),
    { ownLines: true },
  ]),
  ...[
    'apps/lab/src',
    'apps/lab/bin',
    'apps/lab/test',
    'apps/playground/src',
    'apps/playground/test',
    'docs/demos',
    'docs/test',
    'testing',
    'tooling',
  ].map((folder): [string, string, Rule] => [folder, join(root, folder), { ownLines: true }]),
];

describe.each(folders)('functions of %s', (_, path, rule) => {
  const files = existsSync(path) ? sources(path) : [];
  const faults = files.map(file => ({
    file: relative(path, file),
    ...faultsOf(file, readFileSync(file, 'utf8'), rule),
  }));
  const list = (kind: keyof Faults) =>
    faults.flatMap(fault => fault[kind].map(name => `${fault.file}: ${name}`));

  it(`have at most ${mostLines} lines, or a measurement beside them`, () => {
    expect(files.length).toBeGreaterThan(0);
    expect(list('long')).toEqual([]);
  });

  it(`have at most ${mostParameters} parameters`, () => {
    expect(list('wide')).toEqual([]);
  });
});

describe('the guard of lengths', () => {
  it('finds long functions without a reason and many parameters', () => {
    const lines = '  x();\n'.repeat(mostLines);
    expect(faultsOf('a.ts', `function f(a, b, c, d, e, f, g) {\n${lines}}\n`)).toEqual({
      long: ['f'],
      wide: ['f'],
    });
    const excused = `/**\n * In one\n * piece: cut in two it took 1.4 times as long.\n */\nfunction f() {\n${lines}}\n`;
    expect(faultsOf('a.ts', excused)).toEqual({ long: [], wide: [] });
    expect(faultsOf('a.ts', excused.replace('1.4 times as long', 'longer')).long).toEqual(['f']);
    expect(faultsOf('a.ts', excused.replace('1.4 times as long', 'an eighth longer')).long).toEqual([]);
    expect(faultsOf('a.ts', `describe(x, () => {\n${lines}});\n`).long).toEqual([]);
    const holder = `function f() {\n  function g() {\n${lines.slice(7)}  }\n  g();\n}\n`;
    expect(faultsOf('a.ts', holder).long).toEqual(['f', 'g']);
    expect(faultsOf('a.ts', holder, { ownLines: true }).long).toEqual(['g']);
    expect(faultsOf('a.ts', `class A {\n  m = (a, b, c, d, e, f, g) => a;\n}\n`).wide).toEqual(['anonymous']);
  });
});
