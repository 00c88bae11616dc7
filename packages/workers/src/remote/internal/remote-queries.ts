/** The queries of a world in a worker: the methods of `WorldQueries`, as promises. */
import { type Convex, requireNonNegative } from '@colide/core';
import {
  type BodyMaterial,
  type BodySettings,
  encodeShape,
  type QuatLike,
  type QueryFilter,
  readVec3,
  type Vec3Like,
  type WorldHit,
  type WorldHitList,
} from '@colide/world';
import type { PlainHit } from '../../internal/world-protocol.ts';
import { fillHit, requireConvex, requireHit, requireHits, requireLimits } from './plain-hits.ts';
import { RemoteWorld } from './remote-world.ts';

/** A spatial world in a worker, and its queries. */
export class RemoteQueries extends RemoteWorld<BodySettings, BodyMaterial, Vec3Like, QuatLike, Vec3Like> {
  /** The first body that a ray hits; see `WorldQueries.raycast`. */
  async raycast(
    hit: WorldHit,
    origin: Vec3Like,
    direction: Vec3Like,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    requireHit(hit, 'WorldHit');
    requireLimits(maxT, filter);
    const found = await this.link.ask<PlainHit>(
      'raycast',
      readVec3([], 'origin', origin),
      readVec3([], 'direction', direction),
      maxT,
      filter,
    );
    return fillHit(hit, found).t;
  }

  /** Appends the first hit of a ray with every collider, sorted by t; resolves to their number. */
  async raycastEvery(
    out: WorldHitList,
    origin: Vec3Like,
    direction: Vec3Like,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    requireHits(out, 'WorldHitList');
    requireLimits(maxT, filter);
    const ray = [readVec3([], 'origin', origin), readVec3([], 'direction', direction), maxT, filter];
    const found = await this.link.ask<PlainHit[]>('raycastEvery', ...ray);
    for (const hit of found) fillHit(out.push(), hit);
    return found.length;
  }

  /** The first body that a shape hits when it moves by `motion`. */
  async shapecast(hit: WorldHit, shape: Convex, motion: Vec3Like, filter?: QueryFilter): Promise<number> {
    requireHit(hit, 'WorldHit');
    requireConvex(shape);
    requireLimits(0, filter);
    const found = await this.link.ask<PlainHit>(
      'shapecast',
      encodeShape(shape),
      readVec3([], 'motion', motion),
      filter,
    );
    return fillHit(hit, found).t;
  }

  /** The ids of the bodies that a shape overlaps or touches. */
  async overlap(shape: Convex, filter?: QueryFilter): Promise<number[]> {
    requireConvex(shape);
    requireLimits(0, filter);
    return this.link.ask('overlap', encodeShape(shape), filter);
  }

  /** The body nearest to a shape within `maxDistance`; resolves to the distance. */
  async closest(hit: WorldHit, shape: Convex, maxDistance: number, filter?: QueryFilter): Promise<number> {
    requireHit(hit, 'WorldHit');
    requireConvex(shape);
    requireNonNegative('maxDistance', maxDistance);
    requireLimits(0, filter);
    const found = await this.link.ask<PlainHit>('closest', encodeShape(shape), maxDistance, filter);
    return fillHit(hit, found).distance;
  }
}
