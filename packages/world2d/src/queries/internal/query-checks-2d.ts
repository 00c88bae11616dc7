/** Checks of the arguments of planar queries. */
import { type Convex2d, refuse, requireBoundedArray, requireObject } from '@colide/core';
import { convexAabb2d } from '@colide/geometry';
import type { WorldHit2d, WorldHitList2d } from '../world-hit-list-2d.ts';

/** Throws unless `hit` is a record to write a hit to. */
export function requireHit2d(hit: WorldHit2d): void {
  requireObject('hit', hit);
  if (!ArrayBuffer.isView(hit.normal) || !ArrayBuffer.isView(hit.point))
    refuse('hit', 'be a record of createWorldHit2d', hit);
}

/** Throws unless `out` is a list of hits. */
export function requireHitList2d(out: WorldHitList2d): void {
  if (typeof out?.sortFrom !== 'function') refuse('out', 'be a WorldHitList2d', out);
}

/** Writes the box of a query's shape; throws unless it has a support mapping and a box. */
export function readShapeBox2d(box: Float64Array, shape: Convex2d): void {
  if (typeof shape?.support !== 'function') refuse('shape', 'be a convex shape', shape);
  convexAabb2d(box, shape);
  requireBoundedArray('the box of shape', box, 4);
}
