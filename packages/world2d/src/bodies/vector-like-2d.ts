/** Vectors in the plane as users pass them: two numbers by index, or an object with `x` and `y`. */
import {
  isBounded,
  type Numbers,
  requireBounded,
  requireBoundedArray,
  type VectorLike2d,
} from '@colide/core';

export type { NamedVec2, VectorLike2d } from '@colide/core';

/**
 * Copies a vector to `out` and returns `out`. Throws an error that names the argument unless its components
 * are numbers of at most 1e30.
 */
export function readVec2<Out extends Numbers>(out: Out, name: string, value: VectorLike2d): Out {
  const target: Numbers = out;
  if (typeof value === 'object' && value !== null && 'x' in value) {
    const { x, y } = value;
    if (!isBounded(x)) requireBounded(`${name}.x`, x);
    if (!isBounded(y)) requireBounded(`${name}.y`, y);
    target[0] = x;
    target[1] = y;
  } else {
    requireBoundedArray(name, value, 2);
    for (let k = 0; k < 2; k++) target[k] = value[k];
  }
  return out;
}
