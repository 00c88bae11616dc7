/** Checks of the arguments of joints: each throws an error that names the argument. */
import {
  isBounded,
  type ReadonlyVec3,
  refuse,
  requireBetween,
  requireBounded,
  requireBoundedArray,
  requireInteger,
  requireObject,
} from '@colide/core';
import type { RigidBodies } from '../../rigid/rigid-bodies.ts';

/** Throws unless `bodies` is a set of rigid bodies. */
export function requireBodies(bodies: RigidBodies): void {
  requireObject('bodies', bodies);
  if (typeof bodies.vacant !== 'object') refuse('bodies', 'be a RigidBodies', bodies);
}

/** Throws unless `bodies` is a set of rigid bodies and `body` one of them, not an index that is free. */
export function requireJointBody(name: string, body: number, bodies: RigidBodies): void {
  requireBodies(bodies);
  requireInteger(name, body, 0, bodies.count - 1);
  if (bodies.vacant[body] === 1) refuse(name, 'be the index of a body, which this one is not', body);
}

/** Throws unless `axis` is a direction. */
export function requireAxis(axis: ReadonlyVec3): void {
  requireBoundedArray('axis', axis, 3);
  const squared = axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2];
  // Shorter ones have lost digits to underflow.
  if (!(squared >= 1e-200))
    throw new RangeError(`axis must not be zero, got ${axis[0]}, ${axis[1]}, ${axis[2]}`);
}

/** Throws unless the two are limits of a motion, none below `least`; infinite ones do not limit. */
export function requireLimits(
  names: readonly [string, string],
  lower: number,
  upper: number,
  least: number,
): void {
  requireLimit(names[0], lower, least);
  requireLimit(names[1], upper, least);
  if (!(lower <= upper))
    throw new RangeError(`${names[0]} must not exceed ${names[1]}, got ${lower} and ${upper}`);
  if (lower === upper && !isBounded(lower)) refuse(names[0], 'be finite where both are equal', lower);
}

function requireLimit(name: string, value: number, least: number): void {
  requireBetween(name, value, least, Infinity);
  if (Number.isFinite(value)) requireBounded(name, value);
}
