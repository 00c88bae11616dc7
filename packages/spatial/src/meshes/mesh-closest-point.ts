/**
 * The point of a triangle mesh nearest to a given one: cells are visited from near to far, and the search
 * ends when the next cell is farther away than the best triangle.
 */
import { type ReadonlyVec3, refuse, requireFiniteArray } from '@colide/core';

import { requireTriangles } from '../internal/mesh-arguments.ts';
import { closest, slotDistanceSquared } from './internal/slot-distance.ts';
import type { TriangleQueries } from './triangle-queries.ts';

/** The point of a mesh nearest to a given one. */
export interface MeshPoint {
  /**
   * The distance; `Infinity` when there is no point within the limit. The other fields are valid only when it
   * is finite.
   */
  distance: number;
  /** The triangle on which the point lies. */
  triangle: number;
  /** Barycentric weight of the second vertex. */
  u: number;
  /** Barycentric weight of the third vertex. */
  v: number;
  readonly point: Float64Array;
}

/** A record for {@link meshClosestPoint}. */
export function createMeshPoint(): MeshPoint {
  return { distance: Infinity, triangle: 0, u: 0, v: 0, point: new Float64Array(3) };
}

/**
 * The point and the squared distance of the best so far; then u, v, the point and the triangle found,
 * initially −1.
 */
const limitAt = 3;
const weightsAt = 4;
const pointAt = 6;
const triangleAt = 9;
const target = /* @__PURE__ */ new Float64Array(10);

/**
 * Fills `out` with the point of the mesh nearest to `point` and returns its distance, `Infinity` when there
 * is none within `maxDistance`. Of triangles at the same distance the smallest number counts.
 */
export function meshClosestPoint(
  out: MeshPoint,
  mesh: TriangleQueries,
  point: ReadonlyVec3,
  maxDistance = Infinity,
): number {
  if (typeof out?.point !== 'object') refuse('out', 'be a MeshPoint', out);
  requireTriangles('mesh', mesh);
  requireFiniteArray('point', point, 3);
  if (!(typeof maxDistance === 'number' && maxDistance >= 0))
    refuse('maxDistance', 'not be negative', maxDistance);
  for (let i = 0; i < 3; i++) target[i] = point[i];
  target[limitAt] = maxDistance * maxDistance;
  target[triangleAt] = -1;
  mesh.slotsAround(target, approach);
  out.distance = Infinity;
  if (target[triangleAt] < 0) return Infinity;
  out.distance = Math.sqrt(target[limitAt]);
  out.triangle = target[triangleAt];
  out.u = target[weightsAt];
  out.v = target[weightsAt + 1];
  for (let i = 0; i < 3; i++) out.point[i] = target[pointAt + i];
  return out.distance;
}

function approach(mesh: TriangleQueries, around: Float64Array, first: number, last: number): void {
  for (let slot = first; slot < last; slot++) {
    const squared = slotDistanceSquared(mesh, around, slot);
    const id = mesh.order[slot];
    const best = around[triangleAt];
    if (squared > around[limitAt] || (squared === around[limitAt] && best >= 0 && best < id)) continue;
    around[triangleAt] = id;
    around[limitAt] = squared;
    around[weightsAt] = closest.barycentric[1];
    around[weightsAt + 1] = closest.barycentric[2];
    for (let i = 0; i < 3; i++) around[pointAt + i] = closest.point[i];
  }
}
