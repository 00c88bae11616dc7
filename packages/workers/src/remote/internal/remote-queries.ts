/** The queries of a world in a worker: the methods of `WorldQueries` and a few more, as promises. */
import {
  type Convex,
  refuse,
  requireFinite,
  requireFiniteArray,
  requireNonNegative,
  requireObject,
} from '@colide/core';
import {
  encodeShape,
  type QueryFilter,
  readVec3,
  type Vec3Like,
  type WorldHit,
  type WorldHitList,
} from '@colide/world';
import type { PlainHit } from '../../internal/world-protocol.ts';
import type { WorkerLink } from './worker-link.ts';
import type { WorldContacts } from './world-server.ts';

/** Sends queries to the worker at the other end of a link. */
export class RemoteQueries {
  protected readonly link: WorkerLink;

  constructor(link: WorkerLink) {
    this.link = link;
  }

  /** The first body that a ray hits; see `WorldQueries.raycast`. */
  async raycast(
    hit: WorldHit,
    origin: Vec3Like,
    direction: Vec3Like,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    requireHit(hit);
    requireLimits(maxT, filter);
    const found = await this.link.ask<PlainHit>(
      'raycast',
      readVec3([], 'origin', origin),
      readVec3([], 'direction', direction),
      maxT,
      filter,
    );
    return fill(hit, found).t;
  }

  /** Appends the first hit of a ray with every collider, sorted by t; resolves to their number. */
  async raycastEvery(
    out: WorldHitList,
    origin: Vec3Like,
    direction: Vec3Like,
    maxT = Infinity,
    filter?: QueryFilter,
  ): Promise<number> {
    if (typeof out?.sortFrom !== 'function') refuse('out', 'be a WorldHitList', out);
    requireLimits(maxT, filter);
    const ray = [readVec3([], 'origin', origin), readVec3([], 'direction', direction), maxT, filter];
    const found = await this.link.ask<PlainHit[]>('raycastEvery', ...ray);
    for (const hit of found) fill(out.push(), hit);
    return found.length;
  }

  /** The first body that a shape hits when it moves by `motion`. */
  async shapecast(hit: WorldHit, shape: Convex, motion: Vec3Like, filter?: QueryFilter): Promise<number> {
    requireHit(hit);
    requireConvex(shape);
    requireLimits(0, filter);
    const found = await this.link.ask<PlainHit>(
      'shapecast',
      encodeShape(shape),
      readVec3([], 'motion', motion),
      filter,
    );
    return fill(hit, found).t;
  }

  /** The ids of the bodies that a shape overlaps or touches. */
  async overlap(shape: Convex, filter?: QueryFilter): Promise<number[]> {
    requireConvex(shape);
    requireLimits(0, filter);
    return this.link.ask('overlap', encodeShape(shape), filter);
  }

  /** The body nearest to a shape within `maxDistance`; resolves to the distance. */
  async closest(hit: WorldHit, shape: Convex, maxDistance: number, filter?: QueryFilter): Promise<number> {
    requireHit(hit);
    requireConvex(shape);
    requireNonNegative('maxDistance', maxDistance);
    requireLimits(0, filter);
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

function fill(hit: WorldHit, { normal, point, ...numbers }: PlainHit): WorldHit {
  Object.assign(hit, numbers);
  hit.normal.set(normal);
  hit.point.set(point);
  return hit;
}

function requireHit(hit: WorldHit): void {
  if (typeof hit?.normal !== 'object' || typeof hit.point !== 'object') refuse('hit', 'be a WorldHit', hit);
}

function requireConvex(shape: Convex): void {
  if (typeof shape?.support !== 'function') refuse('shape', 'be a convex shape', shape);
}

/** Rejects what could not be sent; the worker checks the rest. */
function requireLimits(maxT: number, filter: QueryFilter | undefined): void {
  if (!(typeof maxT === 'number' && maxT >= 0)) refuse('maxT', 'not be negative', maxT);
  if (filter === undefined) return;
  requireObject('filter', filter);
  const { except, accepts } = filter;
  if (accepts !== undefined) refuse('filter.accepts', 'be left out for a world in a worker', accepts);
  for (const name of ['mask', 'group'] as const)
    if (filter[name] !== undefined) requireFinite(name, filter[name]);
  if (Array.isArray(except)) requireFiniteArray('except', except);
  else if (except !== undefined) requireFinite('except', except as number);
}
