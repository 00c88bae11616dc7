/**
 * The common base of all structures over triangles: the argument checks, the corners of the triangles in the
 * order in which the structure reads them, the exact tests at the leaves and the results.
 *
 * A structure derives from it, calls {@link TriangleStructure.arrange} once it knows an order of the
 * triangles, and answers four kinds of queries by visiting its cells: `cast` (a ray), `slotsAround` (a
 * point), `slotsIn` (a box) and `slotsInside` (planes). A triangle is identified by its slot, its position in
 * that order.
 */

import {
  type IdList,
  type RayHit,
  type ReadonlyVec3,
  refuse,
  requireFiniteArray,
  requireMultiple,
} from '@colide/core';
import type { RayHitList } from '../meshes/ray-hit-list.ts';
import type { SlotVisitor, TriangleQueries, TriangleQueryOptions } from '../meshes/triangle-queries.ts';
import { QueryCounters } from '../pairs/query-counters.ts';
import { triangleSize } from './mesh-layout.ts';
import type { PackedArray } from './pack.ts';
import {
  type Corners,
  foundAt,
  hitAt,
  limitAt,
  meetsTriangle,
  meetsWatertight,
  rayStateSize,
  readRay,
} from './ray-state.ts';
import { triangleNormal } from './triangle-normal.ts';

const corner = /* @__PURE__ */ new Float64Array(triangleSize);

/** Triangles in the order of a structure, the base of all structures over triangles. */
export abstract class TriangleStructure implements TriangleQueries {
  readonly positions: ArrayLike<number>;
  readonly indices: ArrayLike<number>;
  readonly triangleCount: number;
  readonly watertight: boolean;
  readonly counters = new QueryCounters();
  /**
   * Nine numbers per slot: floats if the vertices are floats, otherwise doubles, so that nothing is rounded.
   */
  declare corners: Corners;
  /** The triangle in each slot. A triangle may be in several. */
  declare order: Uint32Array;

  /** The ray that is being cast; see `ray-state.ts`. */
  protected readonly ray = new Float64Array(rayStateSize);
  /**
   * The list that receives every hit of the ray; undefined if only the nearest counts, null if any will do.
   */
  private hits: RayHitList | null | undefined = null;

  /**
   * @param positions x, y, z of the vertices, all finite; kept, not copied
   * @param indices three vertices per triangle; kept, not copied
   * @param checked whether they are known to be a mesh
   */
  constructor(
    positions: ArrayLike<number>,
    indices: ArrayLike<number>,
    options: TriangleQueryOptions = {},
    checked = false,
  ) {
    requireMultiple('positions', positions, 3);
    requireMultiple('indices', indices, 3);
    if (!checked) requireMesh(positions, indices);
    this.positions = positions;
    this.indices = indices;
    this.triangleCount = indices.length / 3;
    this.watertight = !!options.watertight;
  }

  get byteLength(): number {
    return this.packed().reduce((sum, array) => sum + array.byteLength, this.corners.byteLength);
  }

  abstract serialize(): ArrayBuffer;

  triangle(out: Float64Array, id: number): Float64Array {
    for (let i = 0; i < 9; i++) out[i] = this.positions[3 * this.indices[3 * id + ((i / 3) | 0)] + (i % 3)];
    return out;
  }

  raycast(hit: RayHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    if (typeof hit?.normal !== 'object') refuse('hit', 'be a RayHit', hit);
    const { ray } = this;
    this.shoot(origin, direction, maxT);
    hit.t = Infinity;
    const found = ray[foundAt];
    if (found < 0) return Infinity;
    hit.t = ray[limitAt];
    hit.u = ray[limitAt + 1];
    hit.v = ray[limitAt + 2];
    hit.triangle = found;
    triangleNormal(hit.normal, this.triangle(corner, found));
    return hit.t;
  }

  raycastAny(origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): boolean {
    this.shoot(origin, direction, maxT, 0, null);
    return this.ray[foundAt] >= 0;
  }

  raycastEvery(out: RayHitList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    requireHitList(out);
    const before = out.count;
    this.shoot(origin, direction, maxT, 0, out);
    out.sortFrom(before);
    return out.count - before;
  }

  raycastAll(
    origins: ArrayLike<number>,
    directions: ArrayLike<number>,
    out: RayHitList,
    maxT = Infinity,
  ): number {
    requireRays(origins, directions, maxT);
    requireHitList(out);
    const { ray } = this;
    const before = out.count;
    const end = before + origins.length / 3;
    out.reserve(end);
    let hits = 0;
    for (let at = before; at < end; at++) {
      this.shoot(origins, directions, maxT, 3 * (at - before));
      const found = ray[foundAt];
      if (found >= 0) hits++;
      out.t[at] = found < 0 ? Infinity : ray[limitAt];
      out.u[at] = ray[limitAt + 1];
      out.v[at] = ray[limitAt + 2];
      out.triangle[at] = found;
    }
    out.count = end;
    return hits;
  }

  /**
   * Visits the cells along `ray`, nearest first, and passes the slots in them to {@link castSlots} until that
   * returns true or the next cell begins beyond `ray[limitAt]`.
   */
  protected abstract cast(ray: Float64Array): void;

  /**
   * Visits the cells around the point `target`, nearest first, and passes the slots in them to
   * {@link approachSlots} until the next cell's squared distance exceeds `target[3]`.
   */
  abstract slotsAround(target: Float64Array, visit: SlotVisitor): void;

  /** Appends the slots of all triangles whose boxes may touch `box`, each triangle once. */
  abstract slotsIn(out: IdList, box: Float64Array): void;

  /**
   * Appends the slots of all triangles that may have a point inside all `planes`, n · x ≤ d, each triangle
   * once.
   */
  abstract slotsInside(out: IdList, planes: ArrayLike<number>): void;

  /** The arrays that make up the structure, for serialization and byte counts; {@link order} first. */
  protected abstract packed(): PackedArray[];

  /** Allocates the corners of `count` triangles: floats if the vertices are floats. */
  protected makeCorners(count: number): Corners {
    const isFloat = (this.positions as Float32Array)[Symbol.toStringTag] === 'Float32Array';
    return new (isFloat ? Float32Array : Float64Array)(triangleSize * count);
  }

  /** Puts the corners of the triangles into the slots of `order`. */
  protected arrange(order: Uint32Array, corners = this.makeCorners(order.length)): void {
    const { positions, indices } = this;
    for (let slot = 0, at = 0; slot < order.length; slot++) {
      const triangle = 3 * order[slot];
      for (let k = 0; k < 3; k++, at += 3) {
        const vertex = 3 * indices[triangle + k];
        corners[at] = positions[vertex];
        corners[at + 1] = positions[vertex + 1];
        corners[at + 2] = positions[vertex + 2];
      }
    }
    this.order = order;
    this.corners = corners;
  }

  /**
   * Tests the ray against the triangles in slots `first` to `last` − 1; true if it has found all it looks
   * for.
   */
  protected castSlots(ray: Float64Array, first: number, last: number): boolean {
    const { corners, order, hits, watertight } = this;
    this.counters.add(0, 0, last - first);
    for (let slot = first; slot < last; slot++) {
      const met = watertight
        ? meetsWatertight(ray, corners, triangleSize * slot)
        : meetsTriangle(ray, corners, triangleSize * slot);
      if (!met) continue;
      const t = ray[hitAt];
      const id = order[slot];
      const limit = ray[limitAt];
      if (t > limit) continue;
      if (hits) {
        hits.pushFrom(id, ray, hitAt);
        continue;
      }
      // Of triangles at the same t the smallest number counts, in whatever order they come.
      const found = ray[foundAt];
      if (t === limit && found >= 0 && found < id) continue;
      ray[limitAt] = t;
      ray[limitAt + 1] = ray[hitAt + 1];
      ray[limitAt + 2] = ray[hitAt + 2];
      ray[foundAt] = id;
      if (hits === null) return true;
    }
    return false;
  }

  /** Compares the point `target` with the triangles in slots `first` to `last` − 1. */
  protected approachSlots(visit: SlotVisitor, target: Float64Array, first: number, last: number): void {
    this.counters.add(0, 0, last - first);
    visit(this, target, first, last);
  }

  /** Casts the ray whose origin and direction, three numbers each, are at `at`. */
  private shoot(
    origins: ArrayLike<number>,
    directions: ArrayLike<number>,
    maxT: number,
    at = 0,
    hits?: RayHitList | null,
  ): void {
    readRay(this.ray, origins, directions, at, maxT, this.watertight);
    this.hits = hits;
    this.cast(this.ray);
  }
}

function requireMesh(positions: ArrayLike<number>, indices: ArrayLike<number>): void {
  requireFiniteArray('positions', positions);
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i];
    if (vertex >>> 0 !== vertex || 3 * vertex >= positions.length)
      throw new RangeError(`indices[${i}] must be a vertex number, got ${vertex}`);
  }
}

/** Throws unless all are rays, before the first of them is cast. */
function requireRays(origins: ArrayLike<number>, directions: ArrayLike<number>, maxT: number): void {
  requireMultiple('origins', origins, 3);
  requireMultiple('directions', directions, 3);
  if (directions.length !== origins.length) throw new RangeError('directions must be as many as origins');
  requireFiniteArray('origins', origins);
  requireFiniteArray('directions', directions);
  for (let at = 0; at < directions.length; at += 3)
    if (directions[at] === 0 && directions[at + 1] === 0 && directions[at + 2] === 0)
      throw new RangeError(`directions must not be zero, as that of ray ${at / 3} is`);
  if (!(typeof maxT === 'number' && maxT >= 0)) refuse('maxT', 'not be negative', maxT);
}

function requireHitList(out: RayHitList): void {
  if (typeof out?.pushFrom !== 'function') refuse('out', 'be a RayHitList', out);
}
