/**
 * Signatures for the pages of packages: each page ends with those of the functions and classes that its text
 * or its examples name, in the order in which they first appear. They are read from the sources, so that no
 * page repeats them by hand.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const printer = ts.createPrinter({ removeComments: true });
const { factory } = ts;

/** Signatures by exported name, of all sources in a folder of packages. */
export function readSignatures(packages: string): Map<string, string> {
  const signatures = new Map<string, string>();
  for (const folder of readdirSync(packages)) {
    const sources = join(packages, folder, 'src');
    if (!existsSync(sources)) continue;
    for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || /(^|[/\\])internal[/\\]/.test(file)) continue;
      const source = parseSource(file, readFileSync(join(sources, file), 'utf8'));
      for (const [name, text] of signaturesOf(source)) signatures.set(name, text);
    }
  }
  return signatures;
}

/**
 * Trees of sources by their texts, which signatures and the reference share. VitePress loads its
 * configuration and the pages of the reference as two programs, which share only global objects.
 */
const shared = globalThis as { colideSources?: Map<string, ts.SourceFile> };
shared.colideSources ??= new Map();
const parsed = shared.colideSources;

/** The tree of a source, whose nodes know their text. */
export function parseSource(file: string, text: string): ts.SourceFile {
  const known = parsed.get(text);
  if (known) return known;
  // Comments are taken from the text as it is.
  const options = {
    languageVersion: ts.ScriptTarget.ES2022,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  };
  const source = ts.createSourceFile(file, text, options, true);
  parsed.set(text, source);
  return source;
}

/**
 * Name and signature of each function and class that a source exports; of overloaded functions, all forms.
 */
export function signaturesOf(source: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  const print = (node: ts.Node) => printer.printNode(ts.EmitHint.Unspecified, node, source);
  const overloaded = new Set<string>();
  for (const node of source.statements) {
    const exported = ts.canHaveModifiers(node) && has(ts.getModifiers(node), ts.SyntaxKind.ExportKeyword);
    if (!exported) continue;
    if (ts.isFunctionDeclaration(node) && node.name) {
      const { name, typeParameters, parameters, type, body } = node;
      if (body && overloaded.has(name.text)) continue;
      if (!body) overloaded.add(name.text);
      const plain = parameters.map(withoutInitializer);
      const text = print(
        factory.createFunctionDeclaration(undefined, undefined, name, typeParameters, plain, type, undefined),
      );
      // The printer gives tuples several lines.
      const line = text
        .replace(/\s*\n\s*/g, ' ')
        .replaceAll('[ ', '[')
        .replaceAll(' ]', ']');
      found.set(name.text, [found.get(name.text), wrapDeclaration(line)].filter(Boolean).join('\n'));
    } else if (ts.isClassDeclaration(node) && node.name) {
      const members = node.members.flatMap(member => publicMember(member) ?? []);
      const { name, typeParameters, heritageClauses } = node;
      const text = print(
        factory.createClassDeclaration(undefined, name, typeParameters, heritageClauses, members),
      );
      // The printer indents by four.
      found.set(name.text, wrapDeclaration(text.replace(/^ {4}/gm, '  ')));
    }
  }
  return found;
}

/** The longest line that the column of a page shows. */
const columns = 75;

/** A declaration in one line; where that is too long, with a line for each parameter. */
export function wrapParameters(text: string): string {
  const open = text.indexOf('(');
  if (text.length <= columns || open < 0 || text.includes('\n')) return text;
  const parts = [''];
  let depth = 0;
  let at = open + 1;
  for (; at < text.length; at++) {
    const letter = text[at]!;
    if (letter === ')' && depth === 0) break;
    if (letter === ',' && depth === 0) {
      parts.push('');
      continue;
    }
    // The arrow of a function type closes nothing.
    if ('([{<'.includes(letter)) depth++;
    else if (')]}>'.includes(letter) && text[at - 1] !== '=') depth--;
    parts[parts.length - 1] += letter;
  }
  const indent = /^ */.exec(text)![0];
  const lines = parts.map(part => `${indent}  ${part.trim()},\n`);
  return `${text.slice(0, open + 1)}\n${lines.join('')}${indent}${text.slice(at)}`;
}

/** A declaration of several lines in which those that are too long are broken, comments as well. */
export function wrapDeclaration(text: string): string {
  return text
    .replace(/^( *)\/\*\*([\s\S]*?)\*\//gm, wrapComment)
    .split('\n')
    .flatMap(line => (/^ *\/?\*/.test(line) ? [line] : wrapParameters(line).split('\n')))
    .flatMap(line => wrapUnion(line).split('\n'))
    .flatMap(line => (/^ *\/?\*/.test(line) ? [line] : fold(line)))
    .join('\n');
}

/** A line that is still too long, broken after commas and the like; the rest is indented. */
function fold(line: string): string[] {
  if (line.length <= columns) return [line];
  const indent = /^ */.exec(line)![0];
  const pieces = line.trim().split(/(?<=[,;{]) | (?=extends |=> |= )/);
  const [first, ...rest] = fill(pieces, columns - indent.length - 4);
  return [indent + first, ...rest.map(text => `${indent}    ${text}`)];
}

/** A line with a union of many types, with a line for each. */
function wrapUnion(line: string): string {
  const [, indent, head, union, end] = /^( *)([^*(]*?[:=]) (.* \| .*?)([;,]?)$/.exec(line) ?? [];
  if (line.length <= columns || union === undefined) return line;
  return `${indent}${head}\n${union
    .split(' | ')
    .map(type => `${indent}  | ${type}`)
    .join('\n')}${end}`;
}

/** A comment whose lines fit; where one begins a list, an example or a tag, it stays at the beginning. */
function wrapComment(comment: string, indent: string, body: string): string {
  if (comment.split('\n').every(line => line.length <= columns)) return comment;
  const paragraphs: string[] = [];
  for (const line of body.split('\n').map(text => text.replace(/^ *\* ?/, '').trimEnd())) {
    const last = paragraphs.at(-1);
    if (last && line && !/^\s*(@|[-*|] |\d+\. )/.test(line))
      paragraphs[paragraphs.length - 1] = `${last} ${line.trim()}`;
    else paragraphs.push(line.trim());
  }
  const room = columns - indent.length - ' * '.length;
  const lines = paragraphs
    .join('\n')
    .trim()
    .split('\n')
    .flatMap(text => fill(text.split(' '), room));
  return `${indent}/**\n${lines.map(line => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */`;
}

/** Words, or pieces of code, in lines of at most so many letters. */
function fill(words: readonly string[], room: number): string[] {
  const lines = [''];
  for (const word of words) {
    const last = lines.at(-1)!;
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

const has = (modifiers: readonly ts.Modifier[] | undefined, kind: ts.SyntaxKind) =>
  modifiers?.some(modifier => modifier.kind === kind) ?? false;

/** A parameter with a default value as an optional one. */
function withoutInitializer(parameter: ts.ParameterDeclaration): ts.ParameterDeclaration {
  const { dotDotDotToken, name, questionToken, type, initializer } = parameter;
  const optional = initializer ? factory.createToken(ts.SyntaxKind.QuestionToken) : questionToken;
  const shortName = ts.isIdentifier(name) ? name : 'options';
  return factory.createParameterDeclaration(
    undefined,
    dotDotDotToken,
    shortName,
    optional,
    type ?? typeOf(initializer),
  );
}

/** The type of a simple initial value. */
function typeOf(value: ts.Expression | undefined): ts.TypeNode | undefined {
  if (!value) return;
  if (ts.isNewExpression(value) && ts.isIdentifier(value.expression))
    return factory.createTypeReferenceNode(value.expression.text);
  const keyword =
    value.kind === ts.SyntaxKind.TrueKeyword || value.kind === ts.SyntaxKind.FalseKeyword
      ? ts.SyntaxKind.BooleanKeyword
      : ts.isStringLiteral(value)
        ? ts.SyntaxKind.StringKeyword
        : isNumber(value)
          ? ts.SyntaxKind.NumberKeyword
          : undefined;
  return keyword && factory.createKeywordTypeNode(keyword);
}

/** Whether an initial value is a number: `-1`, `Infinity`, `Number.MAX_SAFE_INTEGER`, `ids.length / 2`. */
function isNumber(value: ts.Expression): boolean {
  if (ts.isPropertyAccessExpression(value))
    return value.expression.getText() === 'Number' || value.name.text === 'length';
  return (
    ts.isNumericLiteral(value) ||
    ts.isPrefixUnaryExpression(value) ||
    ts.isBinaryExpression(value) ||
    (ts.isIdentifier(value) && value.text === 'Infinity')
  );
}

/** A member of a class as a declaration, nothing if it is not for users. */
export function publicMember(member: ts.ClassElement): ts.ClassElement | undefined {
  const modifiers = ts.canHaveModifiers(member) ? ts.getModifiers(member) : undefined;
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  if (hidden.some(kind => has(modifiers, kind)) || /@internal/.test(commentOf(member))) return;
  const shown = modifiers?.filter(({ kind }) =>
    [ts.SyntaxKind.StaticKeyword, ts.SyntaxKind.ReadonlyKeyword].includes(kind),
  );
  if (ts.isConstructorDeclaration(member))
    return factory.createConstructorDeclaration(
      undefined,
      member.parameters.map(withoutInitializer),
      undefined,
    );
  if (ts.isMethodDeclaration(member)) {
    const { name, questionToken, typeParameters, parameters, type } = member;
    const plain = parameters.map(withoutInitializer);
    return factory.createMethodDeclaration(
      shown,
      undefined,
      name,
      questionToken,
      typeParameters,
      plain,
      type,
      undefined,
    );
  }
  if (ts.isPropertyDeclaration(member)) {
    const type = member.type ?? typeOf(member.initializer);
    return factory.createPropertyDeclaration(shown, member.name, member.questionToken, type, undefined);
  }
  if (ts.isGetAccessorDeclaration(member)) {
    const readonly = factory.createModifier(ts.SyntaxKind.ReadonlyKeyword);
    return factory.createPropertyDeclaration([readonly], member.name, undefined, member.type, undefined);
  }
  return;
}

/** The comment before a node. */
function commentOf(node: ts.Node): string {
  return (
    node
      .getSourceFile()
      ?.text.slice(node.pos, node.end)
      .match(/^\s*\/\*\*[\s\S]*?\*\//)?.[0] ?? ''
  );
}

/** A page with the signatures of the exports it names at its end, before its references. */
export function withSignatures(page: string, signatures: ReadonlyMap<string, string>): string {
  const code = [...page.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([text]) => text).join(' ');
  const names = new Set((code.match(/[A-Za-z_]\w*/g) ?? []).filter(name => signatures.has(name)));
  if (names.size === 0) return page;
  const text = [...names].map(name => signatures.get(name)).join('\n\n');
  const section = `## Signatures\n\n\`\`\`ts\n${text}\n\`\`\`\n\n`;
  const at = page.search(/^## References$/m);
  return at < 0 ? `${page.trimEnd()}\n\n${section}` : page.slice(0, at) + section + page.slice(at);
}
