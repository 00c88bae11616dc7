/**
 * The queries of a structure over triangles, be it a BVH, an octree, a BSP tree or a grid. The structures are
 * interchangeable and agree with a loop over all triangles: of triangles hit at the same t, the one with the
 * smallest number is reported.
 *
 * Rays are methods. The other queries are functions that take any of the structures, so that an application
 * bundles only those it uses: `meshClosestPoint`, `meshQueryBox`, `meshQuerySphere`, `meshQueryFrustum`,
 * `findTrianglePairs`. They check their arguments and rest on the `slots…` methods, which do not.
 */
import type { IdList, RayHit, ReadonlyVec3 } from '@colide/core';

import type { QueryCounters } from '../pairs/query-counters.ts';
import type { RayHitList } from './ray-hit-list.ts';

/** Options that all structures over triangles take. */
export interface TriangleQueryOptions {
  /**
   * Whether every ray through an edge or vertex shared by triangles must hit. The test takes a little longer
   * than Möller & Trumbore's. Default false.
   */
  readonly watertight?: boolean;
}

/** Called with the slots `first` to `last` − 1 of a cell near the point `target`; may lower `target[3]`. */
export type SlotVisitor = (mesh: TriangleQueries, target: Float64Array, first: number, last: number) => void;

/** A triangle mesh that can be queried for hits, nearest points and overlaps. */
export interface TriangleQueries {
  /** x, y, z of the vertices, as given. */
  readonly positions: ArrayLike<number>;
  /** Three vertices per triangle, as given. */
  readonly indices: ArrayLike<number>;
  readonly triangleCount: number;
  /** Work done by queries. */
  readonly counters: QueryCounters;
  /** Memory in bytes that the structure's own arrays take; vertices and indices are not counted. */
  readonly byteLength: number;
  /** Writes the nine coordinates of a triangle; unchecked. */
  triangle(out: Float64Array, id: number): Float64Array;
  /**
   * The least t in [0, `maxT`] at which the ray meets a triangle from either side, `Infinity` when it misses.
   * Fills `hit` on a hit and sets `hit.t` in both cases. `direction` need not have unit length; t is measured
   * in its length.
   */
  raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  /** Whether the ray meets any triangle at t in [0, `maxT`]: for shadows and lines of sight. */
  raycastAny(origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): boolean;
  /** Appends every hit with t in [0, `maxT`] to `out` in order of t and returns how many there are. */
  raycastEvery(out: RayHitList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number): number;
  /**
   * Casts many rays, three numbers each, and appends one entry per ray to `out`, in order; t is `Infinity` if
   * a ray misses. Returns how many hit.
   */
  raycastAll(
    origins: ArrayLike<number>,
    directions: ArrayLike<number>,
    out: RayHitList,
    maxT?: number,
  ): number;
  /** Coordinates of the triangles in the order of the structure, nine numbers per slot. */
  readonly corners: Float32Array | Float64Array;
  /** The triangle in each slot. */
  readonly order: Uint32Array;
  /**
   * Appends the slots of triangles that may touch `box`, each triangle once: all that do, and possibly some
   * that do not.
   */
  slotsIn(out: IdList, box: Float64Array): void;
  /**
   * Appends the slots of triangles that may have a point inside all `planes`, n · x ≤ d, each triangle once.
   */
  slotsInside(out: IdList, planes: ArrayLike<number>): void;
  /**
   * Visits the cells around a point, nearest first, until the squared distance of the next exceeds
   * `target[3]`. The point is in the first three numbers of `target`.
   */
  slotsAround(target: Float64Array, visit: SlotVisitor): void;
  /**
   * The structure in one buffer, which can be transferred; without vertices and indices. `deserialize` of the
   * class restores it, given those.
   */
  serialize(): ArrayBuffer;
}
