/** The scheme of names in the guide's conventions, where a test can keep it. */
import ts from 'typescript';
import type { ExportedName } from './workspace.ts';

/** Named so in the literature, or after the method of three.js that it replaces. */
const rayAllowed = ['gjkRaycast', 'bvhRaycast'];
/** Vectors and matrices say how many components they have. */
const components = /(Vec|Mat)[234]$/;
/** Words that have another one in the conventions. */
const memberWords = ['destroy', 'quaternion', 'quaternions', 'leafSize'];
/** What is done with a ray, or with a shape or segment that moves. */
const rayVerb = /^(queryRay|(raycast|shapecast|segmentcast)(Any|Every|All)?)$/;

/**
 * Exports whose last character reads as "squared" or as a dimension, verbs for rays that belong to methods,
 * and another verb for `dispose`.
 */
export function exportFaults(names: readonly string[]): string[] {
  return names.filter(
    name =>
      (/[a-z][23]$/i.test(name) && !components.test(name)) ||
      (/Raycast$/.test(name) && !rayAllowed.includes(name)) ||
      /^destroy/.test(name),
  );
}

/**
 * Planar things that go without the suffix: named so in the literature; weights, which are two numbers of no
 * plane.
 */
const planarAllowed = ['inCircle', 'barycentricSegment'];
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

/**
 * Plurals that are a single number: bits of neighbours; cells of a grid along its sides; the time that each
 * stage took; what the last call did, how often; what there is of a resource and the most that there may be
 * of it.
 */
const pluralAllowed = [
  'neighbors',
  'rows',
  'columns',
  'islands',
  'volumes',
  'parts',
  'searches',
  'exchanges',
  'retries',
  'chunks',
  'passes',
  'dispatches',
  'liveBuffers',
  'liveBytes',
  'slotBytes',
  'maxSteps',
  'maxGroups',
  'fewItems',
];

/** Whether a member is declared as a single number. */
function isNumber(member: ts.ClassElement): boolean {
  if (ts.isGetAccessor(member)) return member.type?.kind === ts.SyntaxKind.NumberKeyword;
  if (!ts.isPropertyDeclaration(member)) return false;
  return member.type
    ? member.type.kind === ts.SyntaxKind.NumberKeyword
    : member.initializer !== undefined && ts.isNumericLiteral(member.initializer);
}

/** Whether a name reads as several things, such as `sleepers`: a number of them is a `sleeperCount`. */
function isPlural(name: string): boolean {
  return /[^isu]s$/.test(name) && !pluralAllowed.includes(name);
}

type Members = ts.ClassDeclaration | ts.InterfaceDeclaration;

/** The public members of a class or an interface. */
function publicMembers({ members }: Members): (ts.ClassElement | ts.TypeElement)[] {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return [...members].filter(member => !(ts.getCombinedModifierFlags(member) & hidden));
}

/** Whether a method that speaks of a ray or a cast has another verb than the conventions. */
function isRayFault(member: ts.ClassElement | ts.TypeElement, name: string): boolean {
  const isMethod = ts.isMethodDeclaration(member) || ts.isMethodSignature(member);
  return isMethod && /[a-z]Ray|^ray|[cC]ast/.test(name) && !rayVerb.test(name);
}

/**
 * Names of members that the conventions replace: by another word, or by a `Count`. Records of counters and of
 * settings may name what they count: `counters.gjkSteps`, `options.substeps`.
 */
export function memberNames(declaration: Members): string[] {
  return publicMembers(declaration).flatMap(member => {
    const name = member.name?.getText() ?? '';
    const isFault = memberWords.includes(name) || /[a-z][23]$/.test(name) || isRayFault(member, name);
    return isFault || (ts.isClassElement(member) && isNumber(member) && isPlural(name)) ? [name] : [];
  });
}

/** Public members of exported classes and interfaces that are not named by the conventions. */
export function memberFaults(exports: readonly ExportedName[]): string[] {
  return exports.flatMap(({ name, symbol }) =>
    (symbol.declarations ?? [])
      .filter(declaration => ts.isClassDeclaration(declaration) || ts.isInterfaceDeclaration(declaration))
      .flatMap(declaration => memberNames(declaration).map(member => `${name}.${member}`)),
  );
}
