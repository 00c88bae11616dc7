/** The scheme of names in the guide's conventions, where a test can keep it. */
import ts from 'typescript';
import type { ExportedName } from './workspace.ts';

/** Named so in the literature, or after the method of three.js that it replaces. */
const rayAllowed = ['gjkRaycast', 'bvhRaycast'];
/** Vectors and matrices say how many components they have. */
const components = /(Vec|Mat)[234]$/;
/** Words that have another one in the conventions. */
const memberWords = ['destroy', 'quaternions'];

/**
 * Exports whose last character reads as "squared" or as a dimension, and verbs for rays that belong to
 * methods.
 */
export function exportFaults(names: readonly string[]): string[] {
  return names.filter(
    name =>
      (/[a-z][23]$/i.test(name) && !components.test(name)) ||
      (/Raycast$/.test(name) && !rayAllowed.includes(name)),
  );
}

/**
 * Planar things that go without the suffix: named so in the literature; weights, which are two numbers of no
 * plane; the parts of `satPolygonPolygon2d`.
 */
const planarAllowed = ['inCircle', 'barycentricSegment', 'satPolygonStart', 'satPolygonStep', 'SatPolygon'];
/** Types of vectors, matrices and shapes in the plane, and their relatives in space. */
const planarType = /^(Readonly)?(Vec|Mat)2$|2d$/;
const spatialType = /^(Readonly)?(Vec|Mat)[34]$|^(Readonly)?(Quat|Aabb)$|^Convex$/;

/** Exports whose signatures speak of the plane alone and whose names do not say so. */
export function planarFaults(exports: readonly Pick<ExportedName, 'name' | 'mentions'>[]): string[] {
  return exports
    .filter(({ name, mentions }) => {
      const types = [...mentions].map(symbol => symbol.name);
      return (
        types.some(type => planarType.test(type)) &&
        !types.some(type => spatialType.test(type)) &&
        !/2d/i.test(name) &&
        !components.test(name) &&
        !planarAllowed.includes(name)
      );
    })
    .map(({ name }) => name);
}

/** Public members of exported classes that are named by a word the conventions replace. */
export function memberFaults(exports: readonly ExportedName[]): string[] {
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
