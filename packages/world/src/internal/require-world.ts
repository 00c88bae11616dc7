/** The check of functions and parts that are given a world. */
import { refuse } from '@colide/core';
import type { World } from '../world/world.ts';

/** Throws unless `world` is a `World`, of whichever copy of the package. */
export function requireWorld(world: World): void {
  if (!(world?.table instanceof Object)) refuse('world', 'be a World', world);
}
