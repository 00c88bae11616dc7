/** The triangles of a three.js geometry as a shape: levels, terrain, or a closed surface that moves. */

import type { ReadonlyVec3 } from '@colide/core';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import type { BufferGeometry } from 'three';
import { trianglesFromGeometry } from './triangles-from-geometry.ts';

/**
 * A mesh shape over a tree of the triangles of `geometry`, its coordinates times `scale`. For dynamic bodies
 * the surface must be closed.
 */
export function meshShapeFromGeometry(geometry: BufferGeometry, scale?: ReadonlyVec3): MeshShape {
  const { positions, indices } = trianglesFromGeometry(geometry, scale);
  if (indices.length === 0) throw new RangeError('geometry must have a triangle');
  return new MeshShape(new TriangleBvh(positions, indices));
}
