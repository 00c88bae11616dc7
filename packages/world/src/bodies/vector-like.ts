/**
 * Vectors and rotations as users pass them: numbers by index, or objects with `x`, `y`, `z` (and `w`), such
 * as the `Vector3` and `Quaternion` of three.js. The methods of a world convert them on entry; everything
 * inside works on arrays.
 */
import {
  isBounded,
  isNamedVector,
  type NamedQuat,
  type Numbers,
  type QuatLike,
  requireBounded,
  requireBoundedArray,
  type Vec3Like,
} from '@colide/core';

export type { NamedQuat, NamedVec3, QuatLike, Vec3Like } from '@colide/core';

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
  if (isNamedVector(value)) {
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
