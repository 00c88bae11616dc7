/**
 * Every export has a doc comment and one name in the whole project, which follows the conventions, mentions
 * only types that are exported themselves, and is passed on by the facade unchanged. Every file with run-time
 * code has a budget. All of this is read from one program over all packages, which takes most of the time.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isInFacade, readBudget } from '@colide/tooling/bundle';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { exportFaults, memberFaults, memberNames, planarFaults } from './names.ts';
import { algorithmFiles, type ExportedName, packageExports, readExports, readPackages } from './workspace.ts';

const packages = readPackages();
const allExports = packages.map(pkg => packageExports(pkg));

/** Names without a doc comment. */
function undocumented(exports: readonly ExportedName[]): string[] {
  return exports.filter(({ documentation }) => documentation === '').map(({ name }) => name);
}

/** Names that the facade lacks or that mean something else there. */
function facadeFaults(facade: readonly ExportedName[], exports: readonly ExportedName[]): string[] {
  const known = new Map(facade.map(({ name, symbol }) => [name, symbol]));
  return exports.filter(({ name, symbol }) => known.get(name) !== symbol).map(({ name }) => name);
}

/** Names that two groups of exports use for different things. */
function clashes(groups: readonly (readonly ExportedName[])[]): string[] {
  const known = new Map<string, ExportedName['symbol']>();
  const found = new Set<string>();
  for (const { name, symbol } of groups.flat()) {
    if (known.has(name) && known.get(name) !== symbol) found.add(name);
    known.set(name, symbol);
  }
  return [...found];
}

/** Types in public signatures that no index exports: `whoMentions: Type`. */
function leaks(exports: readonly ExportedName[], known: ReadonlySet<ExportedName['symbol']>): string[] {
  return exports.flatMap(({ name, mentions }) =>
    [...mentions].filter(symbol => !known.has(symbol)).map(symbol => `${name}: ${symbol.name}`),
  );
}

/** Files with run-time exports of which none has a budget, and budgets of what is no run-time export. */
function coverageFaults(
  files: readonly string[],
  exports: readonly ExportedName[],
  budgeted: readonly string[],
): string[] {
  const values = exports.filter(({ isValue }) => isValue);
  const uncovered = files.filter(file => {
    const names = values.filter(({ file: path }) => path.endsWith(`/${file}.ts`)).map(({ name }) => name);
    return names.length > 0 && !names.some(name => budgeted.includes(name));
  });
  const unknown = budgeted.filter(name => !values.some(value => value.name === name));
  return [...uncovered.map(file => `no budget: ${file}.ts`), ...unknown.map(name => `no export: ${name}`)];
}

const symbolsOf = (groups: Iterable<readonly ExportedName[]>) =>
  new Set([...groups].flatMap(exports => exports.map(({ symbol }) => symbol)));
const everySymbol = symbolsOf(allExports);

describe.each(packages)('exports: $folder', pkg => {
  const exports = packageExports(pkg);

  it('exist and are documented', () => {
    expect(exports.length).toBeGreaterThan(0);
    expect(undocumented(exports)).toEqual([]);
  });

  it('mention only types that are exported by name', () => {
    expect(leaks(exports, everySymbol)).toEqual([]);
  });

  it('have a budget in every file with run-time code', () => {
    const budgeted = Object.keys(readBudget(pkg.folder));
    expect(coverageFaults(algorithmFiles(pkg), exports, budgeted)).toEqual([]);
  });
});

describe('exports of all packages', () => {
  it.each(packages.filter(({ folder }) => isInFacade(folder)))(
    '$folder: are reachable through the facade under the same identity',
    pkg => {
      const facade = packages.find(({ folder }) => folder === 'colide')!;
      expect(facadeFaults(packageExports(facade), packageExports(pkg))).toEqual([]);
    },
  );

  it('have names that are unique in the whole project', () => {
    expect(clashes(allExports)).toEqual([]);
  });
});

describe('the export guards', () => {
  it('find exports without a comment, missing from the facade and of the same name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'colide-exports-'));
    try {
      const write = (name: string, text: string) => {
        writeFileSync(join(folder, name), text);
        return join(folder, name);
      };
      const a = write('a.ts', '/** Documented. */\nexport const a = 1;\nexport const shared = 2;\n');
      const b = write(
        'b.ts',
        '// A remark.\nexport function b(): void {}\n/** X. */\nexport type shared = 1;\n',
      );
      const facade = write('facade.ts', "export * from './a.ts';\n");
      const exports = readExports([a, b, facade]);
      expect(undocumented(exports.get(a)!)).toEqual(['shared']);
      expect(undocumented(exports.get(b)!)).toEqual(['b']);
      expect(facadeFaults(exports.get(facade)!, exports.get(a)!)).toEqual([]);
      expect(facadeFaults(exports.get(facade)!, exports.get(b)!)).toEqual(['b', 'shared']);
      expect(clashes([...exports.values()])).toEqual(['shared']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('find types of signatures that are not exported, written and inferred', () => {
    const folder = mkdtempSync(join(tmpdir(), 'colide-signatures-'));
    try {
      writeFileSync(
        join(folder, 'hidden.ts'),
        `export interface Hidden { x: number }
        export interface Deep { y: number }
        export interface Base { z: number }
        export class Made { made = 1 }
        export class Parent { inherited: Deep | undefined }
        export type Alias = Deep | number;`,
      );
      const index = join(folder, 'index.ts');
      writeFileSync(
        index,
        `import { type Alias, type Base, type Deep, type Hidden, Made, Parent } from './hidden.ts';
        export interface Known extends Base { readonly list: readonly Hidden[] }
        export class Owner extends Parent {
          protected readonly own: Hidden | undefined;
          readonly made = new Made();
          private readonly secret: Hidden | undefined;
          /** @internal */
          readonly insider: Hidden | undefined;
          get known(): Known | undefined { return; }
          find(at: Alias, other = [{ made: new Made() }]): void { const local: Deep | undefined = undefined; }
        }
        export const give = (value: Known) => new Map([[value.z, { inner: [new Made()] }]]);`,
      );
      const exports = readExports([index]).get(index)!;
      expect(leaks(exports, symbolsOf([exports])).sort()).toEqual([
        'Known: Base',
        'Known: Hidden',
        'Owner: Alias',
        'Owner: Deep',
        'Owner: Made',
        'give: Made',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('find files without a budget and budgets without an export', () => {
    const exported = (name: string, file: string, isValue: boolean) =>
      ({ name, file: `/packages/math/src/${file}.ts`, isValue }) as ExportedName;
    const exports = [exported('a', 'a', true), exported('b', 'b', true), exported('T', 't', false)];
    expect(coverageFaults(['a', 'b', 't'], exports, ['a', 'b'])).toEqual([]);
    expect(coverageFaults(['a', 'b', 't'], exports, ['a', 'T'])).toEqual(['no budget: b.ts', 'no export: T']);
  });
});

describe('names of exports', () => {
  const exports = allExports.flat();

  it('end in 2d where they are planar, and rays come first', () => {
    expect(exportFaults([...new Set(exports.map(({ name }) => name))])).toEqual([]);
  });

  it('of planar things say so', () => {
    expect([...new Set(planarFaults(exports))]).toEqual([]);
  });

  it('of members: dispose, rotations, raycast, and a count for a number of things', () => {
    expect(memberFaults(exports)).toEqual([]);
  });
});

describe('the guard of names', () => {
  it('finds suffixes and verbs', () => {
    expect(
      exportFaults([
        'aabbDistance2',
        'quickHull3',
        'aabbRaycast',
        'gjkRaycast',
        'Aabb2d',
        'ReadonlyVec3',
        'destroyPool',
      ]),
    ).toEqual(['aabbDistance2', 'quickHull3', 'aabbRaycast', 'destroyPool']);
  });

  it('finds numbers that are named as things', () => {
    const text =
      'class A { sleepers = 0; get bodies(): number { return 0; } private pairs = 0; radius = 1; mass: number; boxes: B[]; rows = 2; destroy() {} }';
    const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
    expect(memberNames(file.statements[0] as ts.ClassDeclaration)).toEqual(['sleepers', 'bodies', 'destroy']);
  });

  it('finds other words for rotations, disposal and rays, in interfaces, too', () => {
    const text = `interface A { quaternion: Quat; steps: number; castRay(): void; raycastAll(): void }
      class B { intersectRay() {} queryRay() {} toArray() {} rays = 1; private castAt() {} shapecastEvery() {} destroy() {} }`;
    const { statements } = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
    expect(memberNames(statements[0] as ts.InterfaceDeclaration)).toEqual(['quaternion', 'castRay']);
    expect(memberNames(statements[1] as ts.ClassDeclaration)).toEqual(['intersectRay', 'rays', 'destroy']);
  });

  it('finds planar things without the suffix', () => {
    const mention = (...names: string[]) => new Set(names.map(name => ({ name }) as ts.Symbol));
    expect(
      planarFaults([
        { name: 'polygonArea', mentions: mention('ReadonlyVec2') },
        { name: 'posePolygon', mentions: mention('Convex2d') },
        { name: 'quickHull2d', mentions: mention('Hull2d') },
        { name: 'boxQuery', mentions: mention('ReadonlyVec2', 'ReadonlyVec3') },
      ]),
    ).toEqual(['polygonArea', 'posePolygon']);
  });
});
