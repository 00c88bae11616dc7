/**
 * No module writes to an array of another: an exported array is a table that is never changed. Scratch is
 * private to its file, comes as an argument or hides behind functions that get and set it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { readPackages } from './workspace.ts';

/** Methods that change an array. */
const mutators = /^(copyWithin|fill|pop|push|reverse|set|shift|sort|splice|unshift)$/;

/** Whether an expression makes an array; one that is made by its length is there to be written to. */
function arrayKind(value: ts.Expression | undefined): 'table' | 'scratch' | undefined {
  if (value === undefined) return undefined;
  if (ts.isArrayLiteralExpression(value)) return value.elements.length > 0 ? 'table' : 'scratch';
  if (ts.isCallExpression(value) && value.expression.getText() === 'plainDoubles') return 'scratch';
  if (!ts.isNewExpression(value) || !/Array$/.test(value.expression.getText())) return undefined;
  const content = value.arguments?.[0];
  return content && ts.isArrayLiteralExpression(content) ? 'table' : 'scratch';
}

/** The exported arrays of a file, by name. */
function exportedArrays(file: ts.SourceFile): Map<string, 'table' | 'scratch'> {
  const found = new Map<string, 'table' | 'scratch'>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    if (!statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      const kind = arrayKind(initializer);
      if (kind) found.set(name.getText(), kind);
    }
  }
  return found;
}

/** The name of the array that an expression writes to, if any: `a[0] = 1`, `a[0]++`, `a.fill(0)`. */
function writtenArray(node: ts.Node): string | undefined {
  let target: ts.Expression | undefined;
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment) target = node.left;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { operator } = node;
    if (operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken)
      target = node.operand;
  } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))
    return mutators.test(node.expression.name.text) ? node.expression.expression.getText() : undefined;
  return target && ts.isElementAccessExpression(target) ? target.expression.getText() : undefined;
}

/** The arrays that a file writes to and that it exports or imports: its own and those of its neighbours. */
function writesOf(file: ts.SourceFile): Set<string> {
  const shared = new Set(exportedArrays(file).keys());
  for (const statement of file.statements) {
    const names = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (names && ts.isNamedImports(names)) for (const { name } of names.elements) shared.add(name.text);
  }
  const written = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = writtenArray(node);
    if (name !== undefined && shared.has(name)) written.add(name);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return written;
}

/**
 * Exported arrays that are there to be written to, and those that some file writes to. Most files have
 * nothing to do with one, which is seen without parsing them.
 */
function sharedArrays(texts: Readonly<Record<string, string>>): string[] {
  const parse = ([name, text]: [string, string]) =>
    ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const arrays = Object.entries(texts)
    .filter(([, text]) => /\bexport const [^;]*?=[^;]*?(\[|Array\(|plainDoubles)/.test(text))
    .map(parse)
    .flatMap(file => [...exportedArrays(file)].map(([name, kind]) => ({ file: file.fileName, name, kind })));
  const files = Object.entries(texts).filter(([, text]) => arrays.some(({ name }) => text.includes(name)));
  const written = new Set(files.flatMap(file => [...writesOf(parse(file))]));
  return arrays
    .filter(({ name, kind }) => kind === 'scratch' || written.has(name))
    .map(({ file, name }) => `${file}: ${name}`);
}

describe('exported arrays', () => {
  it.each(readPackages())('of $folder are never written to', ({ path, sources }) => {
    expect(sources.length).toBeGreaterThan(0);
    const read = (source: string) => readFileSync(join(path, 'src', source), 'utf8');
    expect(sharedArrays(Object.fromEntries(sources.map(source => [source, read(source)])))).toEqual([]);
  });

  it.each([
    'export const a = new Float64Array(3);',
    'export const a = /* @__PURE__ */ plainDoubles(1);',
    'export const a = [];',
    'export const a = [1, 2]; export const f = () => { a[0] = 3; };',
    'export const a = new Int32Array([1, 2]); export const f = () => { a[0]++; };',
    'export const a = [2, 1]; export const f = () => a.sort();',
  ])('are found: %s', text => {
    expect(sharedArrays({ 'a.ts': text })).toEqual(['a.ts: a']);
  });

  it('are found where another file writes to them', () => {
    const table = 'export const a = [1, 2];';
    expect(sharedArrays({ 'a.ts': table, 'b.ts': "import { a } from './a.ts';\na[1] += 2;" })).toEqual([
      'a.ts: a',
    ]);
    expect(sharedArrays({ 'a.ts': table, 'b.ts': 'const a = [0];\na[0] = a.length;' })).toEqual([]);
  });

  it('are left alone where they are tables or private', () => {
    expect(sharedArrays({ 'a.ts': 'export const a = [1, 2]; const b = [0]; b[0] = a[1];' })).toEqual([]);
  });
});
