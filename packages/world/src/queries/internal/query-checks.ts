/** Checks of the arguments of queries other than rays and shapes. */
import { refuse, requireObject } from '@colide/core';
import type { WorldHit } from '../world-hit-list.ts';

/** Throws unless `hit` is a record to write a hit to. */
export function requireHit(hit: WorldHit): void {
  requireObject('hit', hit);
  if (!ArrayBuffer.isView(hit.normal) || !ArrayBuffer.isView(hit.point))
    refuse('hit', 'be a record of createWorldHit', hit);
}
