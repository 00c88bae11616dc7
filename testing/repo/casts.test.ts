/**
 * Casts stay few, none is there for the type of an array, and none says `any`: an array of any kind is a
 * `Vec3` (`vectors` of the core). Which casts are left, and why, is in `docs/decisions/0320`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type Package, readPackages } from './workspace.ts';

/** The most casts that a package may have. One that replaces a cast by a type lowers its number. */
const ceilings: Readonly<Record<string, number>> = {
  bounds: 0,
  'broadphase-gpu': 2,
  colide: 0,
  core: 3,
  geometry: 19,
  math: 0,
  narrowphase: 35,
  'react-three': 1,
  simd: 2,
  solvers: 19,
  spatial: 13,
  three: 22,
  workers: 61,
  world: 67,
  world2d: 35,
};

/** Types of arrays that stand for one thing, which `number[]` and typed arrays are without a cast. */
const arrayTypes = /^(Readonly)?(Vec[234]|Quat|Mat[234]|Aabb(2d)?|Obb|Sphere|Circle|Plane)$/;

interface Casts {
  readonly count: number;
  /** Those to arrays that stand for one thing, and to `any`. */
  readonly faults: string[];
}

/** The casts of a source, `as const` not counted; arguments that came from another thread have no type. */
function castsOf(text: string): Casts {
  let count = 0;
  const faults: string[] = [];
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) {
      count++;
      const type = node.type.getText();
      const isArgument = node.expression.getText().startsWith('args[');
      if (/\bany\b/.test(type) || (arrayTypes.test(type) && !isArgument)) faults.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  if (/\bas\b/.test(text)) visit(file);
  return { count, faults };
}

describe.each<Package>(readPackages())('casts of $folder', ({ folder, path, sources }) => {
  const casts = sources.map(source => castsOf(readFileSync(join(path, 'src', source), 'utf8')));

  it('are at most as many as they were', () => {
    const count = casts.reduce((sum, cast) => sum + cast.count, 0);
    expect(count).toBeLessThanOrEqual(ceilings[folder]);
  });

  it('are neither to vectors nor to any', () => {
    expect(casts.flatMap(({ faults }) => faults)).toEqual([]);
  });
});

describe('the guard of casts', () => {
  it('counts casts, but no constants and no renamed imports', () => {
    const text =
      "import { a as b } from './a.ts';\nconst c = ['x'] as const;\nconst d = b as unknown as number;";
    expect(castsOf(text)).toEqual({ count: 2, faults: [] });
  });

  it.each(['x as Vec3', 'x as ReadonlyQuat', 'x as any', 'x as any[]', 'f(x as Aabb2d)'])(
    'finds %s',
    text => {
      expect(castsOf(text).faults).toHaveLength(1);
    },
  );

  it('lets arguments be vectors that came as messages', () => {
    expect(castsOf('args[1] as ReadonlyVec3')).toEqual({ count: 1, faults: [] });
  });
});
