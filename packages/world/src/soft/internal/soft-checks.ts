/** Checks of the settings of deformable bodies: each throws an error that names the setting. */
import {
  largestMagnitude,
  refuse,
  requireBetween,
  requireBoolean,
  requireBoundedArray,
  requireInteger,
  requireObject,
  tellUnknown,
} from '@colide/core';
import { readRotation } from '../../bodies/body-checks.ts';
import { readVec3 } from '../../bodies/vector-like.ts';
import type { SoftMaterial } from '../soft-body-settings.ts';

/** The lightest and heaviest particles, in kg. */
const masses = [1e-60, 1e60] as const;
/** The most particles along an axis of a grid or lattice. */
const mostAlong = 2 ** 20;
/** The most particles of a body. */
const mostParticles = 2 ** 26;

/** Throws unless `value` is from 0 to 1. */
export function requireFraction(name: string, value: number): void {
  requireBetween(name, value, 0, 1);
}

/** Throws unless `value` is positive and not so large that a step could overflow. */
export function requireSize(name: string, value: number): void {
  requireBetween(name, value, Number.MIN_VALUE, largestMagnitude);
}

/**
 * Throws unless `list` is an array of at least `least` elements, a multiple of `stride`. It does not use the
 * checks of @colide/core, because steps call those, and V8 slows them down once they have seen arrays of all
 * kinds.
 */
export function requireList(name: string, list: ArrayLike<unknown>, least: number, stride = 1): void {
  if (typeof list !== 'object' || list === null) refuse(name, 'be an array', list);
  const { length } = list;
  if (!(length >= least)) refuse(name, `have at least ${least} elements`, length);
  if (length % stride !== 0) refuse(name, `hold a multiple of ${stride} numbers`, length);
}

/** Throws unless `positions` are coordinates of at least the given number of particles. */
export function requirePoints(positions: ArrayLike<number>, least: number): void {
  requireList('positions', positions, 0, 3);
  requireBoundedArray('positions', positions, positions.length);
  if (positions.length < 3 * least)
    throw new RangeError(`positions must have at least ${least} particles, got ${positions.length / 3}`);
}

/** Throws unless `triangles` are three of `count` particles each. */
export function requireTriangles(triangles: ArrayLike<number>, count: number): void {
  requireList('triangles', triangles, 0, 3);
  for (let t = 0; t < triangles.length; t++) requireInteger(`triangles[${t}]`, triangles[t], 0, count - 1);
  if (triangles.length === 0) throw new RangeError('triangles must not be empty');
}

/** Throws unless a grid or lattice may have these numbers of particles along its axes. */
export function requireCounts(names: readonly string[], counts: readonly number[], least: number): void {
  let product = 1;
  for (const [k, name] of names.entries()) {
    requireInteger(name, counts[k], least, mostAlong);
    product *= counts[k];
  }
  requireInteger(`the product of ${names.join(' and ')}`, product, 1, mostParticles);
}

/** Throws unless particles of these masses can be simulated. */
export function requireMasses(list: Float64Array): void {
  for (const [i, mass] of list.entries()) requireBetween(`the mass of particle ${i}`, mass, ...masses);
}

/** Throws unless `clusters` is a list of lists. */
export function requireClusters(clusters: readonly ArrayLike<number>[]): void {
  requireList('clusters', clusters, 1);
  for (const [i, cluster] of clusters.entries()) requireList(`clusters[${i}]`, cluster, 1);
}

/** Throws unless `pins` are indices of particles. */
export function requirePins(pins: ArrayLike<number>, count: number): void {
  requireList('pins', pins, 0);
  for (let p = 0; p < pins.length; p++) requireInteger(`pins[${p}]`, pins[p], 0, count - 1);
}

/** Throws unless `isFilled` is left out or a function. */
export function requireFilled(isFilled: unknown): void {
  if (isFilled !== undefined && typeof isFilled !== 'function') refuse('isFilled', 'be a function', isFilled);
}

/**
 * The settings common to all deformable bodies, and the fields that geometries such as `ropeLine` have
 * besides positions.
 */
const materialNames = [
  ...[
    'position',
    'rotation',
    'velocity',
    'mass',
    'density',
    'friction',
    'restitution',
    'thickness',
    'radius',
  ],
  ...['selfCollision', 'group', 'mask', 'pins', 'edges', 'indices'],
];

/**
 * Checks the settings common to all deformable bodies and, in development, that there are none but these and
 * `others`.
 */
export function requireSoftMaterial(settings: SoftMaterial, others: readonly string[]): void {
  requireObject('settings', settings);
  tellUnknown('settings', settings, materialNames, others);
  const { mass = 1, thickness = 1, radius = 1, friction = 0, restitution = 0 } = settings;
  const { group = 1, mask = 1, selfCollision = true, position, rotation, velocity } = settings;
  requireSize('mass', mass);
  requireSize('thickness', thickness);
  requireSize('radius', radius);
  requireBetween('friction', friction, 0, largestMagnitude);
  requireFraction('restitution', restitution);
  requireInteger('group', group, 0, 0xffffffff);
  requireInteger('mask', mask, 0, 0xffffffff);
  requireBoolean('selfCollision', selfCollision);
  if (position !== undefined) readVec3([], 'position', position);
  if (rotation !== undefined) readRotation([], rotation);
  if (velocity !== undefined) readVec3([], 'velocity', velocity);
}
