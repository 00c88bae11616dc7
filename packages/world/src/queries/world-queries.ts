/**
 * Queries of a world: ray casts and shape casts, first hit or all hits, overlaps, the nearest body. The broad
 * phase finds candidates, the filter drops unwanted ones, the narrow phase decides; half-spaces are always
 * tested. Where many rays are cast between two changes of the world, those for the first hit descend a tree.
 *
 * Of hits at the same t or distance the collider with the smallest id is reported, whatever the broad phase.
 * No allocation in steady state, except for numbers that V8 boxes when they cross calls.
 */
import { aabbExpand, aabbSweep } from '@colide/bounds';
import {
  type Convex,
  createRayHit,
  IdList,
  type RayHit,
  refuse,
  requireBetween,
  requireBounded,
  requireIdList,
  requireNonNegative,
} from '@colide/core';

import { convexAabb } from '@colide/geometry';
import {
  colliderDistance,
  colliderShapecast,
  createPenetrationResult,
  createTimeOfImpact,
  filterAdmits,
  type PenetrationResult,
  rayCollider,
  requireFilter,
} from '@colide/narrowphase';
import { readVec3, type Vec3Like } from '../bodies/vector-like.ts';
import { requireWorld } from '../internal/require-world.ts';
import { requireConvex, requireShapeBox } from '../internal/shape-checks.ts';
import { siftColliders } from '../internal/sift-colliders.ts';
import type { World } from '../world/world.ts';
import { requireHit } from './internal/query-checks.ts';
import { RayTree } from './internal/ray-tree.ts';
import type { QueryFilter } from './query-filter.ts';
import type { WorldHit, WorldHitList } from './world-hit-list.ts';

const box = /* @__PURE__ */ new Float64Array(6);
const everything: QueryFilter = {};

/** How many cells long the first pieces of a ray are, and how many there are before the rest. */
const cellsPerPiece = 4;
const mostPieces = 8;
/** Pieces overlap a little, so that nothing is lost to rounding between them. */
const pieceShare = 0.999;

/** The queries of a world, at the current poses of its bodies. */
export class WorldQueries {
  private readonly world: World;
  /** Boxes of the broad phase, then the colliders that pass the filter. */
  private readonly found = new IdList();
  private readonly tree = new RayTree();
  private readonly rayHit: RayHit = createRayHit();
  private readonly impact = createTimeOfImpact();
  private readonly result: PenetrationResult = createPenetrationResult();
  /** The ray of the current query, or the motion of its shape. */
  private readonly origin = new Float64Array(3);
  private readonly direction = new Float64Array(3);
  /** Start of the current piece of the ray. */
  private readonly start = new Float64Array(3);
  /** The search in which each body was last found, so that it is reported once. */
  private seen = new Uint32Array(0);
  private search = 0;

  constructor(world: World) {
    requireWorld(world);
    this.world = world;
  }

  /** The first body hit by the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`; returns t or `Infinity`. */
  raycast(
    hit: WorldHit,
    origin: Vec3Like,
    direction: Vec3Like,
    maxT = Infinity,
    filter: QueryFilter = everything,
  ): number {
    requireHit(hit);
    this.readRay(origin, direction, maxT, filter);
    clearHit(hit);
    if (this.tree.serves(this.world)) this.descend(hit, maxT, filter);
    else this.walk(hit, maxT, filter);
    if (hit.t < Infinity) this.finishRay(hit);
    return hit.t;
  }

  /**
   * Appends the first hit of the ray with every collider, sorted by t; returns their number. A body of
   * several shapes may be hit more than once.
   */
  raycastEvery(
    out: WorldHitList,
    origin: Vec3Like,
    direction: Vec3Like,
    maxT = Infinity,
    filter: QueryFilter = everything,
  ): number {
    if (typeof out?.sortFrom !== 'function') refuse('out', 'be a WorldHitList', out);
    const { found, rayHit } = this;
    const first = out.count;
    this.readRay(origin, direction, maxT, filter);
    this.findOnRay(0, maxT, filter);
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const t = this.rayAt(collider, maxT);
      if (t === Infinity) continue;
      const hit = out.push();
      clearHit(hit);
      hit.t = t;
      hit.collider = collider;
      hit.triangle = rayHit.triangle;
      hit.normal.set(rayHit.normal);
      this.finishRay(hit);
    }
    out.sortFrom(first);
    return out.count - first;
  }

  /**
   * The first body that `shape` hits when it moves by `motion`; returns the fraction of the motion, 0 to 1,
   * or `Infinity`.
   */
  shapecast(hit: WorldHit, shape: Convex, motion: Vec3Like, filter: QueryFilter = everything): number {
    requireHit(hit);
    requireConvex(shape);
    const displacement = readVec3(this.direction, 'motion', motion);
    aabbSweep(box, boxOf(shape), displacement);
    this.findInBox(filter);
    clearHit(hit);
    const { found, impact } = this;
    const { colliders } = this.world;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const mesh = this.world.meshOf(collider);
      const t = mesh
        ? mesh.shapecast(impact, colliders.convexes[collider]!, shape, displacement)
        : colliderShapecast(impact, colliders, collider, shape, displacement);
      if (!(t < hit.t || (t === hit.t && collider < hit.collider))) continue;
      hit.t = t;
      hit.collider = collider;
      hit.normal.set(impact.normal);
      hit.point.set(impact.point);
    }
    this.name(hit);
    return hit.t;
  }

  /** Appends the ids of the bodies that `shape` overlaps or touches, each once; returns their number. */
  overlap(out: IdList, shape: Convex, filter: QueryFilter = everything): number {
    requireIdList('out', out);
    requireConvex(shape);
    boxOf(shape);
    this.findInBox(filter);
    const { found } = this;
    const { bodies } = this.world.colliders;
    const before = out.count;
    this.beginSearch();
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const body = bodies[collider];
      if (this.seen[body] === this.search || this.distanceTo(collider, shape, 0) > 0) continue;
      this.seen[body] = this.search;
      out.push(body);
    }
    return out.count - before;
  }

  /**
   * The body nearest to `shape` within `maxDistance`; returns the distance, negative where they overlap, or
   * `Infinity`.
   */
  closest(hit: WorldHit, shape: Convex, maxDistance: number, filter: QueryFilter = everything): number {
    requireHit(hit);
    requireConvex(shape);
    requireNonNegative('maxDistance', maxDistance);
    requireBounded('maxDistance', maxDistance);
    aabbExpand(box, boxOf(shape), maxDistance);
    this.findInBox(filter);
    clearHit(hit);
    const { found, result } = this;
    for (let i = 0; i < found.count; i++) {
      const collider = found.get(i);
      const distance = this.distanceTo(collider, shape, maxDistance);
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

  /** Finds the first hit of the current ray by the tree: among the half-spaces, then front to back. */
  private descend(hit: WorldHit, maxT: number, filter: QueryFilter): void {
    const { found, tree, world } = this;
    const { materials, colliders } = world;
    found.clear();
    siftColliders(found, world, filter);
    this.hitNearest(hit, maxT);
    tree.end = Math.min(maxT, hit.t);
    tree.begin(this.origin, this.direction);
    for (let collider = tree.next(); collider >= 0; collider = tree.next()) {
      if (!filterAdmits(filter, materials, colliders.bodies[collider])) continue;
      this.hitCollider(hit, collider, maxT);
      tree.end = Math.min(maxT, hit.t);
    }
  }

  /** Finds the first hit of the current ray by the broad phase, piece by piece. */
  private walk(hit: WorldHit, maxT: number, filter: QueryFilter): void {
    const pieceLength = this.pieceLength();
    let from = 0;
    let pieces = 0;
    do {
      const length = pieces++ < mostPieces ? pieceLength : Infinity;
      this.findOnRay(from, Math.min(length, maxT - from), filter);
      this.hitNearest(hit, maxT);
      from += pieceShare * length;
    } while (from < maxT && from < hit.t);
  }

  /**
   * Length, as a parameter, of the pieces in which the current ray is followed until it hits something: in a
   * structure that visits cell after cell, following the whole of a long ray would mostly be wasted.
   */
  private pieceLength(): number {
    const { cellSize = Infinity } = this.world.broadPhase;
    const [x, y, z] = this.direction;
    return (cellsPerPiece * cellSize) / Math.sqrt(x * x + y * y + z * z);
  }

  /** Replaces `hit` by the first hit of the current ray with the colliders found, if that is nearer. */
  private hitNearest(hit: WorldHit, maxT: number): void {
    const { found } = this;
    for (let i = 0; i < found.count; i++) this.hitCollider(hit, found.get(i), maxT);
  }

  /** Replaces `hit` by the hit of the current ray with a collider, if that is nearer. */
  private hitCollider(hit: WorldHit, collider: number, maxT: number): void {
    const { rayHit } = this;
    const t = this.rayAt(collider, Math.min(maxT, hit.t));
    if (!(t < hit.t || (t === hit.t && collider < hit.collider))) return;
    hit.t = t;
    hit.collider = collider;
    hit.triangle = rayHit.triangle;
    hit.normal.set(rayHit.normal);
  }

  /** Casts the current ray at a collider; fills {@link rayHit} and returns t. */
  private rayAt(collider: number, maxT: number): number {
    const { rayHit, origin, direction } = this;
    const { colliders } = this.world;
    const mesh = this.world.meshOf(collider);
    if (mesh) return mesh.raycast(rayHit, colliders.convexes[collider]!, origin, direction, maxT);
    rayCollider(rayHit, colliders, collider, origin, direction, maxT);
    rayHit.triangle = -1;
    return rayHit.t;
  }

  private distanceTo(collider: number, shape: Convex, maxDistance: number): number {
    const { colliders } = this.world;
    const mesh = this.world.meshOf(collider);
    return mesh
      ? mesh.distance(this.result, colliders.convexes[collider]!, shape, maxDistance)
      : colliderDistance(this.result, colliders, collider, shape);
  }

  private finishRay(hit: WorldHit): void {
    const { origin, direction } = this;
    for (let k = 0; k < 3; k++) hit.point[k] = origin[k] + hit.t * direction[k];
    this.name(hit);
  }

  /** Fills in the body of a hit, and which of its shapes was hit. */
  private name(hit: WorldHit): void {
    if (hit.collider < 0) return;
    hit.body = this.world.colliders.bodies[hit.collider];
    hit.child = this.world.table.collidersOf[hit.body].indexOf(hit.collider);
  }

  /** Checks and reads a ray. */
  private readRay(origin: Vec3Like, direction: Vec3Like, maxT: number, filter: QueryFilter): void {
    readVec3(this.origin, 'origin', origin);
    const d = readVec3(this.direction, 'direction', direction);
    if (d[0] === 0 && d[1] === 0 && d[2] === 0) throw new RangeError('direction must not be zero');
    requireBetween('maxT', maxT, 0, Infinity);
    requireFilter(filter);
  }

  /** Finds the colliders near a piece of the current ray. */
  private findOnRay(from: number, length: number, filter: QueryFilter): void {
    const { start, origin, direction } = this;
    for (let k = 0; k < 3; k++) start[k] = origin[k] + from * direction[k];
    this.found.clear();
    this.world.broadPhase.queryRay(this.found, start, direction, length);
    siftColliders(this.found, this.world, filter);
  }

  /** Finds the colliders near the {@link box}. */
  private findInBox(filter: QueryFilter): void {
    requireFilter(filter);
    this.found.clear();
    this.world.broadPhase.queryBox(this.found, box);
    siftColliders(this.found, this.world, filter);
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

/** Measures the {@link box} of a query's shape. */
function boxOf(shape: Convex): Float64Array {
  convexAabb(box, shape);
  requireShapeBox(box);
  return box;
}

function clearHit(hit: WorldHit): void {
  hit.body = hit.collider = hit.child = hit.triangle = -1;
  hit.t = hit.distance = Infinity;
}
