/** Hits of queries as data to be posted, and back. */
import { refuse, requireFinite, requireFiniteArray, requireObject } from '@colide/core';
import type { QueryFilter } from '@colide/narrowphase';
import type { PlainHit } from '../../internal/world-protocol.ts';

/** A list of hits, of either kind of world. */
interface HitRecords {
  readonly count: number;
  get(i: number): PlainHit;
}

/** All hits of a list. */
export function plainHits(hits: HitRecords): PlainHit[] {
  return Array.from({ length: hits.count }, (_, i) => hits.get(i));
}

/** Copies a hit to the record of the caller, and returns that. */
export function fillHit<Hit extends PlainHit>(hit: Hit, { normal, point, ...numbers }: PlainHit): Hit {
  Object.assign(hit, numbers);
  hit.normal.set(normal);
  hit.point.set(point);
  return hit;
}

/** Throws unless `hit` is a record for a hit. */
export function requireHit(hit: PlainHit, name: string): void {
  if (typeof hit?.normal !== 'object' || typeof hit.point !== 'object') refuse('hit', `be a ${name}`, hit);
}

/** Throws unless `out` is a list of hits. */
export function requireHits(out: { sortFrom?: unknown } | undefined, name: string): void {
  if (typeof out?.sortFrom !== 'function') refuse('out', `be a ${name}`, out);
}

/** Throws unless a shape has a support mapping. */
export function requireConvex(shape: { support?: unknown } | undefined): void {
  if (typeof shape?.support !== 'function') refuse('shape', 'be a convex shape', shape);
}

/** Rejects arguments that could not be sent; the worker checks the rest. */
export function requireLimits(maxT: number, filter: QueryFilter | undefined): void {
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
