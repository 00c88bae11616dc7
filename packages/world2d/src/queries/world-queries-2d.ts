/**
 * Queries of a planar world: rays, segments and moving shapes, first hit or all hits, the bodies at a point,
 * in a box or in any convex shape, and the nearest body. The broad phase finds candidates, the filter drops
 * unwanted ones, the narrow phase decides; half-planes are always tested.
 *
 * Of hits at the same t or distance the collider with the smallest id is reported, whatever the broad phase.
 * Chains are curves: rays and moving shapes hit them only from their front, and nothing is inside them. No
 * allocation in steady state, except for numbers that V8 boxes when they cross calls.
 */
import {
  type Convex2d,
  IdList,
  requireBetween,
  requireBounded,
  requireIdList,
  requireNonNegative,
} from '@colide/core';
import {
  createPenetrationResult2d,
  createRayHit2d,
  createTimeOfImpact2d,
  filterAdmits,
  type PosedShape2d,
  posedContains2d,
  posedDistance2d,
  posedShapecast2d,
  type QueryFilter,
  rayPosedShape2d,
  requireFilter,
} from '@colide/narrowphase';
import { readVec2, type VectorLike2d } from '../bodies/vector-like-2d.ts';
import { requireWorld2d } from '../internal/require-world-2d.ts';
import type { World2d } from '../world/world-2d.ts';
import { BoxRegion2d } from './internal/box-region-2d.ts';
import { readShapeBox2d, requireHit2d, requireHitList2d } from './internal/query-checks-2d.ts';
import type { WorldHit2d, WorldHitList2d } from './world-hit-list-2d.ts';

const box = /* @__PURE__ */ new Float64Array(4);
const everything: QueryFilter = {};

/** The queries of a planar world, at the current poses of its bodies. */
export class WorldQueries2d {
  private readonly world: World2d;
  /** Boxes of the broad phase, then the colliders that pass the filter. */
  private readonly found = new IdList();
  private readonly rayHit = createRayHit2d();
  private readonly impact = createTimeOfImpact2d();
  private readonly result = createPenetrationResult2d();
  private readonly region = new BoxRegion2d();
  /** The ray of the current query, or the motion of its shape. */
  private readonly origin = new Float64Array(2);
  private readonly direction = new Float64Array(2);
  /** The search in which each body was last found, so that it is reported once. */
  private seen = new Uint32Array(0);
  private search = 0;

  constructor(world: World2d) {
    requireWorld2d(world);
    this.world = world;
  }

  /** The first body hit by the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`; returns t or `Infinity`. */
  raycast(
    hit: WorldHit2d,
    origin: VectorLike2d,
    direction: VectorLike2d,
    maxT = Infinity,
    filter: QueryFilter = everything,
  ): number {
    requireHit2d(hit);
    readVec2(this.origin, 'origin', origin);
    readVec2(this.direction, 'direction', direction);
    requireRay('direction', this.direction, maxT);
    return this.firstOnRay(hit, maxT, filter);
  }

  /**
   * Appends the first hit of the ray with every collider, sorted by t; returns their number. A body of
   * several parts may be hit more than once.
   */
  raycastEvery(
    out: WorldHitList2d,
    origin: VectorLike2d,
    direction: VectorLike2d,
    maxT = Infinity,
    filter: QueryFilter = everything,
  ): number {
    requireHitList2d(out);
    readVec2(this.origin, 'origin', origin);
    readVec2(this.direction, 'direction', direction);
    requireRay('direction', this.direction, maxT);
    return this.allOnRay(out, maxT, filter);
  }

  /**
   * The first body hit between two points; returns the fraction of the distance, 0 to 1, or `Infinity`.
   */
  segmentcast(
    hit: WorldHit2d,
    from: VectorLike2d,
    to: VectorLike2d,
    filter: QueryFilter = everything,
  ): number {
    requireHit2d(hit);
    this.readSegment(from, to);
    return this.firstOnRay(hit, 1, filter);
  }

  /** As {@link raycastEvery}, between two points; t is the fraction of the distance. */
  segmentcastEvery(
    out: WorldHitList2d,
    from: VectorLike2d,
    to: VectorLike2d,
    filter: QueryFilter = everything,
  ): number {
    requireHitList2d(out);
    this.readSegment(from, to);
    return this.allOnRay(out, 1, filter);
  }

  /**
   * The first body that `shape` hits when it moves by `motion`; returns the fraction of the motion, 0 to 1,
   * or `Infinity`.
   */
  shapecast(
    hit: WorldHit2d,
    shape: Convex2d,
    motion: VectorLike2d,
    filter: QueryFilter = everything,
  ): number {
    requireHit2d(hit);
    this.findOnMotion(shape, motion, filter);
    clearHit(hit);
    const { found, impact, direction } = this;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const t = posedShapecast2d(impact, this.partAt(collider), shape, direction);
      if (!(t < hit.t || (t === hit.t && collider < hit.collider))) continue;
      hit.t = t;
      hit.collider = collider;
      hit.normal.set(impact.normal);
      hit.point.set(impact.point);
    }
    this.name(hit);
    return hit.t;
  }

  /** Appends the first hit of the moving `shape` with every collider, sorted by t; returns their number. */
  shapecastEvery(
    out: WorldHitList2d,
    shape: Convex2d,
    motion: VectorLike2d,
    filter: QueryFilter = everything,
  ): number {
    requireHitList2d(out);
    this.findOnMotion(shape, motion, filter);
    const { found, impact, direction } = this;
    const first = out.count;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const t = posedShapecast2d(impact, this.partAt(collider), shape, direction);
      if (t === Infinity) continue;
      const hit = out.push();
      clearHit(hit);
      hit.t = t;
      hit.collider = collider;
      hit.normal.set(impact.normal);
      hit.point.set(impact.point);
      this.name(hit);
    }
    out.sortFrom(first);
    return out.count - first;
  }

  /** Appends the ids of the bodies that `shape` overlaps or touches, each once; returns their number. */
  overlap(out: IdList, shape: Convex2d, filter: QueryFilter = everything): number {
    requireIdList('out', out);
    readShapeBox2d(box, shape);
    return this.overlapFound(out, shape, filter);
  }

  /** As {@link overlap}, for an axis-aligned box: min x, y, max x, y. */
  overlapBox(out: IdList, bounds: ArrayLike<number>, filter: QueryFilter = everything): number {
    requireIdList('out', out);
    box.set(this.region.read(bounds).box);
    return this.overlapFound(out, this.region, filter);
  }

  /** Appends the ids of the bodies that contain a point, each once; returns their number. */
  overlapPoint(out: IdList, point: VectorLike2d, filter: QueryFilter = everything): number {
    requireIdList('out', out);
    const { found, origin } = this;
    readVec2(origin, 'point', point);
    for (let k = 0; k < 4; k++) box[k] = origin[k & 1];
    this.findInBox(filter);
    const before = out.count;
    this.beginSearch();
    for (let i = 0; i < found.count; i++)
      if (posedContains2d(this.partAt(found.get(i)), origin)) this.report(out, found.get(i));
    return out.count - before;
  }

  /**
   * The body nearest to `shape` within `maxDistance`; returns the distance, negative where they overlap, or
   * `Infinity`.
   */
  closest(hit: WorldHit2d, shape: Convex2d, maxDistance: number, filter: QueryFilter = everything): number {
    requireHit2d(hit);
    readShapeBox2d(box, shape);
    requireNonNegative('maxDistance', maxDistance);
    requireBounded('maxDistance', maxDistance);
    for (let k = 0; k < 4; k++) box[k] += k < 2 ? -maxDistance : maxDistance;
    this.findInBox(filter);
    clearHit(hit);
    const { found, result } = this;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const distance = posedDistance2d(result, this.partAt(collider), shape);
      if (!(distance <= maxDistance)) continue;
      if (!(distance < hit.distance || (distance === hit.distance && collider < hit.collider))) continue;
      hit.distance = distance;
      hit.collider = collider;
      hit.normal.set(result.normal);
      hit.point.set(result.pointA);
    }
    this.name(hit);
    return hit.distance;
  }

  private readSegment(from: VectorLike2d, to: VectorLike2d): void {
    const { origin, direction } = this;
    readVec2(origin, 'from', from);
    readVec2(direction, 'to', to);
    for (let k = 0; k < 2; k++) direction[k] -= origin[k];
    requireRay('to - from', direction, 1);
  }

  /** The first hit of the current ray. */
  private firstOnRay(hit: WorldHit2d, maxT: number, filter: QueryFilter): number {
    const { found, rayHit, origin, direction } = this;
    this.findOnRay(maxT, filter);
    clearHit(hit);
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const t = rayPosedShape2d(rayHit, this.partAt(collider), origin, direction, Math.min(maxT, hit.t));
      if (!(t < hit.t || (t === hit.t && collider < hit.collider))) continue;
      hit.t = t;
      hit.collider = collider;
      hit.normal.set(rayHit.normal);
    }
    if (hit.t < Infinity) this.finishRay(hit);
    return hit.t;
  }

  /** All hits of the current ray. */
  private allOnRay(out: WorldHitList2d, maxT: number, filter: QueryFilter): number {
    const { found, rayHit, origin, direction } = this;
    const first = out.count;
    this.findOnRay(maxT, filter);
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const t = rayPosedShape2d(rayHit, this.partAt(collider), origin, direction, maxT);
      if (t === Infinity) continue;
      const hit = out.push();
      clearHit(hit);
      hit.t = t;
      hit.collider = collider;
      hit.normal.set(rayHit.normal);
      this.finishRay(hit);
    }
    out.sortFrom(first);
    return out.count - first;
  }

  /** Reports the bodies found in the {@link box} that `shape` overlaps. */
  private overlapFound(out: IdList, shape: Convex2d, filter: QueryFilter): number {
    this.findInBox(filter);
    const { found, result } = this;
    const before = out.count;
    this.beginSearch();
    for (let i = 0; i < found.count; i++)
      if (posedDistance2d(result, this.partAt(found.get(i)), shape) <= 0) this.report(out, found.get(i));
    return out.count - before;
  }

  /** Appends the body of a collider, unless this search has found it before. */
  private report(out: IdList, collider: number): void {
    const body = this.world.table.partBodies[collider];
    if (this.seen[body] === this.search) return;
    this.seen[body] = this.search;
    out.push(body);
  }

  private partAt(collider: number): PosedShape2d {
    return this.world.table.parts[collider];
  }

  private finishRay(hit: WorldHit2d): void {
    const { origin, direction } = this;
    for (let k = 0; k < 2; k++) hit.point[k] = origin[k] + hit.t * direction[k];
    this.name(hit);
  }

  /** Fills in the body of a hit, and which of its parts was hit. */
  private name(hit: WorldHit2d): void {
    if (hit.collider < 0) return;
    const { table } = this.world;
    hit.body = table.partBodies[hit.collider];
    hit.child = table.collidersOf[hit.body].indexOf(hit.collider);
  }

  /** Finds the colliders near the current ray. */
  private findOnRay(maxT: number, filter: QueryFilter): void {
    requireFilter(filter);
    this.found.clear();
    this.world.broadPhase.queryRay(this.found, this.origin, this.direction, maxT);
    this.sift(filter);
  }

  /** Finds the colliders near the path of `shape`. */
  private findOnMotion(shape: Convex2d, motion: VectorLike2d, filter: QueryFilter): void {
    readShapeBox2d(box, shape);
    const { direction } = this;
    readVec2(direction, 'motion', motion);
    for (let k = 0; k < 4; k++) box[k] += k < 2 ? Math.min(0, direction[k]) : Math.max(0, direction[k - 2]);
    this.findInBox(filter);
  }

  /** Finds the colliders near the {@link box}. */
  private findInBox(filter: QueryFilter): void {
    requireFilter(filter);
    this.found.clear();
    this.world.broadPhase.queryBox(this.found, box);
    this.sift(filter);
  }

  /** Maps the boxes found to colliders, adds the half-planes and keeps the colliders that pass the filter. */
  private sift(filter: QueryFilter): void {
    const { found } = this;
    const { boxes, table } = this.world;
    const boxCount = found.count;
    for (let i = 0; i < boxes.planes.length; i++) found.push(boxes.planes[i]);
    let kept = 0;
    for (let i = 0; i < found.count; i++) {
      const collider = i < boxCount ? boxes.ids.ownerAt(found.get(i)) : found.get(i);
      if (filterAdmits(filter, table, table.partBodies[collider])) found.data[kept++] = collider;
    }
    found.count = kept;
  }

  /** Forgets which bodies were seen. */
  private beginSearch(): void {
    const { count } = this.world.bodies;
    if (this.seen.length < count) this.seen = new Uint32Array(count);
    this.search++;
    if (this.search <= 0xffffffff) return;
    this.seen.fill(0);
    this.search = 1;
  }
}

/** Throws unless a direction is not zero and `maxT` is not negative. */
function requireRay(name: string, direction: Float64Array, maxT: number): void {
  if (direction[0] === 0 && direction[1] === 0) throw new RangeError(`${name} must not be zero`);
  requireBetween('maxT', maxT, 0, Infinity);
}

function clearHit(hit: WorldHit2d): void {
  hit.body = hit.collider = hit.child = -1;
  hit.t = hit.distance = Infinity;
}
