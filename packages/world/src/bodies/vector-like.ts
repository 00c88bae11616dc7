/**
 * Vectors and rotations as users have them: numbers by index, or objects with `x`, `y`, `z` (and `w`), such
 * as the `Vector3` and `Quaternion` of three.js. The methods of a world convert them on entry; everything
 * inside works on arrays.
 */
import {
  isBounded,
  type Numbers,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireBounded,
  requireBoundedArray,
} from '@colide/core';

/** A vector with named components. */
export interface NamedVec3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A quaternion with named components. */
export interface NamedQuat extends NamedVec3 {
  readonly w: number;
}

/** A vector: three numbers by index, or an object with `x`, `y` and `z`. */
export type Vec3Like = ReadonlyVec3 | NamedVec3;

/** A rotation: a quaternion x, y, z, w by index, or an object with `x`, `y`, `z` and `w`. */
export type QuatLike = ReadonlyQuat | NamedQuat;

const components = ['x', 'y', 'z', 'w'] as const;

/**
 * Copies a vector to `out` and returns `out`. Throws an error that names the argument unless its components
 * are numbers of at most 1e30.
 */
export function readVec3<Out extends Numbers>(out: Out, name: string, value: Vec3Like): Out {
  return read(out, name, value, 3);
}

/**
 * Copies a quaternion to `out` and returns `out`. Throws an error that names the argument unless its
 * components are numbers of at most 1e30.
 */
export function readQuat<Out extends Numbers>(out: Out, name: string, value: QuatLike): Out {
  return read(out, name, value, 4);
}

function read<Out extends Numbers>(out: Out, name: string, value: Vec3Like | QuatLike, length: 3 | 4): Out {
  const target: Numbers = out;
  if (isNamed(value)) {
    const named = value as NamedQuat;
    for (let k = 0; k < length; k++)
      if (!isBounded(named[components[k]])) requireBounded(`${name}.${components[k]}`, named[components[k]]);
    for (let k = 0; k < length; k++) target[k] = named[components[k]];
  } else {
    requireBoundedArray(name, value, length);
    for (let k = 0; k < length; k++) target[k] = value[k];
  }
  return out;
}

function isNamed(value: Vec3Like | QuatLike): value is NamedVec3 {
  return typeof value === 'object' && value !== null && 'x' in value;
}
