/**
 * The API reference, read from the sources: one page per package, its exports grouped by room as its
 * `index.ts` groups them, each with its declaration, its comment and the pages whose examples use it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { parseSource, publicMember, signaturesOf, wrapDeclaration } from './signatures.ts';

/** Something that a package exports. */
export interface ReferenceEntry {
  readonly name: string;
  /** The declaration, with the comments of its members. */
  readonly declaration: string;
  /** The comment before it, as text. */
  readonly comment: string;
  /** Whether it can be used as a type only. */
  readonly isType: boolean;
}

/** A group of exports. */
export interface ReferenceRoom {
  readonly title: string;
  readonly entries: readonly ReferenceEntry[];
}

/** A package. */
export interface Reference {
  /** The folder under `packages`, which is the page's name as well. */
  readonly folder: string;
  /** The name to import. */
  readonly name: string;
  readonly description: string;
  readonly rooms: readonly ReferenceRoom[];
  /** Other packages whose exports it passes on. */
  readonly passedOn: readonly string[];
}

/** Comments are taken from the source: the printer would repeat some of them. */
const printer = ts.createPrinter({ removeComments: true });

/** The packages of a folder, with all that they export. */
export function readReferences(packages: string): Reference[] {
  // The facade first: it is what most people install.
  const isFacade = (folder: string) => folder === 'colide';
  return readdirSync(packages)
    .sort((a, b) => Number(isFacade(b)) - Number(isFacade(a)) || (a < b ? -1 : 1))
    .map(folder => {
      const manifest = JSON.parse(readFileSync(join(packages, folder, 'package.json'), 'utf8'));
      const index = join(packages, folder, 'src', 'index.ts');
      const passedOn = [...readFileSync(index, 'utf8').matchAll(/^export \* from '@colide\/(.*)';/gm)];
      return {
        folder,
        name: manifest.name,
        description: manifest.description,
        rooms: readRooms(index),
        passedOn: passedOn.map(([, name]) => name),
      };
    });
}

/** The groups of an index: a comment on a line of its own is the title of the exports after it. */
function readRooms(index: string): ReferenceRoom[] {
  const rooms: { title: string; entries: ReferenceEntry[] }[] = [];
  const known = new Set<string>();
  let title = '';
  for (const line of readFileSync(index, 'utf8').split('\n')) {
    title = /^\/\/ (.*?)\.?$/.exec(line)?.[1] ?? title;
    const file = /^export \* from '(\..*)';/.exec(line)?.[1];
    if (!file) continue;
    if (rooms.at(-1)?.title !== title) rooms.push({ title, entries: [] });
    for (const entry of readEntries(join(dirname(index), file))) {
      // Two sources may pass on the same type.
      if (!known.has(entry.name)) rooms.at(-1)!.entries.push(entry);
      known.add(entry.name);
    }
  }
  return rooms;
}

/** What a source exports, in its order; exports that it passes on from another source are read there. */
function readEntries(file: string): ReferenceEntry[] {
  const source = parseSource(file, readFileSync(file, 'utf8'));
  const signatures = signaturesOf(source);
  const entries: ReferenceEntry[] = [];
  for (const node of source.statements) {
    if (ts.isExportDeclaration(node)) entries.push(...passedOn(node, file));
    else if (isExported(node))
      for (const name of namesOf(node))
        if (!entries.some(entry => entry.name === name))
          entries.push({
            name,
            declaration: declare(node, name, signatures),
            comment: commentText(node),
            isType: ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node),
          });
  }
  return entries;
}

function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** The exports that a declaration such as `export type { A } from './a.ts'` passes on. */
function passedOn(node: ts.ExportDeclaration, file: string): ReferenceEntry[] {
  const { exportClause, moduleSpecifier } = node;
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith('.'))
    return [];
  const entries = readEntries(join(dirname(file), moduleSpecifier.text));
  if (!exportClause || !ts.isNamedExports(exportClause)) return entries;
  return exportClause.elements.flatMap(({ name: { text }, isTypeOnly }) =>
    entries
      .filter(({ name }) => name === text)
      .map(entry => ({ ...entry, isType: entry.isType || isTypeOnly || node.isTypeOnly })),
  );
}

/** The names that a statement declares. */
function namesOf(node: ts.Statement): string[] {
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  const { name } = node as ts.DeclarationStatement;
  return name ? [name.text] : [];
}

/** How an export is declared, for readers: without bodies, and with the comments of members. */
function declare(node: ts.Statement, name: string, signatures: Map<string, string>): string {
  if (ts.isClassDeclaration(node)) return declareClass(node);
  const text = node.getText().replace(/^export (declare )?/, '');
  return signatures.get(name) ?? wrapDeclaration(text.replace(/ = \/\* @__PURE__ \*\/ [\s\S]*/, ';'));
}

/** A class with the comments of its public members. */
function declareClass(node: ts.ClassDeclaration): string {
  const source = node.getSourceFile();
  const head = node
    .getText()
    .slice(0, node.members.pos - node.getStart())
    .replace(/^export /, '');
  const members = node.members.flatMap(member => {
    const shown = publicMember(member);
    if (!shown) return [];
    const comment = source.text.slice(member.pos, member.getStart()).match(/\/\*\*[\s\S]*?\*\//)?.[0];
    const text = printer
      .printNode(ts.EmitHint.Unspecified, shown, source)
      .replace(/^constructor\(\) \{ \}$/, '');
    const line = text.replace(/\s*\{ \}$/, ';');
    return [comment && `  ${comment}`, line && `  ${line}`].filter(Boolean);
  });
  return wrapDeclaration([head.trimEnd(), ...members, '}'].join('\n'));
}

/** The comment before a node, without its stars. */
function commentText(node: ts.Node): string {
  const comment = node
    .getSourceFile()
    .text.slice(node.pos, node.getStart())
    .match(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\s*$/)?.[0];
  return (comment ?? '')
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .trim();
}

/** The folder of each export's page, by name. */
export function entryPages(references: readonly Reference[]): Map<string, string> {
  const pages = new Map<string, string>();
  for (const { folder, rooms } of references)
    for (const { entries } of rooms) for (const { name } of entries) pages.set(name, folder);
  return pages;
}

/** Pages whose examples use an export: their titles and addresses, by its name. */
export type ExamplePages = ReadonlyMap<string, readonly { title: string; address: string }[]>;

/** Looks through the examples of all pages in some folders, or only through those that tests run. */
export function readExamplePages(docs: string, folders: readonly string[], isRun = false): ExamplePages {
  const blocks = isRun ? /```ts\n[\s\S]*?```/g : /```(?:ts|js|tsx)[\s\S]*?```/g;
  const found = new Map<string, { title: string; address: string }[]>();
  for (const folder of folders.filter(name => existsSync(join(docs, name))))
    for (const file of readdirSync(join(docs, folder)).sort()) {
      if (!file.endsWith('.md')) continue;
      const text = readFileSync(join(docs, folder, file), 'utf8');
      const title = /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? file;
      const code = [...text.matchAll(blocks)].map(([block]) => block).join('\n');
      for (const name of new Set(code.match(/[A-Za-z_]\w*/g)))
        found.set(name, [...(found.get(name) ?? []), { title, address: `/${folder}/${file.slice(0, -3)}` }]);
    }
  return found;
}

/** A program that shows how to use some exports of a package. */
export interface ApiExample {
  readonly title: string;
  /** The last part of its address on the page of the package. */
  readonly anchor: string;
  /** `ts` or `tsx`. */
  readonly language: string;
  readonly code: string;
}

/** The examples of a package in `examples/<package>.md`: a heading and a block of code each. */
export function readApiExamples(docs: string, folder: string): ApiExample[] {
  const file = join(docs, 'examples', `${folder}.md`);
  if (!existsSync(file)) return [];
  const found = readFileSync(file, 'utf8').matchAll(/^## (.+)\n+```(tsx?)[^\n]*\n([\s\S]*?)^```/gm);
  return [...found].map(([, title, language, code]) => ({
    title: title!,
    language: language!,
    anchor: `example-${title!.toLowerCase().replace(/\W+/g, '-')}`,
    code: code!,
  }));
}

/** The names in some code. */
function namesIn(code: string): Set<string> {
  return new Set(code.match(/[A-Za-z_]\w*/g));
}

/**
 * Where examples of exports are: on the pages given, and in the programs of other packages. A type that none
 * of them names has those of the export whose name is part of its own: a result those of the function that
 * fills it, options those of their class.
 *
 * @param programs of each package, by its folder
 */
export function withRelated(
  references: readonly Reference[],
  programs: ReadonlyMap<string, readonly ApiExample[]>,
  pages: ExamplePages,
): ExamplePages {
  const found = new Map(pages);
  const own = new Map<string, { title: string; address: string }[]>();
  const homes = entryPages(references);
  for (const [folder, examples] of programs)
    for (const { title, anchor, code } of examples)
      for (const name of namesIn(code)) {
        if (!homes.has(name)) continue;
        const list = homes.get(name) === folder ? own : found;
        list.set(name, [...(list.get(name) ?? []), { title, address: `/api/${folder}#${anchor}` }]);
      }
  const entries = references.flatMap(({ rooms }) => rooms.flatMap(room => room.entries));
  const parts = new Map<string, string[]>();
  // Functions and classes come first: examples show them.
  for (const { name, declaration } of [...entries].sort((a, b) => Number(a.isType) - Number(b.isType)))
    for (const part of namesIn(declaration))
      if (part !== name && homes.has(part)) parts.set(part, [...(parts.get(part) ?? []), name]);
  for (const { name, isType } of entries) {
    if (!isType || own.has(name) || found.has(name)) continue;
    const reached = [name];
    for (const whole of reached) {
      const shown = [...(own.get(whole) ?? []), ...(pages.get(whole) ?? [])];
      if (shown.length > 0) found.set(name, shown);
      if (shown.length > 0) break;
      reached.push(...(parts.get(whole) ?? []).filter(other => !reached.includes(other)));
    }
  }
  return found;
}

/** A comment as Markdown: links to other exports, a list of parameters, and nothing that Vue would read. */
function commentMarkdown(comment: string, pages: ReadonlyMap<string, string>): string {
  return comment
    .replace(/`[^`]*`|[<>]|\{\{/g, text => (text.length > 1 && text[0] === '`' ? text : escaped(text)))
    .replace(/\{@link ([\w.]+)\}/g, (_, name: string) => {
      const page = pages.get(name);
      return page ? `[\`${name}\`](/api/${page}#${name})` : `\`${name}\``;
    })
    .replace(/^@param (\w+) /gm, '\n- `$1`: ')
    .replace(/^@returns /gm, '\nReturns ');
}

function escaped(text: string): string {
  return text === '<' ? '&lt;' : text === '>' ? '&gt;' : '&#123;&#123;';
}

/** The page of a package. */
export function referencePage(
  reference: Reference,
  pages: ReadonlyMap<string, string>,
  examples: ExamplePages,
  programs: readonly ApiExample[] = [],
): string {
  const { name, description, rooms, passedOn } = reference;
  const parts = [`# ${name}`, description];
  if (passedOn.length > 0)
    parts.push(
      'It exports what these packages export:',
      passedOn.map(other => `- [@colide/${other}](/api/${other})`).join('\n'),
    );
  for (const room of rooms) {
    parts.push(`## ${room.title || 'Exports'}`);
    for (const entry of room.entries) {
      parts.push(`### ${entry.name} {#${entry.name}}`, commentMarkdown(entry.comment, pages));
      parts.push(`\`\`\`ts\n${entry.declaration}\n\`\`\``);
      const isUsed = new RegExp(`\\b${entry.name}\\b`);
      const here = programs
        .filter(({ code }) => isUsed.test(code))
        .map(({ title, anchor }) => ({ title, address: `#${anchor}` }));
      const links = [...here.slice(0, 1), ...(examples.get(entry.name) ?? [])].slice(0, 3);
      if (links.length > 0)
        parts.push(`Examples: ${links.map(({ title, address }) => `[${title}](${address})`).join(', ')}`);
    }
  }
  if (programs.length > 0) parts.push('## Examples');
  for (const { title, anchor, language, code } of programs)
    parts.push(`### ${title} {#${anchor}}`, `\`\`\`${language}\n${code}\`\`\``);
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** The page of contents with a table of all packages. */
export function withPackages(page: string, references: readonly Reference[]): string {
  const rows = references.map(({ folder, name, description, rooms }) => {
    const count = rooms.reduce((sum, { entries }) => sum + entries.length, 0);
    return `| [${name}](/api/${folder}) | ${count || ''} | ${description} |`;
  });
  return `${page.trimEnd()}\n\n${['| package | exports | what it is |', '|---|--:|---|', ...rows].join('\n')}\n`;
}

/** Part of a token of Markdown, as its parser makes them. */
interface Token {
  type: string;
  content: string;
  children: Token[] | null;
}

/** Makes links to the reference of names in code inside tables: those of functions, on most pages. */
export function linkTables<T extends Token>(
  tokens: T[],
  pages: ReadonlyMap<string, string>,
  link: (name: string, page: string, text: string) => T['children'],
): void {
  let isCell = false;
  for (const token of tokens) {
    if (token.type === 'td_open') isCell = true;
    else if (token.type === 'td_close') isCell = false;
    if (!isCell || !token.children || token.children.some(({ type }) => type === 'link_open')) continue;
    token.children = token.children.flatMap(child => {
      // The name alone, or a call of it.
      const name = /^\w+(?=\(.*\)$|$)/.exec(child.content)?.[0] ?? '';
      const page = child.type === 'code_inline' ? pages.get(name) : undefined;
      return page === undefined ? [child] : (link(name, page, child.content) ?? [child]);
    });
  }
}
