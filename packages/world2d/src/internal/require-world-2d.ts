/** The check of what is given a planar world to act on. */
import { refuse } from '@colide/core';
import type { World2d } from '../world/world-2d.ts';

/** Throws unless `world` is a world: it is known by a method, since there may be two copies of the class. */
export function requireWorld2d(world: World2d): void {
  if (typeof world?.partsOf !== 'function') refuse('world', 'be a World2d', world);
}
