/**
 * Checks of the shapes of bodies and queries, before anything relies on them. A shape may be user-defined, so
 * it is recognised by its methods, not by its class.
 */
import {
  type Convex,
  refuse,
  requireBetween,
  requireBounded,
  requireBoundedArray,
  requireLength,
  requireObject,
} from '@colide/core';
import type { BodySettings } from '../bodies/body-settings.ts';

/** The methods a shape may have. */
type Methods = Readonly<Record<string, unknown>>;

/** The lightest and heaviest bodies, in kg: between them, impulses and velocities do not overflow. */
const masses = [1e-40, 1e60] as const;
/** The least and the largest moments of inertia, in kg m². */
const moments = [1e-70, 1e120] as const;

/** Throws unless `shape` can be the shape of a body; that of a body with mass must know its inertia. */
export function requireShape(shape: BodySettings['shape'], isDynamic: boolean): void {
  requireObject('shape', shape);
  if (shape.kind === 'halfSpace') {
    requireBoundedArray('shape.normal', shape.normal, 3);
    const length = Math.hypot(shape.normal[0], shape.normal[1], shape.normal[2]);
    requireBetween('the length of shape.normal', length, 1 - 1e-6, 1 + 1e-6);
    requireBounded('shape.offset', shape.offset);
    return;
  }
  if (shape.kind === 'compound') {
    requireLength('shape.children', shape.children, 1);
    requireLength('shape.rotations', shape.rotations, shape.children.length);
    for (const child of shape.children) requireMethods('shape.children', child.shape, ['support']);
    requireMethods('shape', shape, ['aabb']);
  } else requireMethods('shape', shape, ['support', 'aabb']);
  if (isDynamic) requireMethods('shape', shape, ['centerOfMass', 'inertia']);
}

/** Throws unless `shape` has a support mapping, as queries need. */
export function requireConvex(shape: Convex): void {
  if (typeof shape?.support !== 'function') refuse('shape', 'be a convex shape', shape);
}

/** Throws unless the six numbers of a shape's box are a box. */
export function requireShapeBox(box: Float64Array): void {
  requireBoundedArray('the box of shape', box, 6);
}

/** Throws unless bodies of this mass can be simulated. `name` says where it is from. */
export function requireMass(name: string, mass: number): void {
  requireBetween(name, mass, ...masses);
}

/** Throws unless bodies with these principal moments can be simulated. */
export function requireMoments(principal: ArrayLike<number>): void {
  for (let k = 0; k < 3; k++) requireBetween('the inertia of shape', principal[k], ...moments);
}

function requireMethods(name: string, shape: unknown, methods: readonly string[]): void {
  requireObject(name, shape);
  for (const method of methods)
    if (typeof (shape as Methods)[method] !== 'function')
      refuse(
        name,
        `be a shape: a convex one, a compound, a half-space or a mesh, with a method ${method}`,
        (shape as Methods)[method],
      );
}
