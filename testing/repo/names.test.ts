/** The scheme of names in the guide's conventions, where a test can keep it. */
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { type ExportedName, readExports, readPackages } from './workspace.ts';

/** Named so in the literature. */
const rayAllowed = ['gjkRaycast'];
/** Vectors and matrices say how many components they have. */
const components = /(Vec|Mat)[234]$/;
/** Words that have another one in the conventions. */
const memberWords = ['destroy', 'quaternions'];

/**
 * Exports whose last character reads as "squared" or as a dimension, and verbs for rays that are not methods.
 */
function exportFaults(names: readonly string[]): string[] {
  return names.filter(
    name =>
      (/[a-z][23]$/i.test(name) && !components.test(name)) ||
      (/Raycast$/.test(name) && !rayAllowed.includes(name)),
  );
}

/** Public members of exported classes that are named by a word the conventions replace. */
function memberFaults(exports: readonly ExportedName[]): string[] {
  return exports.flatMap(({ name, symbol }) =>
    (symbol.declarations ?? []).filter(ts.isClassDeclaration).flatMap(declaration =>
      declaration.members
        .filter(
          member =>
            !(ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)),
        )
        .map(member => member.name?.getText() ?? '')
        .filter(member => memberWords.includes(member))
        .map(member => `${name}.${member}`),
    ),
  );
}

describe('names of exports', () => {
  const packages = readPackages();
  const exports = [...readExports(packages.map(({ path }) => join(path, 'src', 'index.ts'))).values()].flat();

  it('end in 2d where they are planar, and rays come first', () => {
    expect(exportFaults([...new Set(exports.map(({ name }) => name))])).toEqual([]);
  });

  it('of members: dispose, rotations', () => {
    expect(memberFaults(exports)).toEqual([]);
  });
});

describe('the guard of names', () => {
  it('finds suffixes and verbs', () => {
    expect(
      exportFaults(['aabbDistance2', 'quickHull3', 'aabbRaycast', 'gjkRaycast', 'Aabb2d', 'ReadonlyVec3']),
    ).toEqual(['aabbDistance2', 'quickHull3', 'aabbRaycast']);
  });
});
