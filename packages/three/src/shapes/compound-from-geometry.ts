/** A concave, closed three.js geometry as a compound of convex hulls, for bodies that move. */

import type { ReadonlyVec3 } from '@colide/core';
import { Compound, type ConvexDecompositionOptions, convexDecomposition, HullShape } from '@colide/geometry';
import type { BufferGeometry } from 'three';
import { trianglesFromGeometry } from './triangles-from-geometry.ts';

/**
 * Cuts `geometry`, which must be closed, into convex parts. See `convexDecomposition` for options and cost.
 * Use it at loading time, not per frame.
 */
export function compoundFromGeometry(
  geometry: BufferGeometry,
  scale?: ReadonlyVec3,
  options?: ConvexDecompositionOptions,
): Compound {
  const { positions, indices } = trianglesFromGeometry(geometry, scale);
  const { hulls } = convexDecomposition(positions, indices, options);
  return new Compound(hulls.map(hull => ({ shape: new HullShape(hull) })));
}
