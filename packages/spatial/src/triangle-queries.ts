/**
 * What can be asked of a triangle mesh, whichever structure answers: BVH, octree, BSP tree or grid. The structures are
 * interchangeable and agree with a loop over all triangles: of triangles met at the same t the one with the smallest number
 * is reported.
 */
import type { IdList, ReadonlyAabb } from '@colide/core';
import type { RayHit } from '@colide/narrowphase/ray-hit';
import type { ReadonlyVec3 } from 'gl-matrix';
import type { QueryCounters } from './query-counters.ts';
import type { RayHitList } from './ray-hit-list.ts';

/** Options that all structures over triangles take. */
export interface TriangleQueryOptions {
  /**
   * Whether no ray through an edge or vertex that triangles share may be lost. The test takes a little longer than
   * Möller & Trumbore's. Default false.
   */
  readonly watertight?: boolean;
}

/** The point of a mesh nearest to a given one. */
export interface MeshPoint {
  /** The distance; `Infinity` when there is no point within reach. The other fields are valid only when it is finite. */
  distance: number;
  /** On which triangle the point lies. */
  triangle: number;
  /** Barycentric weight of the second vertex. */
  u: number;
  /** Barycentric weight of the third vertex. */
  v: number;
  readonly point: Float64Array;
}

/** A record for `closestPoint` of the structures over triangles. */
export function createMeshPoint(): MeshPoint {
  return { distance: Infinity, triangle: 0, u: 0, v: 0, point: new Float64Array(3) };
}

/** A triangle mesh that can be asked for hits, nearest points and overlaps. */
export interface TriangleQueries {
  /** x, y, z of the vertices, as given. */
  readonly positions: ArrayLike<number>;
  /** Three vertices a triangle, as given. */
  readonly indices: ArrayLike<number>;
  readonly triangleCount: number;
  /** Work done by queries. */
  readonly counters: QueryCounters;
  /** Memory in bytes that the structure's own arrays take; vertices and indices are not counted. */
  readonly byteLength: number;
  /** Writes the nine coordinates of a triangle; unchecked. */
  triangle(out: Float64Array, id: number): Float64Array;
  /**
   * The least t in [0, `maxT`] at which the ray meets a triangle from either side, `Infinity` when it misses. Fills
   * `hit` on a hit and sets `hit.t` in both cases. `direction` need not have unit length; t counts in its lengths.
   */
  raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  /** Whether the ray meets any triangle at t in [0, `maxT`]: for shadows and lines of sight. */
  raycastAny(origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): boolean;
  /** Appends every hit with t in [0, `maxT`] to `out` in order of t and returns how many there are. */
  raycastEvery(out: RayHitList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  /**
   * Casts many rays, three numbers each, and appends one entry for each to `out`, in order; t is `Infinity` where a ray
   * misses. Returns how many hit.
   */
  raycastAll(
    origins: ArrayLike<number>,
    directions: ArrayLike<number>,
    out: RayHitList,
    maxT?: number,
  ): number;
  /** Fills `out` with the point of the mesh nearest to `point` and returns its distance, `Infinity` beyond `maxDistance`. */
  closestPoint(out: MeshPoint, point: ReadonlyVec3, maxDistance?: number): number;
  /** Appends the triangles that overlap or touch the box; returns how many. */
  queryBox(out: IdList, box: ReadonlyAabb): number;
  /** Appends the triangles that overlap or touch the ball; returns how many. */
  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number;
  /**
   * Appends the triangles that overlap or touch the convex set in front of all planes, four numbers each: the points x
   * with (a, b, c) · x + d ≥ 0. Six planes make a view frustum. Returns how many.
   */
  queryFrustum(out: IdList, planes: ArrayLike<number>): number;
  /**
   * The structure in one buffer, which can be transferred; vertices and indices are not in it. `deserialize` of the class
   * brings it back, given them.
   */
  serialize(): ArrayBuffer;
}
