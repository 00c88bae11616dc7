/** The signatures that pages of packages end with. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readReferences } from '../.vitepress/reference.ts';
import {
  parseSource,
  readSignatures,
  signaturesOf,
  withSignatures,
  wrapDeclaration,
  wrapParameters,
} from '../.vitepress/signatures.ts';
import { docsFolder } from './markdown-files.ts';

const source = parseSource(
  'a.ts',
  `/** Twice. */
export function twice(value: number, times = 2): number { return value * times; }
export function pick(list: string[]): string;
export function pick(list: number[]): number;
export function pick(list: unknown[]): unknown { return list[0]; }
function hidden(): void {}
export class Box<T> extends Base {
  readonly list = new List();
  count = 0;
  private secret = 1;
  /** @internal */
  readonly inside = 1;
  constructor({ size }: Options = {}) { super(size); }
  get volume(): number { return 1; }
  static from(value: unknown): Box<unknown> { return value as Box<unknown>; }
  protected grow(): void {}
}
`,
);

describe('signatures', () => {
  const signatures = signaturesOf(source);

  it('are those of exported functions and classes, without what is not for users', () => {
    expect([...signatures.keys()]).toEqual(['twice', 'pick', 'Box']);
    expect(signatures.get('twice')).toBe('function twice(value: number, times?: number): number;');
    expect(signatures.get('pick')).toBe(
      'function pick(list: string[]): string;\nfunction pick(list: number[]): number;',
    );
    expect(
      signatures
        .get('Box')!
        .split('\n')
        .map(line => line.trim()),
    ).toEqual([
      'class Box<T> extends Base {',
      'readonly list: List;',
      'count: number;',
      'constructor(options?: Options);',
      'readonly volume: number;',
      'static from(value: unknown): Box<unknown>;',
      '}',
    ]);
  });

  it('stand at the end of a page, before its references, for what its code names', () => {
    const page = '# Page\n\nUse `twice`, not hidden or pick.\n\n## References\n\n- A book.\n';
    expect(withSignatures(page, signatures)).toBe(
      `# Page\n\nUse \`twice\`, not hidden or pick.\n\n## Signatures\n\n\`\`\`ts\n${signatures.get('twice')}\n\`\`\`\n\n## References\n\n- A book.\n`,
    );
    expect(withSignatures('# Page\n', signatures)).toBe('# Page\n');
  });
});

describe('long declarations', () => {
  it('have a line for each parameter', () => {
    const text =
      'function cast(out: Hit, list: Map<string, number>, each: (a: number, b: number) => void): void;';
    expect(wrapParameters(text)).toBe(
      'function cast(\n  out: Hit,\n  list: Map<string, number>,\n  each: (a: number, b: number) => void,\n): void;',
    );
    expect(wrapParameters('function short(a: number): void;')).toBe('function short(a: number): void;');
  });

  it('have comments and unions of several lines', () => {
    const text = `interface Options {
  /** What is told here is more than a line of a page can show, and it goes on and on. */
  kind?: 'one of a few' | 'another of a few' | 'a third one' | 'the last one of a few';
  /** Short. */
  size: number;
}`;
    expect(wrapDeclaration(text)).toBe(`interface Options {
  /**
   * What is told here is more than a line of a page can show, and it goes
   * on and on.
   */
  kind?:
    | 'one of a few'
    | 'another of a few'
    | 'a third one'
    | 'the last one of a few';
  /** Short. */
  size: number;
}`);
  });

  it('fit into the column, on all pages', () => {
    const packages = join(docsFolder, '..', 'packages');
    const declarations = readReferences(packages)
      .flatMap(({ rooms }) => rooms.flatMap(({ entries }) => entries))
      .map(({ declaration }) => declaration);
    const long = [...declarations, ...readSignatures(packages).values()]
      .flatMap(text => text.split('\n'))
      .filter(line => line.length > 75);
    expect(long).toEqual([]);
  });
});
