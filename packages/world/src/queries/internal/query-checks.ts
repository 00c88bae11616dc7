/** Checks of what queries are given besides rays and shapes. */
import { refuse, requireBoolean, requireInteger, requireObject } from '@colide/core';
import type { QueryFilter } from '../query-filter.ts';
import type { WorldHit } from '../world-hit-list.ts';

/** Throws unless `hit` is a record to write a hit to. */
export function requireHit(hit: WorldHit): void {
  requireObject('hit', hit);
  if (!ArrayBuffer.isView(hit.normal) || !ArrayBuffer.isView(hit.point))
    refuse('hit', 'be a record of createWorldHit', hit);
}

/** Throws an error that names the first field of a filter that is invalid. Masks may be signed. */
export function requireFilter(filter: QueryFilter): void {
  requireObject('filter', filter);
  const { mask, group, except, sensors } = filter;
  if (mask !== undefined) requireInteger('filter.mask', mask, -(2 ** 31), 0xffffffff);
  if (group !== undefined) requireInteger('filter.group', group, -(2 ** 31), 0xffffffff);
  if (except !== undefined) requireInteger('filter.except', except, -1);
  if (sensors !== undefined) requireBoolean('filter.sensors', sensors);
}
