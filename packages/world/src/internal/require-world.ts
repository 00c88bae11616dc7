/** Checks that an argument is a world. */
import { refuse } from '@colide/core';
import type { World } from '../world/world.ts';

/**
 * Throws unless `world` is a world, which is recognised by a method, since there may be two copies of the
 * class.
 */
export function requireWorld(world: World): void {
  if (typeof world?.meshOf !== 'function') refuse('world', 'be a World', world);
}
