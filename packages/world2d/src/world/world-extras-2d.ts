/** The optional features of planar worlds, all at once. */
import { restitution2d } from '@colide/solvers';
import type { WorldOptions2d } from './world-options-2d.ts';
import { worldSnapshots2d } from './world-snapshots-2d.ts';

/**
 * Options for worlds that bounce and that take snapshots: `new World2d({ ...worldExtras2d, gravity })`.
 * Together they add 2.2 kB to a program.
 */
export const worldExtras2d: Required<Pick<WorldOptions2d, 'restitution' | 'snapshots'>> = {
  restitution: restitution2d,
  snapshots: worldSnapshots2d,
};
