/**
 * Writes the numbers that a module names where they are used, and removes the names. Rolldown's `inlineConst`
 * does so for names that come from another module; an application's bundler turns the others into variables,
 * which cost bytes and are loaded at every use.
 *
 * Knows no scopes: a name is left alone if it means or may mean anything else anywhere in the file, or is
 * exported. A removed line stays as an empty one.
 */
import type { Plugin } from 'rolldown';

/** A node of a syntax tree: its place in the text, and fields that may be nodes or lists of nodes. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Constant {
  readonly declaration: Node;
  readonly value: Node;
  readonly uses: Node[];
}

/** By type of node, the fields in which an identifier stands for its value. */
const expressions: Record<string, readonly string[]> = {
  AssignmentExpression: ['right'],
  AssignmentPattern: ['right'],
  ArrayExpression: ['elements'],
  ArrowFunctionExpression: ['body'],
  BinaryExpression: ['left', 'right'],
  CallExpression: ['arguments'],
  ConditionalExpression: ['test', 'consequent', 'alternate'],
  LogicalExpression: ['left', 'right'],
  NewExpression: ['arguments'],
  PropertyDefinition: ['value'],
  ReturnStatement: ['argument'],
  SequenceExpression: ['expressions'],
  SwitchCase: ['test'],
  TemplateLiteral: ['expressions'],
  UnaryExpression: ['argument'],
  VariableDeclarator: ['init'],
};

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** The nodes directly below a node, each with the name of its field. */
function* children(node: Node): Generator<[field: string, child: Node]> {
  for (const [field, value] of Object.entries(node))
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield [field, child];
}

/** Whether this is a number, or minus a number. */
function isNumber(value: unknown): value is Node {
  if (!isNode(value)) return false;
  if (value.type === 'UnaryExpression') return value.operator === '-' && isNumber(value.argument);
  return value.type === 'Literal' && typeof value.value === 'number';
}

/** The numbers that the module itself names, one in each statement. */
function findConstants(program: Node): Map<string, Constant> {
  const constants = new Map<string, Constant>();
  for (const [, declaration] of children(program)) {
    if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    const [{ id, init }, ...others] = declaration.declarations as { id: Node; init: unknown }[];
    if (others.length === 0 && id.type === 'Identifier' && isNumber(init))
      constants.set(id.name as string, { declaration, value: init, uses: [] });
  }
  return constants;
}

/** What an identifier in this field of `parent` is: the name of a member, a value, or something else. */
function roleOf(parent: Node, field: string): 'member' | 'value' | undefined {
  const { type, computed, shorthand } = parent;
  if (type === 'MemberExpression' && field === 'property') return computed ? 'value' : 'member';
  if (/^(Property|MethodDefinition|PropertyDefinition)$/.test(type) && field === 'key')
    return computed || shorthand ? undefined : 'member';
  return expressions[type]?.includes(field) ? 'value' : undefined;
}

/** Collects the uses of constants below a node, and drops the constants whose names mean something else. */
function findUses(node: Node, constants: Map<string, Constant>): void {
  for (const [field, child] of children(node)) {
    const constant = child.type === 'Identifier' ? constants.get(child.name as string) : undefined;
    const role = roleOf(node, field);
    if (constant === undefined) findUses(child, constants);
    else if (role === 'value') constant.uses.push(child);
    else if (role === undefined && node !== (constant.declaration.declarations as Node[])[0])
      constants.delete(child.name as string);
  }
}

export const inlineConstants: Plugin = {
  name: 'inline-constants',
  renderChunk(code, _chunk, _options, { magicString }) {
    const program = this.parse(code) as unknown as Node;
    const constants = findConstants(program);
    findUses(program, constants);
    for (const { declaration, value, uses } of constants.values()) {
      const text = code.slice(value.start, value.end);
      // A sign may follow another.
      const written = text.startsWith('-') ? `(${text})` : text;
      for (const { start, end } of uses) magicString!.update(start, end, written);
      magicString!.remove(declaration.start, declaration.end);
    }
    return { code: magicString! };
  },
};
