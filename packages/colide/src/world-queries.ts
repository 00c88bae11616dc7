/**
 * Questions to a world: what a ray or a moving shape meets first, what a shape overlaps, what is nearest. The broad phase finds
 * candidates, the narrow phase decides, half-spaces are always asked.
 */

import { aabbExpand, aabbSweep } from '@colide/bounds';
import { type Convex, IdList, requireFiniteArray, requireNonNegative } from '@colide/core';
import { convexAabb } from '@colide/geometry';
import {
  colliderDistance,
  colliderRaycast,
  colliderSweep,
  createPenetrationResult,
  createRayHit,
  createTimeOfImpact,
  type PenetrationResult,
  type RayHit,
} from '@colide/narrowphase';
import type { ReadonlyVec3 } from 'gl-matrix';
import type { World } from './world.ts';

/** Where a query met a body. Other fields are valid only when `body` is not −1. */
export interface WorldHit {
  /** Id of the body, −1 for none. */
  body: number;
  /** Parameter along the ray or part of the motion; `Infinity` for none. */
  t: number;
  /** Distance, for {@link WorldQueries.closest}; negative where shapes overlap. */
  distance: number;
  /** Outward unit normal of the body. */
  readonly normal: Float64Array;
  /** The point of the body that was met or is nearest. */
  readonly point: Float64Array;
}

/** A record of no hit yet. */
export function createWorldHit(): WorldHit {
  return {
    body: -1,
    t: Infinity,
    distance: Infinity,
    normal: new Float64Array(3),
    point: new Float64Array(3),
  };
}

const box = /* @__PURE__ */ new Float64Array(6);

/** The queries of a world. Answers are of where bodies are now. */
export class WorldQueries {
  private readonly world: World;
  private readonly found = new IdList();
  private readonly rayHit: RayHit = createRayHit();
  private readonly impact = createTimeOfImpact();
  private readonly result: PenetrationResult = createPenetrationResult();

  constructor(world: World) {
    this.world = world;
  }

  /** The first body that the ray `origin + t · direction`, 0 ≤ t ≤ `maxT`, meets; returns t or `Infinity`. */
  raycast(hit: WorldHit, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    this.begin(hit);
    this.world.broadPhase.queryRay(this.found, origin, direction, maxT);
    const { rayHit } = this;
    const { colliders } = this.world;
    this.each(collider => {
      const mesh = this.world.meshOf(collider);
      const limit = Math.min(maxT, hit.t);
      const t = mesh
        ? mesh.raycast(rayHit, colliders.convexes[collider]!, origin, direction, limit)
        : colliderRaycast(rayHit, colliders, collider, origin, direction, limit);
      if (!(t < hit.t)) return;
      hit.t = t;
      hit.body = colliders.bodies[collider]!;
      hit.normal.set(rayHit.normal);
      for (let k = 0; k < 3; k++) hit.point[k] = origin[k]! + t * direction[k]!;
    });
    return hit.t;
  }

  /** The first body that `shape` meets on its way by `motion`; returns the part of the way, 0 to 1, or `Infinity`. */
  shapecast(hit: WorldHit, shape: Convex, motion: ReadonlyVec3): number {
    requireFiniteArray('motion', motion, 3);
    this.begin(hit);
    aabbSweep(box, convexAabb(box, shape), motion);
    this.world.broadPhase.queryBox(this.found, box);
    const { impact } = this;
    const { colliders } = this.world;
    this.each(collider => {
      const mesh = this.world.meshOf(collider);
      const t = mesh
        ? mesh.sweep(impact, colliders.convexes[collider]!, shape, motion)
        : colliderSweep(impact, colliders, collider, shape, motion);
      if (!(t < hit.t)) return;
      hit.t = t;
      hit.body = colliders.bodies[collider]!;
      hit.normal.set(impact.normal);
      hit.point.set(impact.point);
    });
    return hit.t;
  }

  /** Appends the ids of the bodies that `shape` overlaps or touches, each once; returns how many. */
  overlap(out: IdList, shape: Convex): number {
    this.found.clear();
    this.world.broadPhase.queryBox(this.found, convexAabb(box, shape));
    const before = out.length;
    const { colliders } = this.world;
    this.each(collider => {
      if (this.distance(collider, shape, 0) > 0) return;
      const body = colliders.bodies[collider]!;
      for (let i = before; i < out.length; i++) if (out.data[i] === body) return;
      out.push(body);
    });
    return out.length - before;
  }

  /** The body nearest to `shape` within `maxDistance`; returns the distance, negative where they overlap, or `Infinity`. */
  closest(hit: WorldHit, shape: Convex, maxDistance: number): number {
    requireNonNegative('maxDistance', maxDistance);
    this.begin(hit);
    this.world.broadPhase.queryBox(this.found, aabbExpand(box, convexAabb(box, shape), maxDistance));
    const { result } = this;
    const { colliders } = this.world;
    this.each(collider => {
      const distance = this.distance(collider, shape, maxDistance);
      if (!(distance <= maxDistance && distance < hit.distance)) return;
      hit.distance = distance;
      hit.body = colliders.bodies[collider]!;
      hit.normal.set(result.normal);
      hit.point.set(result.pointA);
    });
    return hit.distance;
  }

  private distance(collider: number, shape: Convex, maxDistance: number): number {
    const { colliders } = this.world;
    const mesh = this.world.meshOf(collider);
    return mesh
      ? mesh.distance(this.result, colliders.convexes[collider]!, shape, maxDistance)
      : colliderDistance(this.result, colliders, collider, shape);
  }

  private begin(hit: WorldHit): void {
    hit.body = -1;
    hit.t = hit.distance = Infinity;
    this.found.clear();
  }

  private each(visit: (collider: number) => void): void {
    for (let i = 0; i < this.found.length; i++) visit(this.world.colliderOfBox(this.found.get(i)));
    for (const plane of this.world.planes) visit(plane);
  }
}
