/** What a world in a worker can be asked: the methods of `WorldQueries` and a few more, with answers that come later. */
import type { Convex, ReadonlyVec3 } from '@colide/core';
import { encodeShape, type QueryFilter, type WorldHit, type WorldHitList } from '@colide/world';
import type { PlainHit } from '../../internal/world-protocol.ts';
import type { WorkerLink } from './worker-link.ts';
import type { WorldContacts } from './world-server.ts';

/** Asks the worker at the end of a link. */
export class RemoteQueries {
  protected readonly link: WorkerLink;

  constructor(link: WorkerLink) {
    this.link = link;
  }

  /** The first body that a ray meets; see `WorldQueries.raycast`. */
  async raycast(
    hit: WorldHit,
    origin: ReadonlyVec3,
    direction: ReadonlyVec3,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    const found = await this.link.ask<PlainHit>('raycast', plain(origin), plain(direction), maxT, filter);
    return fill(hit, found).t;
  }

  /** Appends every collider that a ray meets, in order; resolves to how many there are. */
  async raycastEvery(
    out: WorldHitList,
    origin: ReadonlyVec3,
    direction: ReadonlyVec3,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    const ray = [plain(origin), plain(direction), maxT, filter];
    const found = await this.link.ask<PlainHit[]>('raycastEvery', ...ray);
    for (const hit of found) fill(out.push(), hit);
    return found.length;
  }

  /** The first body that a shape meets on its way by `motion`. */
  async shapecast(hit: WorldHit, shape: Convex, motion: ReadonlyVec3, filter?: QueryFilter): Promise<number> {
    const found = await this.link.ask<PlainHit>('shapecast', encodeShape(shape), plain(motion), filter);
    return fill(hit, found).t;
  }

  /** The ids of the bodies that a shape overlaps or touches. */
  overlap(shape: Convex, filter?: QueryFilter): Promise<number[]> {
    return this.link.ask('overlap', encodeShape(shape), filter);
  }

  /** The body nearest to a shape within `maxDistance`; resolves to the distance. */
  async closest(hit: WorldHit, shape: Convex, maxDistance: number, filter?: QueryFilter): Promise<number> {
    const found = await this.link.ask<PlainHit>('closest', encodeShape(shape), maxDistance, filter);
    return fill(hit, found).distance;
  }

  /** All pairs of bodies that touch, sorted, two ids each. */
  touching(): Promise<Uint32Array> {
    return this.link.ask('touching');
  }

  /** The contact points of the last step. */
  contacts(): Promise<WorldContacts> {
    return this.link.ask('contacts');
  }

  /** Calls one of the handlers that were given to `serveWorld`; arguments and result are cloned. */
  call<T = unknown>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.link.ask('call', name, ...args);
  }
}

/** Vectors as plain arrays: a view of a large buffer would be cloned with all of it. */
export function plain(vector: ArrayLike<number>): number[] {
  return Array.from(vector);
}

function fill(hit: WorldHit, { normal, point, ...numbers }: PlainHit): WorldHit {
  Object.assign(hit, numbers);
  hit.normal.set(normal);
  hit.point.set(point);
  return hit;
}
