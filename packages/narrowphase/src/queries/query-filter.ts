/**
 * Filters for the queries of a world, in space and in the plane: groups and masks like those of bodies,
 * bodies to leave out, a function of your own, sensors.
 */
import {
  isDevelopment,
  refuse,
  requireBoolean,
  requireInteger,
  requireKnown,
  requireObject,
} from '@colide/core';

/** Restricts the bodies that a query finds. Reusable; fields that are left out do not restrict. */
export interface QueryFilter {
  /** Bits of the groups that are found. Default all. */
  mask?: number;
  /** Bits of the groups that the query is in, for the masks of bodies. Default all. */
  group?: number;
  /** A body to ignore, such as the one that casts the ray, or a list of them. Default none. */
  except?: number | readonly number[];
  /**
   * Decides on the bodies that pass all other conditions. It must not query the same world. Not for worlds in
   * workers. Default all.
   */
  accepts?: (body: number) => boolean;
  /** Whether sensors are found. Default false. */
  sensors?: boolean;
}

/** The properties of bodies that a filter reads: arrays by id. */
export interface FilteredBodies {
  readonly groups: ArrayLike<number>;
  readonly masks: ArrayLike<number>;
  readonly sensors: ArrayLike<number>;
}

const filterNames = ['mask', 'group', 'except', 'accepts', 'sensors'];

/** Throws an error that names the first field of a filter that is invalid. Masks may be signed. */
export function requireFilter(filter: QueryFilter): void {
  requireObject('filter', filter);
  if (isDevelopment()) requireKnown('filter', filter, filterNames);
  const { mask, group, except, accepts, sensors } = filter;
  if (mask !== undefined) requireInteger('filter.mask', mask, -(2 ** 31), 0xffffffff);
  if (group !== undefined) requireInteger('filter.group', group, -(2 ** 31), 0xffffffff);
  if (Array.isArray(except))
    for (let i = 0; i < except.length; i++) requireInteger('filter.except', except[i], -1);
  else if (except !== undefined) requireInteger('filter.except', except as number, -1);
  if (accepts !== undefined && typeof accepts !== 'function')
    refuse('filter.accepts', 'be a function', accepts);
  if (sensors !== undefined) requireBoolean('filter.sensors', sensors);
}

/** Whether a body passes a filter; O(length of its list). */
export function filterAdmits(filter: QueryFilter, bodies: FilteredBodies, body: number): boolean {
  const { mask = -1, group = -1, except = -1, accepts, sensors = false } = filter;
  return (
    (bodies.groups[body] & mask) !== 0 &&
    (bodies.masks[body] & group) !== 0 &&
    (sensors || bodies.sensors[body] === 0) &&
    (typeof except === 'number' ? body !== except : !except.includes(body)) &&
    (accepts === undefined || accepts(body))
  );
}
