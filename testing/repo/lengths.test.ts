/**
 * Functions stay short and take few parameters; a comment beside a longer one says what it would cost to
 * divide it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readPackages } from './workspace.ts';

const mostLines = 60;
const mostParameters = 6;

/** How a comment begins to say why a function is not cut, and what was measured when it was. */
const reason = /\b(one|single) (function|piece)\b/i;
const measurement = /\d (times|ms|%)|\ban? \w+ longer\b/;

interface Faults {
  readonly long: string[];
  readonly wide: string[];
}

/** The functions of one file that are too long or have too many parameters, by name. */
function faultsOf(name: string, text: string): Faults {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const faults: Faults = { long: [], wide: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const label =
        node.name?.getText(file) ?? (ts.isConstructorDeclaration(node) ? 'constructor' : 'anonymous');
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line;
      const last = file.getLineAndCharacterOfPosition(node.end).line;
      const comment = text.slice(node.getFullStart(), node.getStart(file)).replace(/\s*\n\s*\*/g, '');
      const isExcused = reason.test(comment) && measurement.test(comment);
      if (last - first >= mostLines && !isExcused) faults.long.push(label);
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
    .filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort();
}

describe.each(readPackages())('functions of $folder', ({ path }) => {
  const files = sources(join(path, 'src'));
  const faults = files.map(file => ({
    file: relative(join(path, 'src'), file),
    ...faultsOf(file, readFileSync(file, 'utf8')),
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
    expect(faultsOf('a.ts', `class A {\n  m = (a, b, c, d, e, f, g) => a;\n}\n`).wide).toEqual(['anonymous']);
  });
});
