/**
 * Checks of the arguments common to the queries of meshes. Each throws an error that names the argument.
 */
import { type Convex, type ReadonlyMat4, refuse, requireFiniteArray, requireObject } from '@colide/core';
import type { Posed } from '@colide/geometry';
import type { Sweep } from '@colide/narrowphase';
import type { TriangleQueries } from '../meshes/triangle-queries.ts';

/** Throws unless `mesh` is a structure over triangles, such as a `TriangleBvh`. */
export function requireTriangles(name: string, mesh: TriangleQueries): void {
  if (typeof mesh?.slotsAround !== 'function') refuse(name, 'be a structure over triangles', mesh);
}

/** Throws unless `pose` is the sixteen numbers of a matrix, or left out. */
export function requireMatrix(pose: ReadonlyMat4 | undefined): void {
  if (pose !== undefined) requireFiniteArray('pose', pose, 16);
}

/** Throws unless `placed` has a pose, and `convex` has support points. */
export function requirePlaced(placed: Posed, name: string, convex: Convex): void {
  if (typeof placed?.toLocalDirection !== 'function') refuse('placed', 'be a Posed', placed);
  if (typeof convex?.support !== 'function') refuse(name, 'be a convex shape', convex);
}

/** Throws unless `out` is a record with a normal and, by the name `point`, a point. */
export function requireRecord(name: string, out: object, point: string): void {
  const record = out as Readonly<Record<string, unknown>> | undefined;
  if (typeof record?.normal !== 'object' || typeof record[point] !== 'object')
    refuse(name, 'be a record made for results', out);
}

/** Throws unless `sweep` is a motion of finite numbers. */
export function requireSweep(sweep: Sweep): void {
  requireObject('sweep', sweep);
  requireFiniteArray('sweep.position', sweep.position, 3);
  requireFiniteArray('sweep.rotation', sweep.rotation, 4);
  requireFiniteArray('sweep.linear', sweep.linear, 3);
  requireFiniteArray('sweep.angular', sweep.angular, 3);
  if (!isExtent(sweep.radius)) refuse('sweep.radius', 'be finite and not negative', sweep.radius);
}

/** Whether `value` is a finite number that is not below zero. */
export function isExtent(value: number): boolean {
  return typeof value === 'number' && value >= 0 && value < Infinity;
}
