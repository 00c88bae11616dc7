/** The queries of a planar world in a worker: the methods of `WorldQueries2d`, as promises. */
import { type Convex2d, requireBoundedArray, requireNonNegative } from '@colide/core';
import type { QueryFilter } from '@colide/narrowphase';
import {
  type BodyMaterial2d,
  type BodySettings2d,
  encodeShape2d,
  readVec2,
  type VectorLike2d,
  type WorldHit2d,
  type WorldHitList2d,
} from '@colide/world2d';
import type { PlainHit } from '../../internal/world-protocol.ts';
import { fillHit, requireConvex, requireHit, requireHits, requireLimits } from './plain-hits.ts';
import { RemoteWorld } from './remote-world.ts';

/** A planar world in a worker, and its queries. */
export class RemoteQueries2d extends RemoteWorld<
  BodySettings2d,
  BodyMaterial2d,
  VectorLike2d,
  number | VectorLike2d,
  number
> {
  /** The first body that a ray hits; see `WorldQueries2d.raycast`. */
  async raycast(
    hit: WorldHit2d,
    origin: VectorLike2d,
    direction: VectorLike2d,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    requireLimits(maxT, filter);
    const ray = [readPoint('origin', origin), readPoint('direction', direction), maxT, filter];
    return (await this.first('raycast', hit, ray)).t;
  }

  /** Appends the first hit of a ray with every collider, sorted by t; resolves to their number. */
  async raycastEvery(
    out: WorldHitList2d,
    origin: VectorLike2d,
    direction: VectorLike2d,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    requireLimits(maxT, filter);
    const ray = [readPoint('origin', origin), readPoint('direction', direction), maxT, filter];
    return this.every('raycastEvery', out, ray);
  }

  /** The first body hit between two points; resolves to the fraction of the distance, or `Infinity`. */
  async segmentcast(
    hit: WorldHit2d,
    from: VectorLike2d,
    to: VectorLike2d,
    filter?: QueryFilter,
  ): Promise<number> {
    requireLimits(0, filter);
    return (await this.first('segmentcast', hit, [readPoint('from', from), readPoint('to', to), filter])).t;
  }

  /** As {@link raycastEvery}, between two points; t is the fraction of the distance. */
  async segmentcastEvery(
    out: WorldHitList2d,
    from: VectorLike2d,
    to: VectorLike2d,
    filter?: QueryFilter,
  ): Promise<number> {
    requireLimits(0, filter);
    return this.every('segmentcastEvery', out, [readPoint('from', from), readPoint('to', to), filter]);
  }

  /** The first body that a shape hits when it moves by `motion`. */
  async shapecast(
    hit: WorldHit2d,
    shape: Convex2d,
    motion: VectorLike2d,
    filter?: QueryFilter,
  ): Promise<number> {
    requireLimits(0, filter);
    return (await this.first('shapecast', hit, [describe(shape), readPoint('motion', motion), filter])).t;
  }

  /** Appends the first hit of a moving shape with every collider, sorted by t; resolves to their number. */
  async shapecastEvery(
    out: WorldHitList2d,
    shape: Convex2d,
    motion: VectorLike2d,
    filter?: QueryFilter,
  ): Promise<number> {
    requireLimits(0, filter);
    return this.every('shapecastEvery', out, [describe(shape), readPoint('motion', motion), filter]);
  }

  /** The ids of the bodies that a shape overlaps or touches. */
  async overlap(shape: Convex2d, filter?: QueryFilter): Promise<number[]> {
    requireLimits(0, filter);
    return this.link.ask('overlap', describe(shape), filter);
  }

  /** The ids of the bodies that an axis-aligned box overlaps or touches: min x, y, max x, y. */
  async overlapBox(bounds: ArrayLike<number>, filter?: QueryFilter): Promise<number[]> {
    requireBoundedArray('bounds', bounds, 4);
    requireLimits(0, filter);
    return this.link.ask('overlapBox', Array.from(bounds), filter);
  }

  /** The ids of the bodies that contain a point. */
  async overlapPoint(point: VectorLike2d, filter?: QueryFilter): Promise<number[]> {
    requireLimits(0, filter);
    return this.link.ask('overlapPoint', readPoint('point', point), filter);
  }

  /** The body nearest to a shape within `maxDistance`; resolves to the distance. */
  async closest(
    hit: WorldHit2d,
    shape: Convex2d,
    maxDistance: number,
    filter?: QueryFilter,
  ): Promise<number> {
    requireNonNegative('maxDistance', maxDistance);
    requireLimits(0, filter);
    return (await this.first('closest', hit, [describe(shape), maxDistance, filter])).distance;
  }

  private async first(question: string, hit: WorldHit2d, args: readonly unknown[]): Promise<WorldHit2d> {
    requireHit(hit, 'WorldHit2d');
    return fillHit(hit, await this.link.ask<PlainHit>(question, ...args));
  }

  private async every(question: string, out: WorldHitList2d, args: readonly unknown[]): Promise<number> {
    requireHits(out, 'WorldHitList2d');
    const found = await this.link.ask<PlainHit[]>(question, ...args);
    for (const hit of found) fillHit(out.push(), hit);
    return found.length;
  }
}

function readPoint(name: string, value: VectorLike2d): number[] {
  return readVec2([], name, value);
}

function describe(shape: Convex2d): object {
  requireConvex(shape);
  return encodeShape2d(shape);
}
