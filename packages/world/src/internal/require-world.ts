/** The check of what is given a world to act on. */
import { refuse } from '@colide/core';
import type { World } from '../world/world.ts';

/** Throws unless `world` is a world: it is known by a method, since there may be two copies of the class. */
export function requireWorld(world: World): void {
  if (typeof world?.meshOf !== 'function') refuse('world', 'be a World', world);
}
